import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import PlainText
import Simulation
import StateFiles
import StreamServer
import Vocabulary
import WireProtocol

/// The daemon: one engine with its fleet, its schedule and its socket.
///
/// Ticks, requests and replays all run on one serial queue; `Ticking` tells in which order. Other
/// threads fly lanes to where subscriptions wait for them: `LaneThreads`. A tick
/// advances the fleet *to an instant* of the ideal schedule, so that a late tick catches up. At a
/// speed that no clock paces, the fleet flies whenever nothing else is to do, and ticks only send
/// beats and end stalled readers.
package actor Daemon {
    /// A tick that begins later than this is logged at the level `debug`.
    static let lateness = Duration.milliseconds(100)

    nonisolated let executor: QueueExecutor
    let source: FleetSource
    let hub: StreamHub
    let log: Log
    /// The journal of commands; nil without a state directory.
    let journal: JournalWriter?
    let frontier: FrontierWriter?
    /// The clock by which the daemon flies and ends.
    let clock: @Sendable () -> MonotonicInstant
    /// The socket's address and who has opened it, for the log.
    package nonisolated let place: String
    var service: ServiceLink?
    var reloading: Reloading
    /// What wakes the daemon.
    var wakeups = Wakeups()
    var isPumping = false
    /// Whether the fleet is behind its schedule by more than a turn, and the next turn is to come.
    var isFlyingTurns = false
    /// Whether the fleet is held before the instant of a command that is not on the disk yet.
    var isHeldByCommand = false
    private var ending = Ending()

    /// When the daemon ends at the latest; nil while it does not end.
    var endBy: MonotonicInstant? { ending.by }
    var hasEnded: Bool { ending.isOver }
    var exitCode: ExitCode { ending.code }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Opens the socket; nothing runs before ``start(handlingSignals:)``.
    ///
    /// - Parameters:
    ///   - service: what the service manager has passed to this process.
    ///   - log: where the daemon says what happens; a log of its own if left out.
    ///   - clock: the clock by which the daemon flies and ends.
    package init(
        _ options: DaemonOptions, service: ServiceEnvironment = ServiceEnvironment(),
        log: Log? = nil,
        clock: @escaping @Sendable () -> MonotonicInstant = { MonotonicClock.now }
    ) throws(ProgramFailure) {
        let log = log ?? Log(threshold: options.logLevel)
        let listener = try DaemonSocket.open(at: options.socketPath, service)
        place = DaemonSocket.description(of: listener, insteadOf: options.socketPath)
        let source = FleetSource(
            options.fleet, schedule: Self.schedule(options, monotonic: clock()),
            limits: options.limits, frontier: options.state?.frontier.earlier,
            farthestAnchor: options.state?.farthestAnchor ?? FleetInstant.presents.upperBound,
            beginnings: FleetBeginnings(options))
        if options.state?.isAfterLeap == true {
            source.desk.forgetting.from = source.desk.forgetting.from + .seconds(86_400)
        }
        do throws(SystemFailure) {
            hub = try StreamHub(
                listener: listener, source: source, limits: options.limits.hub, clock: clock,
                access: Self.access(options.access)
            ) { log($0) }
        } catch {
            throw ProgramFailure(.failure, "cannot watch the socket: \(error)")
        }
        let executor = QueueExecutor(label: "runway.engine")
        self.executor = executor
        journal = options.state?.writer(engine: executor, log: log)
        frontier = options.state?.frontierWriter(engine: executor, log: log)
        self.source = source
        self.log = log
        self.clock = clock
        self.service = ServiceLink.open(service, log: log)
        reloading = Reloading(options)
    }

    /// Asks the kernel who is at the other end of a descriptor, and the rules what they may do.
    static func access(_ rules: AccessRules) -> (Int32) -> Rights {
        let namespace = UserNamespace.current
        return { rules.rights(of: PeerIdentity(of: $0, in: namespace)) }
    }

    private static func schedule(_ options: DaemonOptions, monotonic: MonotonicInstant)
        -> ScheduleClock
    {
        let wall = WallClock.nowMicroseconds
        return options.clock(at: wall).schedule(wall: wall, monotonic: monotonic)
    }
}

extension Daemon {
    /// Starts the tick and begins to serve.
    ///
    /// - Parameter handlingSignals: end with SIGTERM and SIGINT; at SIGHUP read the configuration
    ///   again or, where no file was named, end.
    /// - Throws: if the system refuses a watch on sockets or signals.
    package func start(handlingSignals: Bool) throws(ProgramFailure) {
        do throws(SystemFailure) {
            let poll = hub.pollDescriptor
            wakeups.readiness = try ReadinessSource(of: poll, on: executor) { [weak self] in
                self?.assumeIsolated { $0.handleEvents() }
            }
            if handlingSignals {
                wakeups.signals = try SignalSource(handledSignals, on: executor) {
                    [weak self] signal in
                    self?.assumeIsolated { $0.act(on: signal) }
                }
            }
        } catch {
            throw ProgramFailure(.failure, "cannot start: \(error)")
        }
        keepCommands()
        forgetCommands()
        source.subscriptions.threads.wake = { [weak self, executor] in
            executor.run { [weak self] in self?.assumeIsolated { $0.pump() } }
        }
        startTimer()
        let fleet = source.fleet
        let zone = fleet.dayCalendar.zoneName ?? "UTC"
        log(
            .info,
            "flying \(fleet.flownLaneCount.counted("session")), seed \(fleet.seed), epoch "
                + "\(CalendarTime(microseconds: fleet.epoch.microseconds)), identity "
                + "\(fleet.identity), shard \(fleet.shard), speed \(source.schedule.speed), device "
                + "\(fleet.equipment.device), faults \(fleet.equipment.faults.count)"
                + (fleet.equipment.lacksPauseButton ? ", without pauses" : "")
                + (fleet.grounds.regionText.map { ", region \($0)" } ?? "")
                + (fleet.grounds.hasRoutes
                    ? ", over \(fleet.grounds.allRoutes.count.counted("route"))" : "")
                + (fleet.roster.isEmpty
                    ? "" : ", \(fleet.roster.count.counted("athlete")) as ordered")
                + (fleet.restsBetweenRuns ? ", by days in \(zone)" : ""))
    }

    /// SIGHUP stays ignored if there is nothing to read again and the daemon was started so, as by
    /// nohup(1), to outlive a terminal.
    private var handledSignals: [Signal] {
        let ends: [Signal] = [.terminate, .interrupt]
        return reloading.reread == nil && Signal.hangUp.isIgnored ? ends : ends + [.hangUp]
    }

    private func act(on signal: Signal) {
        switch signal {
        case .terminate, .interrupt: stop(because: "\(signal)")
        case .hangUp: reload(because: signal)
        case .quit, .suspend, .continue, .user1, .user2, .windowChange: return
        }
    }
}

/// How a daemon ends.
extension Daemon {
    /// How long the disk may take to keep the last commands, and peers to read their farewell.
    static let farewell = Duration.seconds(1)
    /// How much of ``farewell`` is left to the peers, however slow the disk is.
    static let goodbye = Duration.milliseconds(500)

    /// Answers the commands that are on their way to the disk, sends a `bye` to all peers, and ends
    /// once they have read it, or after a second (drain). Later commands are refused.
    ///
    /// - Parameter code: how the program is to end.
    package func stop(because reason: String, _ code: ExitCode = .success) {
        guard endBy == nil else { return }
        log(.info, "ending: \(reason)")
        ending.code = code
        ending.by = clock() + Self.farewell
        service?.end(at: clock())
        source.desk.isEnding = true
        sayGoodbyeOnceAnswered()
        frontier?.end(at: source.live.now)
        executor.run { [weak self] in
            self?.assumeIsolated { $0.finishFarewell(at: $0.clock()) }
        }
    }

    /// Says goodbye once every command is answered, or when only the time for the goodbye is left.
    private func sayGoodbyeOnceAnswered() {
        guard let endBy, !hub.isEnding else { return }
        guard source.desk.pending.isEmpty || clock() >= endBy - Self.goodbye else { return }
        source.desk.abandonCommands()
        hub.sayGoodbye()
    }

    /// Ends if every connection is drained, or the time for the farewell is over.
    func finishFarewell(at now: MonotonicInstant) {
        sayGoodbyeOnceAnswered()
        let isDone = hub.isEnding && hub.isDrained && frontier?.isSettled ?? true
        guard !hasEnded, isDone || now >= (endBy ?? now) else { return }
        wakeups.cancel()
        hub.close()
        log.tellRepeats(at: .last)
        ending.end()
    }

    /// Returns once the daemon has ended.
    package func waitUntilEnd() async {
        await withCheckedContinuation { ending.add($0) }
    }
}

/// The timer and the sources of events on the daemon's queue.
struct Wakeups {
    var timer: TickTimer?
    var readiness: ReadinessSource?
    var signals: SignalSource?

    func cancel() {
        timer?.cancel()
        readiness?.cancel()
        signals?.cancel()
    }
}

/// How the daemon ends, and who waits for it.
struct Ending {
    /// When the daemon ends at the latest; nil while it does not end.
    var by: MonotonicInstant?
    var code = ExitCode.success
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private(set) var isOver = false

    /// Resumes a waiter at the end, or at once if the daemon has ended. Whether it has must be
    /// asked here: the daemon may end while the continuation is being made.
    mutating func add(_ waiter: CheckedContinuation<Void, Never>) {
        if isOver { waiter.resume() } else { waiters.append(waiter) }
    }

    mutating func end() {
        isOver = true
        for waiter in waiters { waiter.resume() }
        waiters.removeAll()
    }
}
