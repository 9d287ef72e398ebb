import WireProtocol

/// For how long the kernel has taken nothing of what waits for a connection.
struct StallWatch {
    private var bytesSent: Int64 = -1
    private var microseconds: Int64 = 0

    /// Whether the connection has stalled; looked at while something waits for it.
    ///
    /// Something that has waited all the time leaves the bytes sent as they were; what has waited
    /// and left has not.
    ///
    /// - Parameters:
    ///   - bytesSent: since the connection began.
    ///   - elapsed: microseconds since the last look.
    mutating func isStalled(bytesSent now: Int64, after elapsed: Int64) -> Bool {
        guard now == bytesSent else {
            self = StallWatch()
            bytesSent = now
            return false
        }
        microseconds += elapsed
        return microseconds >= Int64(ProtocolLimits.stallSeconds) * 1_000_000
    }

    /// Begins anew.
    mutating func reset() { microseconds = 0 }
}
