import Configuration
import LinuxIO

/// The daemon's side of its service manager. Telling never waits, and failing to tell ends nothing.
struct ServiceLink: ~Copyable, Sendable {
    private let notifier: ServiceNotifier
    private let log: Log
    private var watch: ServiceWatch
    private var hasFailed = false

    /// The link to a manager that wants to hear; nil if none does.
    static func open(_ environment: ServiceEnvironment, log: Log) -> ServiceLink? {
        guard let name = environment.notifySocket else { return nil }
        do throws(ServiceNotifierFailure) {
            return ServiceLink(
                try ServiceNotifier(to: name), environment.watchdogMicroseconds(), log)
        } catch {
            log(.warning, "the service manager cannot be told anything: \(error)")
            return nil
        }
    }

    private init(_ notifier: consuming ServiceNotifier, _ watchdogMicroseconds: Int64?, _ log: Log)
    {
        self.notifier = notifier
        self.log = log
        watch = ServiceWatch(watchdogMicroseconds: watchdogMicroseconds)
    }

    /// Tells what is due at the end of a tick. What cannot be told is tried again soon.
    ///
    /// - Parameters:
    ///   - now: microseconds of the monotonic clock.
    ///   - status: how the daemon is, for people.
    mutating func tell(at now: Int64, status: () -> String) {
        var next = watch
        let states = next.due(at: now, status: status)
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

    /// Tells that the daemon begins to end.
    mutating func end(at now: Int64) {
        watch.end()
        tell(at: now) { "" }
    }
}
