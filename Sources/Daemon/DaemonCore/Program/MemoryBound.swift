import ChannelPipeline
import Configuration
import PlainText
import Simulation
import StateFiles
import Vocabulary
import WireProtocol

/// An upper bound of the daemon's memory, computed from its fleet and its limits.
///
/// Every part is a bound of its own; that all are reached at once is nearly impossible. The
/// kernel's socket buffers are not included.
package struct MemoryBound: Hashable, Sendable {
    /// One part of the sum.
    package struct Part: Hashable, Sendable {
        /// What the memory is for, in words.
        package let name: String
        package let bytes: Int
        /// How the figure is computed, in words.
        package let reason: String
    }

    package private(set) var parts: [Part]

    package init(fleet: Fleet, limits: DaemonLimits) {
        parts = [
            Self.program, Self.lanes(of: fleet), Self.roster(of: fleet),
            Self.recordings(of: fleet), Self.commands, Self.entries,
            Self.connections(limits), Self.waiting(limits), Self.windows(limits),
            Self.answers(of: fleet), Self.lines(of: fleet),
        ]
        if !fleet.roster.isEmpty { parts.append(Self.orders(of: fleet)) }
    }

    /// Measured: 700 bytes, and as many for a list that is read again; so are the findings.
    private static func orders(of fleet: Fleet) -> Part {
        let findings = fleet.dayCalendar.findingCount
        let more =
            findings == 0
            ? "" : ", and \(findings.counted("finding")) of \(findingBytes) bytes"
        return Part(
            name: "athletes", bytes: fleet.roster.count * 1536 + findings * findingBytes,
            reason: "\(fleet.roster.count.counted("ordered athlete")) of 1536 bytes\(more), for a "
                + "second time while the configuration is read again")
    }

    /// Twice 40 bytes, and what growing by doubling leaves behind.
    private static let findingBytes = 160

    package var totalBytes: Int { parts.reduce(0) { $0 + $1.bytes } }

    /// Measured: 14 MiB after the start, with one session as with two hundred.
    private static let program = Part(
        name: "program and runtime", bytes: 32 << 20,
        reason: "14 MiB measured at the start, and more for what the allocator cannot use")

    private static func lanes(of fleet: Fleet) -> Part {
        let laneBytes = laneBytes(of: fleet)
        return Part(
            name: "fleet", bytes: laneCountMax(of: fleet) * laneBytes,
            reason: fleet.flownLaneCount.counted("lane")
                + ", and \(ProtocolLimits.startedSessions) that are started, of "
                + "\(laneBytes) bytes: an athlete's flight")
    }

    private static func roster(of fleet: Fleet) -> Part {
        Part(
            name: "roster", bytes: FleetRoster.bytesMax(of: fleet),
            reason: "the same lanes once more, while somebody looks at all that nobody follows")
    }

    private static func laneCountMax(of fleet: Fleet) -> Int {
        fleet.flownLaneCount + ProtocolLimits.startedSessions
    }

    /// A flight in an array that doubles while the old one still exists.
    private static func laneBytes(of fleet: Fleet) -> Int {
        3 * FleetRun.placeBytesMax(of: fleet)
    }

    private static func recordings(of fleet: Fleet) -> Part {
        let rows = fleet.recordings.reduce(0) { $0 + $1.rows.capacity }
        return Part(
            name: "recordings", bytes: 2 * rows * MemoryLayout<RecordedRow>.stride,
            reason: "\(fleet.recordings.count.counted("recording")), with room for "
                + rows.counted("row") + ", twice while the configuration is read again")
    }

    /// Kept commands are also read back at a start, into an array that grows by doubling; later the
    /// journal is read to make it shorter.
    private static let commands = Part(
        name: "live commands",
        bytes: StateLimits.commands * commandBytes + CommandBook.frameBytesMax,
        reason: "\(StateLimits.commands) of \(commandBytes) bytes: in the fleet's book, in that "
            + "of what is not kept yet, and as the journal had them")

    private static let commandBytes =
        CommandBook.commandBytesMax
        + max(3 * MemoryLayout<SessionCommand>.stride, StateLimits.commandFileBytes)

    /// Kept and read back as commands are; a sample may be removed.
    private static let entries = Part(
        name: "entries by hand",
        bytes: (ProtocolLimits.entries + ProtocolLimits.removedEntries) * entryBytes
            + CommandBook.userBytesMax,
        reason: "\(ProtocolLimits.entries) samples and \(ProtocolLimits.removedEntries) that were "
            + "removed, of \(entryBytes) bytes: a sample and its removal, kept as live commands are"
    )

    private static let entryBytes =
        2 * CommandBook.sampleBytesMax + 2 * 3 * MemoryLayout<SessionCommand>.stride

    private static func connections(_ limits: DaemonLimits) -> Part {
        Part(
            name: "connections", bytes: limits.clients * connectionBytes + rememberedBytes,
            reason:
                "\(limits.clients.counted("client")) of \(connectionBytes) bytes: a request begun, "
                + "requests unheard, and an answer or snapshots that do not count as waiting")
    }

    private static let connectionBytes =
        2 * ProtocolLimits.requestLineBytes + 2 * ProtocolLimits.serverLineBytes
        + ProtocolLimits.subscriptions * subscriptionBytes + 4096

    /// A row in a connection's tables of subscriptions, answers and gaps, and a gap line.
    private static let subscriptionBytes = 768
    private static let rememberedBytes = ProtocolLimits.rememberedClients * 256

    private static func waiting(_ limits: DaemonLimits) -> Part {
        Part(
            name: "waiting lines", bytes: limits.waitingBytes + 2 * limits.outboxBytes,
            reason: "the limit waiting_bytes, and one outbox that is being moved")
    }

    private static func windows(_ limits: DaemonLimits) -> Part {
        Part(name: "windows", bytes: limits.windowBytes, reason: "the limit window_bytes")
    }

    private static func answers(of fleet: Fleet) -> Part {
        let page = ProtocolLimits.sessionsPage
        return Part(
            name: "answers",
            bytes: page * 2 * laneBytes(of: fleet) + 4 * ProtocolLimits.serverLineBytes,
            reason: "a page of \(page) sessions at a time")
    }

    private static func lines(of fleet: Fleet) -> Part {
        let tick =
            laneCountMax(of: fleet) * ChannelMemoryBound.longestTickLineBytes
            + fleet.truthTellerCount * ChannelMemoryBound.dayTruthBytes
        let portion = 1 << 16
        return Part(
            name: "lines of a tick",
            bytes: 4 * FleetSource.portionBytes
                + 2 * (FleetSource.portionBytes + portion + tick) + 2 * (portion + tick),
            reason: "a portion of all channels, a batch for one connection, a slice of a replay")
    }
}

extension MemoryBound {
    /// The sum and its parts in words, a line each, with a newline at the end.
    package var text: String {
        let rows = parts.map { "  \($0.name): \(Self.amount($0.bytes)): \($0.reason)\n" }
        return "memory at most: \(Self.amount(totalBytes))\n\(rows.joined())"
    }

    private static func amount(_ bytes: Int) -> String {
        let tenths = (Int64(bytes) * 10).dividedRoundingToEven(by: 1 << 20)
        return "\(tenths / 10).\(tenths % 10) MiB (\(bytes) bytes)"
    }
}
