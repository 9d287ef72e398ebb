import Glibc

/// Waits for one or two descriptors: all that a blocking client needs, poll(2).
package enum Poll {
    /// Which of the two descriptors can be read; empty when the time is up.
    package struct Ready: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let first = Ready(rawValue: 1)
        package static let second = Ready(rawValue: 2)
    }

    /// Waits until a descriptor can be read, or has ended or failed, which reading then tells.
    ///
    /// - Parameter timeoutMilliseconds: 0 looks only; nil waits for ever.
    package static func readable(
        _ raw: Int32, timeoutMilliseconds: Int?
    ) throws(SystemFailure) -> Bool {
        // The kernel passes over a negative number.
        try readable(raw, or: -1, timeoutMilliseconds: timeoutMilliseconds) == .first
    }

    /// Waits until at least one of two descriptors can be read, or has ended or failed.
    ///
    /// A signal that arrives in between does not make the wait longer or shorter.
    ///
    /// - Parameter timeoutMilliseconds: 0 looks only; nil waits for ever.
    package static func readable(
        _ first: Int32, or second: Int32, timeoutMilliseconds: Int?
    ) throws(SystemFailure) -> Ready {
        let deadline = timeoutMilliseconds.map {
            MonotonicClock.nowNanoseconds + Int64($0) * nanosecondsPerMillisecond
        }
        while true {
            let timeout = remainingMilliseconds(until: deadline)
            var watched = (entry(first, POLLIN), entry(second, POLLIN))
            let outcome = withUnsafeMutableBytes(of: &watched) { bytes in
                let entries = bytes.assumingMemoryBound(to: pollfd.self).baseAddress
                return Syscall.once("poll") { poll(entries, 2, timeout) }
            }
            switch outcome.code {
            case 0: return ready(watched.0, .first).union(ready(watched.1, .second))
            case EINTR: continue
            default: throw SystemFailure(call: "poll", code: outcome.code)
            }
        }
    }

    /// Waits until a descriptor can be written, or writing would tell that it has failed.
    static func waitUntilWritable(_ raw: Int32) {
        var entry = entry(raw, POLLOUT)
        _ = Syscall.attempt("poll") { poll(&entry, 1, -1) }
    }

    private static let nanosecondsPerMillisecond: Int64 = 1_000_000

    private static func entry(_ raw: Int32, _ events: Int32) -> pollfd {
        pollfd(fd: raw, events: Int16(events), revents: 0)
    }

    private static func ready(_ entry: pollfd, _ which: Ready) -> Ready {
        precondition(Int32(entry.revents) & POLLNVAL == 0, "poll: bad descriptor \(entry.fd)")
        return entry.revents == 0 ? [] : which
    }

    /// What is left, rounded up so that the wait never ends early; -1 waits for ever.
    private static func remainingMilliseconds(until deadline: Int64?) -> Int32 {
        guard let deadline else { return -1 }
        let left = max(0, deadline - MonotonicClock.nowNanoseconds)
        return Int32(clamping: (left + nanosecondsPerMillisecond - 1) / nanosecondsPerMillisecond)
    }
}
