import WireProtocol

/// How much may wait for one connection.
struct OutboxLimits: Hashable {
    private let lineCount: UInt32
    private let byteCount: UInt32

    /// Traps below 0 and above 2^32 - 1.
    init(lines: Int, bytes: Int) {
        lineCount = UInt32(lines)
        byteCount = UInt32(bytes)
    }

    var lines: Int { Int(lineCount) }
    var bytes: Int { Int(byteCount) }
}

/// The rules that all outboxes of a hub share: kept once, as there may be thousands of outboxes.
package final class OutboxRules: Sendable {
    /// The fleet's identity, for the anchors of gaps.
    let identity: IdentityHash
    /// The most that may wait for one connection.
    let ceiling: OutboxLimits

    package init(_ identity: IdentityHash, lines: Int, bytes: Int) {
        self.identity = identity
        ceiling = OutboxLimits(lines: lines, bytes: bytes)
    }
}

/// How much may wait for a connection, from what its subscriptions bring in the time that their
/// lines may be stale: all of it in the outbox, a quarter of it in the kernel.
struct OutboxSizing {
    /// The lines and bytes that come within the staleness of each subscription, added up.
    private var lines = 0.0
    private var bytes = 0.0
    private var writes = 0.0

    /// - Parameter subscriptions: flow in a second, and staleness in seconds.
    init(_ subscriptions: [(flow: LineFlow, staleness: Double)]) {
        for (flow, staleness) in subscriptions {
            lines += flow.lines * staleness
            bytes += flow.bytes * staleness
            writes += min(flow.lines, Self.ticksPerSecond) * staleness
        }
    }

    /// The most writes a second: lines of a tick leave in one write.
    private static var ticksPerSecond: Double { 50 }

    /// - Parameter ceiling: the limits that an operator allows.
    func limits(within ceiling: OutboxLimits) -> OutboxLimits {
        OutboxLimits(
            lines: Self.clamp(lines, ProtocolLimits.leastOutboxLines, ceiling.lines),
            bytes: Self.clamp(bytes, ProtocolLimits.leastOutboxBytes, ceiling.bytes))
    }

    private static func clamp(_ value: Double, _ least: Int, _ most: Int) -> Int {
        guard value < Double(most) else { return most }
        return max(Int(value.rounded(.up)), min(least, most))
    }

    /// The bytes that the kernel is to hold, setsockopt(2) `SO_SNDBUF`; nil to leave it as it is.
    ///
    /// The kernel doubles the figure, and charges a write its bytes and some 960 more: 167 writes
    /// of 300 bytes fill the 212,992 bytes that it gives by itself (measured).
    var sendBufferBytes: Int? {
        let charged = (bytes + writes * Self.writeOverhead) / Self.kernelShare / 2
        guard charged < Double(Self.usualSendBufferBytes) else { return nil }
        return max(Int(charged), Self.leastSendBufferBytes)
    }

    private static var kernelShare: Double { 4 }
    private static var writeOverhead: Double { 960 }
    private static var usualSendBufferBytes: Int { 106_496 }
    /// Room for some ten lines.
    private static var leastSendBufferBytes: Int { 8192 }
}
