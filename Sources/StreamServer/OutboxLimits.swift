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

    package init(
        _ identity: IdentityHash, lines: Int = ProtocolLimits.outboxLines,
        bytes: Int = ProtocolLimits.outboxBytes
    ) {
        self.identity = identity
        ceiling = OutboxLimits(lines: lines, bytes: bytes)
    }
}
