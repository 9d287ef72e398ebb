import StreamServer
import Vocabulary
import WireProtocol

/// Keeps account of what subscriptions of any policy were given, by session and kind, and holds it
/// against what their reader got.
struct PolicyLedger {
    /// One data line as it was offered.
    struct Entry {
        let position: StreamPosition
        /// Session and kind, and how many lines of them came before.
        let kind: String
        let place: Int
    }

    struct Track {
        let policy: QueuePolicy
        let beginning: StreamPosition
        /// By text.
        fileprivate(set) var entries: [String: Entry] = [:]
        /// How many lines there are of each session, and of each kind of it.
        fileprivate(set) var counts: [String: Int] = [:]
        fileprivate(set) var kinds: [String: Int] = [:]
    }

    static let identity = IdentityHash(bits: 7)

    private(set) var tracks: [Track] = []
    private var instant: Int64 = 0
    /// By lane; a session that ends is followed by the next.
    private var laps: [LaneID: Int] = [:]

    /// Begins a subscription; returns where and its prefix.
    mutating func open(_ policy: QueuePolicy) -> (position: StreamPosition, prefix: [UInt8]) {
        let position = StreamPosition(after: FleetInstant(ticks: instant))
        tracks.append(Track(policy: policy, beginning: position))
        return (position, prefix(tracks.count - 1))
    }

    private func prefix(_ track: Int) -> [UInt8] { Array("{\"sub\":\"q\(track)\",".utf8) }

    mutating func advance() { instant += 1 }

    /// The line of a subscription at the present instant; ranks of a lane come in their order.
    mutating func add(
        _ track: Int, lane: LaneID, _ rank: StreamPosition.Rank, padding: Int
    ) -> (bytes: [UInt8], line: Outbox.Line) {
        let lap = laps[lane, default: 0]
        let session = "s\(lane).\(lap)"
        let kind = "\(session) \(rank)"
        let number = tracks[track].counts[session, default: 0] + 1
        let position = StreamPosition(FleetInstant(ticks: instant), lane: lane, rank)
        let text =
            String(decoding: prefix(track), as: UTF8.self)
            + "\"type\":\"\(rank)\",\"session\":\"\(session)\",\"n\":\(number),\"pad\":\""
            + String(repeating: "p", count: padding) + "\"}"
        tracks[track].entries[text] = Entry(
            position: position, kind: kind, place: tracks[track].kinds[kind, default: 0])
        tracks[track].counts[session] = number
        tracks[track].kinds[kind, default: 0] += 1
        let bytes = Array(text.utf8) + [UInt8(ascii: "\n")]
        return (
            bytes,
            Outbox.Line(
                length: bytes.count, subscription: track, lap: UInt16(truncatingIfNeeded: lap),
                position: position)
        )
    }

    /// What follows on the lane belongs to its next session.
    mutating func endSession(lane: LaneID) { laps[lane, default: 0] += 1 }
}
