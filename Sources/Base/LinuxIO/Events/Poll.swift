import Glibc
import Vocabulary

/// Waits for a few descriptors: all that a blocking client needs, poll(2).
public enum Poll {
    /// Waits until a descriptor can be read, or has ended or failed, which reading then tells.
    ///
    /// - Parameter timeout: zero looks only; nil waits for ever.
    public static func readable(
        _ raw: Int32, timeout: Duration?
    ) throws(SystemFailure) -> Bool {
        try !readable([raw], timeout: timeout).isEmpty
    }

    /// Waits until at least one of many descriptors can be read, or has ended or failed.
    ///
    /// A signal that arrives in between does not make the wait longer or shorter.
    ///
    /// - Parameters:
    ///   - writable: a descriptor for which room to write ends the wait too. It may be one of
    ///     `descriptors`; the result does not say for which of the two it is ready.
    ///   - timeout: zero looks only; nil waits for ever.
    /// - Returns: the descriptors that are ready, in the order given; none when the time is up.
    public static func readable(
        _ descriptors: [Int32], orWritable writable: Int32? = nil, timeout: Duration?
    ) throws(SystemFailure) -> [Int32] {
        var watched = descriptors.map { entry($0, POLLIN) }
        if let writable { watched.append(entry(writable, POLLOUT)) }
        let code = watched.withUnsafeMutableBufferPointer { wait(for: $0, timeout) }
        guard code == 0 else { throw SystemFailure(call: "poll", code: code) }
        return watched.filter(isReady).map(\.fd)
    }

    /// Waits until a descriptor can be written, or writing would tell that it has failed.
    static func waitUntilWritable(_ raw: Int32) {
        var entry = entry(raw, POLLOUT)
        _ = Syscall.attempt("poll") { poll(&entry, 1, -1) }
    }

    private static func entry(_ raw: Int32, _ events: Int32) -> pollfd {
        pollfd(fd: raw, events: Int16(events), revents: 0)
    }

    /// Fills in what each descriptor is ready for, and returns the error number, 0 without one.
    private static func wait(
        for watched: UnsafeMutableBufferPointer<pollfd>, _ timeout: Duration?
    ) -> Int32 {
        let deadline = timeout.map { MonotonicClock.now + $0 }
        while true {
            let milliseconds = remainingMilliseconds(until: deadline)
            let outcome = Syscall.once("poll") {
                poll(watched.baseAddress, nfds_t(watched.count), milliseconds)
            }
            if outcome.code != EINTR { return outcome.code }
        }
    }

    private static func isReady(_ entry: pollfd) -> Bool {
        precondition(Int32(entry.revents) & POLLNVAL == 0, "poll: bad descriptor \(entry.fd)")
        return entry.revents != 0
    }

    /// The milliseconds left, rounded up so that the wait never ends early; -1 waits for ever.
    private static func remainingMilliseconds(until deadline: MonotonicInstant?) -> Int32 {
        guard let deadline else { return -1 }
        let left = max(.zero, deadline - MonotonicClock.now)
        return Int32(clamping: left.millisecondsRoundedUp)
    }
}
