import WireProtocol

/// What a load test reads of the daemon's `status`.
package struct DaemonStatus: Hashable {
    /// The machine's monotonic clock when the daemon answered.
    let clockMicroseconds: Int64
    /// Time on processors since the daemon's start.
    let processorSeconds: Double
    let residentBytes: Int
    let connections: Int
    let outboxLinesMaximum: Int
    let outboxBytesMaximum: Int

    /// Nil if the line has no clock or no processor time.
    init?(_ line: JSONValue) {
        guard let clock = line["clock_us"]?.integer, let processor = line["cpu_s"]?.double else {
            return nil
        }
        clockMicroseconds = Int64(clock)
        processorSeconds = processor
        residentBytes = line["memory_resident_bytes"]?.integer ?? 0
        connections = line["connections"]?.integer ?? 0
        outboxLinesMaximum = line["outbox_lines_max"]?.integer ?? 0
        outboxBytesMaximum = line["outbox_bytes_max"]?.integer ?? 0
    }
}
