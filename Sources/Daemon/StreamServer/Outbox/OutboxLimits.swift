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

/// What is the same for all outboxes of a hub: kept once, as there may be thousands of them.
package final class OutboxRules: Sendable {
    /// Of the fleet, for the anchors of gaps.
    let identity: IdentityHash
    /// What may wait at most for one connection.
    let ceiling: OutboxLimits

    package init(_ identity: IdentityHash, lines: Int, bytes: Int) {
        self.identity = identity
        ceiling = OutboxLimits(lines: lines, bytes: bytes)
    }
}

/// How much may wait for a connection, from what its subscriptions bring in the time that their
/// lines may be stale: in the outbox as much as all of it, in the kernel a quarter.
struct OutboxSizing {
    /// What comes within the staleness of each subscription, added up.
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

    /// At most: lines of a tick leave in one write.
    private static var ticksPerSecond: Double { 50 }

    /// - Parameter ceiling: what an operator allows.
    func limits(within ceiling: OutboxLimits) -> OutboxLimits {
        OutboxLimits(
            lines: Self.clamp(lines, ProtocolLimits.leastOutboxLines, ceiling.lines),
            bytes: Self.clamp(bytes, ProtocolLimits.leastOutboxBytes, ceiling.bytes))
    }

    private static func clamp(_ value: Double, _ least: Int, _ most: Int) -> Int {
        guard value < Double(most) else { return most }
        return max(Int(value.rounded(.up)), min(least, most))
    }

    /// What the kernel is asked to hold, setsockopt(2) `SO_SNDBUF`; nil to leave it as it is.
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
    /// Some ten lines.
    private static var leastSendBufferBytes: Int { 8192 }
}
