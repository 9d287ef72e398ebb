/// What a service manager has put into the environment of a process that it starts.
///
/// The variables of sd_notify(3), sd_watchdog_enabled(3) and sd_listen_fds(3), as they stand there.
public struct ServiceEnvironment: Hashable, Sendable {
    /// `NOTIFY_SOCKET`: where the manager wants to hear how the process is.
    public var notifySocket: String?
    /// `WATCHDOG_USEC`: the process is ended after so many microseconds without a sign of life.
    public var watchdogPeriod: String?
    /// `WATCHDOG_PID`: which process is to give it; left out, whichever finds the variables.
    public var watchdogProcess: String?
    /// `LISTEN_PID`: the process that the sockets are for.
    public var listenProcess: String?
    /// `LISTEN_FDS`: how many sockets are passed.
    public var listenCount: String?
    /// `LISTEN_FDNAMES`: what they are called, with colons between.
    public var listenNames: String?

    /// What a process finds that no manager has started.
    public init() {}

    /// Takes the variables out of the process's environment, so that no program that it starts
    /// takes them for its own. Call it once, before anything else runs.
    public static func take() -> ServiceEnvironment {
        var environment = ServiceEnvironment()
        environment.notifySocket = Environment.take("NOTIFY_SOCKET")
        environment.watchdogPeriod = Environment.take("WATCHDOG_USEC")
        environment.watchdogProcess = Environment.take("WATCHDOG_PID")
        environment.listenProcess = Environment.take("LISTEN_PID")
        environment.listenCount = Environment.take("LISTEN_FDS")
        environment.listenNames = Environment.take("LISTEN_FDNAMES")
        return environment
    }

    /// How long the manager waits for a sign of life, in microseconds, at least 1; nil when it does
    /// not wait for one of this process.
    public func watchdogMicroseconds(processID: Int32 = CurrentProcess.id) -> Int64? {
        guard watchdogProcess == nil || watchdogProcess == "\(processID)",
            let period = watchdogPeriod.flatMap({ Int64($0) }), period > 0
        else { return nil }
        return period
    }
}
