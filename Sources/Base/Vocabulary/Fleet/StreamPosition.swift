/// A point in the total order of all lines: by due instant, then by lane, then by rank.
///
/// It is packed into 64 bits, 40 for the instant, 20 for the lane and 4 for the rank, so that the
/// order is that of integers. Instants reach from 1970 to the year 2666.
public struct StreamPosition: Comparable, Hashable, Sendable {
    /// The order of lines of one lane at one instant.
    public enum Rank: UInt64, CaseIterable, Sendable {
        case resume = 1
        case sample = 2
        case truth = 3
        case phase = 4
        case advisory = 5
        case stat = 6
        case pause = 7
        case end = 8
        /// The first line of the lane's next session.
        case start = 9
        /// The last line of a day book, at the next midnight.
        case dayEnd = 10
        /// An entry of a day book that is simulated.
        case entry = 11
        /// The summary of a run, at the instant of its end.
        case summary = 12
        /// An entry by hand, or the removal of one.
        case manual = 13
        /// What is behind a day, in the last tick of its book.
        case dayTruth = 14
        /// After all lines of the lane at that instant.
        case last = 15
    }

    public let bits: UInt64

    /// The instants that positions can name.
    public static let instants = FleetInstant(ticks: 0)...FleetInstant(ticks: 1 << 40 - 1)

    public init(bits: UInt64) { self.bits = bits }

    /// Traps outside ``instants`` and outside 0..<``LaneID/limit``.
    public init(_ instant: FleetInstant, lane: LaneID, _ rank: Rank) {
        precondition(lane.index < LaneID.limit, "lane \(lane) out of range")
        precondition(Self.instants.contains(instant), "instant \(instant.ticks) out of range")
        bits = UInt64(instant.ticks) << 24 | UInt64(lane.index) << 4 | rank.rawValue
    }

    /// The point after every line due at `instant`.
    public init(after instant: FleetInstant) {
        self.init(instant, lane: LaneID(index: LaneID.limit - 1), .last)
    }

    public var instant: FleetInstant { FleetInstant(ticks: Int64(bits >> 24)) }
    /// The raw value of the rank. A position that a client sent may have an unknown one.
    public var rank: UInt64 { bits & 0xF }
    public var lane: LaneID { LaneID(index: Int(bits >> 4 & 0xF_FFFF)) }

    /// Whether a line at this position is one of a day book, and not of a session.
    public var isOfBook: Bool {
        (Rank.dayEnd.rawValue...Rank.dayTruth.rawValue).contains(rank)
    }

    public static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }
}

/// The name of a session: lane and lap, `s7.0`. Laps before the epoch are negative: `s7.-1`.
///
/// The book of a lane's day, `d7.0`, has a name of the same form. Its lane is numbered behind all
/// lanes that can fly, so that books and sessions are told apart wherever sessions are.
public struct SessionName: Hashable, Sendable {
    public var lane: LaneID
    public var lap: Int

    public init(lane: LaneID, lap: Int) {
        self.lane = lane
        self.lap = lap
    }
}

extension SessionName {
    /// The book of a lane's day; laps of books are days.
    public static func book(of lane: LaneID, lap: Int) -> SessionName {
        SessionName(lane: lane.ofBooks, lap: lap)
    }

    public var isBook: Bool { lane.isOfBooks }

    /// The lane that flies, of which this is a session or a book.
    public var flownLane: LaneID { lane.flown }
}

extension SessionName: CustomStringConvertible {
    public var description: String { "\(isBook ? "d" : "s")\(flownLane).\(lap)" }
}
