import Configuration
import LinuxIO
import Vocabulary

/// The daemon's link to its service manager. Sending never blocks, and a failure ends nothing.
struct ServiceLink: ~Copyable, Sendable {
    private let notifier: ServiceNotifier
    private let log: Log
    private var watch: ServiceWatch
    private var hasFailed = false

    /// The link to a manager that wants notifications; nil if none does.
    static func open(_ environment: ServiceEnvironment, log: Log) -> ServiceLink? {
        guard let name = environment.notifySocket else { return nil }
        do throws(ServiceNotifierFailure) {
            return ServiceLink(
                try ServiceNotifier(to: name), environment.watchdogTimeout(), log)
        } catch {
            log(.warning, "the service manager cannot be told anything: \(error)")
            return nil
        }
    }

    private init(_ notifier: consuming ServiceNotifier, _ watchdogTimeout: Duration?, _ log: Log) {
        self.notifier = notifier
        self.log = log
        watch = ServiceWatch(watchdogTimeout: watchdogTimeout)
    }

    /// Sends the notifications due at the end of a tick; tries again soon what cannot be sent.
    ///
    /// - Parameters:
    ///   - now: when the tick or turn began.
    ///   - isPresent: whether the fleet stands where its schedule wants it.
    ///   - status: how the daemon is, for people.
    mutating func tell(at now: MonotonicInstant, isPresent: Bool = true, status: () -> String) {
        var next = watch
        let states = next.due(at: now, isPresent: isPresent, status: status)
        do throws(SystemFailure) {
            if !states.isEmpty { try notifier.tell(states) }
            watch = next
            hasFailed = hasFailed && states.isEmpty
        } catch {
            if !hasFailed { log(.warning, "the service manager could not be told: \(error)") }
            hasFailed = true
            watch.pause(at: now)
        }
    }

    /// Notes that the configuration is read again since `start`; nil if it has been. The next
    /// ``tell(at:isPresent:status:)`` says so.
    mutating func reload(from start: MonotonicInstant?) { watch.reload(from: start) }

    /// Notifies the manager that the daemon begins to end.
    mutating func end(at now: MonotonicInstant) {
        watch.end()
        tell(at: now) { "" }
    }
}

/// Which notifications a daemon owes its service manager, and when: a value that every tick asks.
///
/// *Ready* is due when a tick or turn has come to its end and the fleet stands at the present, or
/// ten seconds after the first of them: peers are answered between two turns, and a fleet that
/// never comes to its present would hold up all units that start after it. A sign of life is due
/// at a fifth of the time for which the manager's watchdog waits; the status when it has changed;
/// *reloading* and *ready* around a look into the configuration; and *stopping* when the daemon
/// ends.
struct ServiceWatch: Sendable {
    /// The least time between two statuses.
    static let statusInterval = Duration.seconds(10)
    /// How long nothing is due after a notification could not be sent.
    static let pause = Duration.milliseconds(100)
    /// How long *ready* waits for a fleet that is late.
    static let patience = Duration.seconds(10)

    private enum Stage {
        case starting
        case serving
        case ending
        case over
    }

    private var stage = Stage.starting
    private let pingInterval: Duration?
    private var nextPing = MonotonicInstant.zero
    private var nextStatus = MonotonicInstant.zero
    private var status = ""
    /// From when on the daemon is ready, however late the fleet is; nil before the first tick.
    private var readyBy: MonotonicInstant?
    private var silentUntil: MonotonicInstant?
    /// Notifications about reloads that are due, in their order: at most a *ready* and a
    /// *reloading* behind it.
    private var reloads: [ServiceState] = []

    /// - Parameter watchdogTimeout: how long the manager waits for a sign of life; nil without a
    ///   watchdog.
    init(watchdogTimeout: Duration?) {
        pingInterval = watchdogTimeout.map { $0 / 5 }
    }

    /// The notifications due at the end of a tick, most often none.
    ///
    /// The value counts them as sent: a caller that cannot send them restores the value from
    /// before.
    ///
    /// - Parameters:
    ///   - now: when the tick or turn began.
    ///   - isPresent: whether the fleet stands where its schedule wants it.
    ///   - status: how the daemon is, for people; called only when it is due.
    mutating func due(
        at now: MonotonicInstant, isPresent: Bool = true, status: () -> String
    ) -> [ServiceState] {
        if let silentUntil, now < silentUntil { return [] }
        switch stage {
        case .starting:
            let isOverdue = now >= (readyBy ?? .last)
            readyBy = readyBy ?? now + Self.patience
            return isPresent || isOverdue ? begin(at: now, status()) : refresh(at: now, status)
        case .serving:
            defer { reloads = [] }
            return reloads + ping(at: now) + refresh(at: now, status)
        case .ending:
            stage = .over
            return [.stopping]
        case .over: return []
        }
    }

    private mutating func begin(at now: MonotonicInstant, _ status: String) -> [ServiceState] {
        stage = .serving
        self.status = status
        nextPing = now + (pingInterval ?? .zero)
        nextStatus = now + Self.statusInterval
        return [.ready, .status(status)]
    }

    private mutating func ping(at now: MonotonicInstant) -> [ServiceState] {
        guard let pingInterval, now >= nextPing else { return [] }
        nextPing = now + pingInterval
        return [.watchdog]
    }

    private mutating func refresh(at now: MonotonicInstant, _ status: () -> String)
        -> [ServiceState]
    {
        guard now >= nextStatus else { return [] }
        nextStatus = now + Self.statusInterval
        let text = status()
        guard text != self.status else { return [] }
        self.status = text
        return [.status(text)]
    }

    /// Notes that the configuration is read again since `start`; nil if it has been.
    ///
    /// A manager that could not be told of the beginning is not told of the end either. A manager
    /// that waits for the first *ready* gets only this one.
    mutating func reload(from start: MonotonicInstant?) {
        guard case .serving = stage else { return }
        if let start {
            reloads.append(.reloading(start))
        } else if case .reloading = reloads.last {
            reloads.removeLast()
        } else {
            reloads.append(.ready)
        }
    }

    /// The daemon begins to end: one notification says so, and no sign of life follows it.
    mutating func end() {
        switch stage {
        case .starting, .serving: stage = .ending
        case .ending, .over: return
        }
    }

    /// A notification could not be sent: nothing is due for a moment.
    mutating func pause(at now: MonotonicInstant) { silentUntil = now + Self.pause }
}
