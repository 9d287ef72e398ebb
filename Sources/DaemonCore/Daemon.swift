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

/// The daemon: one engine, its schedule, its socket.
///
/// Everything runs on one serial queue: the tick, the peers' requests, the recomputation of what
/// they missed. Only while nobody follows anything live does a second thread help to compute what
/// somebody waits for. A tick advances to an instant of the ideal schedule, so that a late one
/// catches up. At a speed that no clock paces, ticks only watch; the fleet flies when nothing else
/// is to do.
package actor Daemon {
    /// A tick later than this is worth a line to those who look closely.
    static let lateMicroseconds: Int64 = 100_000

    nonisolated let executor: QueueExecutor
    let source: FleetSource
    let hub: StreamHub
    let log: Log
    /// Nil where nothing is kept.
    private let journal: JournalWriter?
    let frontier: FrontierWriter?
    /// Microseconds of the monotonic clock.
    let clock: @Sendable () -> Int64
    /// Where it listens, and who has opened the socket, for the log.
    package nonisolated let place: String
    var service: ServiceLink?
    var timer: TickTimer?
    var readiness: ReadinessSource?
    var signals: SignalSource?
    private var isPumping = false
    /// Whether the fleet stands before the instant of a command that is not on the disk yet.
    private var isHeldUp = false
    var endBy: Int64?
    var waiters: [CheckedContinuation<Void, Never>] = []
    var hasEnded = false

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Takes the socket; nothing runs before ``start(handlingSignals:)``.
    ///
    /// - Parameters:
    ///   - service: what the manager that has started this process has left for it.
    ///   - clock: microseconds of the monotonic clock, by which it flies and ends.
    package init(
        _ options: DaemonOptions, service: ServiceEnvironment = ServiceEnvironment(),
        clock: @escaping @Sendable () -> Int64 = { MonotonicClock.nowMicroseconds }
    ) throws(StartFailure) {
        let log = Log(threshold: options.logLevel)
        let listener = try DaemonSocket.open(at: options.socketPath, service)
        place = DaemonSocket.description(of: listener, insteadOf: options.socketPath)
        let source = FleetSource(
            options.fleet, schedule: Self.schedule(options, monotonic: clock()),
            limits: options.limits, oldestInstant: options.state?.opened.journal.oldestInstant,
            frontier: options.state?.frontier.earlier,
            farthestAnchor: options.state?.farthestAnchor ?? FleetInstant.presents.upperBound)
        do throws(SystemFailure) {
            hub = try StreamHub(
                listener: listener, source: source, limits: options.limits.hub, clock: clock
            ) { log($0) }
        } catch {
            throw StartFailure(.failure, "cannot watch the socket: \(error)")
        }
        let executor = QueueExecutor(label: "runway.engine")
        self.executor = executor
        journal = options.state?.writer(engine: executor, log: log)
        frontier = options.state?.frontierWriter(engine: executor, log: log)
        self.source = source
        self.log = log
        self.clock = clock
        self.service = ServiceLink.open(service, log: log)
    }

    private static func schedule(_ options: DaemonOptions, monotonic: Int64) -> ScheduleClock {
        let wall = WallClock.nowMicroseconds
        return options.clock(at: wall).schedule(wall: wall, monotonic: monotonic)
    }
}

extension Daemon {
    /// Starts the tick and begins to serve.
    ///
    /// - Parameter handlingSignals: end with SIGTERM and SIGINT, and go on at SIGHUP.
    package func start(handlingSignals: Bool) throws(StartFailure) {
        do throws(SystemFailure) {
            let poll = hub.pollDescriptor
            readiness = try ReadinessSource(of: poll, on: executor) { [weak self] in
                self?.assumeIsolated { $0.handleEvents() }
            }
            if handlingSignals {
                signals = try SignalSource([.terminate, .interrupt, .hangUp], on: executor) {
                    [weak self] signal in
                    self?.assumeIsolated { $0.act(on: signal) }
                }
            }
        } catch {
            throw StartFailure(.failure, "cannot start: \(error)")
        }
        keepCommands()
        startTimer()
        let fleet = source.fleet
        log(
            .info,
            "flying \(fleet.flownLaneCount.counted("session")), seed \(fleet.seed), epoch "
                + "\(CalendarTime(microseconds: fleet.epoch.microseconds)), identity "
                + "\(fleet.identity), shard \(fleet.shard), speed \(source.schedule.speed), device "
                + "\(fleet.equipment.device), faults \(fleet.equipment.faults.count)")
    }

    private func act(on signal: Signal) {
        switch signal {
        case .terminate, .interrupt: stop(because: "\(signal)")
        // A terminal that goes takes no daemon with it.
        case .hangUp: log(.info, "\(signal) ends nothing and reads nothing again; TERM ends")
        case .quit, .suspend, .continue, .user1, .user2, .windowChange: return
        }
    }

    /// Live commands take effect once they are on the disk.
    private func keepCommands() {
        guard let journal else { return }
        source.keep = { [weak self] command, number in
            journal.append(command) { [weak self] result in
                self?.assumeIsolated { $0.settle(number, result) }
            }
        }
    }

    private func settle(_ number: Int, _ result: Result<Void, JournalFailure>) {
        switch result {
        case .success: source.settle(number, nil)
        case .failure(let failure): source.settle(number, failure)
        }
        goOn()
        pump()
    }

    /// Flies what a command on its way to the disk has held up, once all that were synced with it
    /// have been carried out: no line waits for the next tick.
    private func goOn() {
        guard isHeldUp else { return }
        isHeldUp = false
        executor.run { [weak self] in self?.assumeIsolated { $0.catchUp() } }
    }

    private func catchUp() {
        guard endBy == nil, source.schedule.speed.isPaced else { return }
        flyOnSchedule(at: clock())
        pump()
    }

    private func startTimer() {
        let timer = TickTimer(on: executor) { [weak self] in
            self?.assumeIsolated { $0.tick() }
        }
        self.timer = timer
        tick(from: source.tickGrid.origin)
    }

    /// - Parameter first: when the first tick is due, microseconds of the monotonic clock.
    private func tick(from first: Int64) {
        timer?.start(
            atNanoseconds: first * 1000, everyNanoseconds: source.tickGrid.period * 1000)
    }

    func tick() {
        let began = clock()
        log.tellRepeats(at: began)
        if endBy == nil { fly(at: began) } else { finishFarewell(at: began) }
        if let first = source.changeTickGrid(at: began), !hasEnded { tick(from: first) }
        // Told by a tick that has come to its end, and from nowhere else: the first has brought the
        // fleet to the present, and one that is stuck gives no sign of life.
        service?.tell(at: began) { status }
    }

    private func fly(at began: Int64) {
        let late = source.recordTick(began: began)
        if late > Self.lateMicroseconds { log(.debug, "a tick began \(late / 1000) ms late") }
        if source.schedule.speed.isPaced { flyOnSchedule(at: began) }
        hub.beat(at: began)
        hub.endStalled(at: began)
        hub.wakeOne()
        pump()
    }

    private func flyOnSchedule(at began: Int64) {
        guard let due = reach(source.schedule.instant(at: began), at: began) else { return }
        while source.live.now < due {
            source.advance(towards: due, tickBegan: began)
            hub.publish()
        }
    }

    /// Flies a portion at a speed that no clock paces, if somebody follows and nobody must be
    /// waited for.
    ///
    /// - Returns: whether time has gone on.
    private func flyPortion() -> Bool {
        guard !source.schedule.speed.isPaced, endBy == nil, hub.isFollowed, !hub.isHeldUp,
            let end = source.endOfPortion
        else { return false }
        let began = clock()
        guard let end = reach(end, at: began), source.live.now < end else { return false }
        source.advancePortion(to: end, at: began)
        hub.publish()
        return true
    }

    /// How far the fleet may go towards an instant: not beyond a command that is not kept yet.
    /// Nil at the end of fleet time, which ends the daemon.
    private func reach(_ instant: FleetInstant, at now: Int64) -> FleetInstant? {
        let reached = journal?.hold(instant, at: now) ?? instant
        isHeldUp = reached < instant
        guard reached < FleetInstant.presents.upperBound else {
            stop(because: "fleet time has come to its end, which lies in the year 2666")
            return nil
        }
        frontier?.note(reached)
        return reached
    }

    /// How the daemon is, for people.
    private var status: String {
        let counters = hub.counters
        return "sessions flying: \(source.fleet.flownLaneCount), clients: \(counters.connections), "
            + "subscriptions: \(counters.subscriptions), lines lost: \(counters.lines.linesLost)"
            + source.progress
    }

    func handleEvents() {
        hub.handleEvents()
        pump()
        if endBy != nil { finishFarewell(at: clock()) }
    }

    /// Works on what takes longer, in slices between which ticks and requests get their turns, and
    /// readers who wait for the same processor theirs: the kernel would let them wait longer.
    /// Whoever catches up with a fleet that no clock paces comes first, or would never be there.
    private func pump() {
        guard !isPumping, hub.pump() || flyPortion() else { return }
        isPumping = true
        tickOftenerIfAsked()
        if source.schedule.speed.isPaced, hub.isFollowed { CurrentThread.yield() }
        executor.run { [weak self] in
            self?.assumeIsolated { daemon in
                daemon.isPumping = false
                daemon.pump()
            }
        }
    }

    /// Who joins a lane that is due between two ticks waits for no tick.
    private func tickOftenerIfAsked() {
        let now = clock()
        guard endBy == nil, let first = source.changeTickGrid(at: now, onlyOftener: true)
        else { return }
        tick(from: first)
    }
}
