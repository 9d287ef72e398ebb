import Vocabulary

/// Which sessions a subscription is about.
public enum SessionSelection: Hashable, Sendable {
    case all
    /// The sessions in order and without repetition; never empty.
    case some([SelectedSessions])

    /// The selection of any of `sessions`, in whatever order they are. Traps when there is none.
    public init(_ sessions: some Sequence<SelectedSessions>) {
        let ordered = Set(sessions).sorted()
        precondition(!ordered.isEmpty, "a selection of no sessions")
        self = .some(ordered)
    }

    /// Whether the session is selected; O(log selected sessions).
    public func contains(_ session: SessionName) -> Bool {
        switch self {
        case .all: true
        case .some(let selected):
            Self.contains(session.flownLane, nil, in: selected)
                || Self.contains(session.lane, session.lap, in: selected)
        }
    }

    private static func contains(
        _ lane: LaneID, _ lap: Int?, in selected: [SelectedSessions]
    ) -> Bool {
        let wanted = SelectedSessions(lane: lane, lap: lap)
        var range = selected.indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if selected[middle] == wanted { return true }
            range =
                selected[middle] < wanted
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }
}

/// One session, all sessions of a lane with the books of its days, or one book.
public struct SelectedSessions: Comparable, Hashable, Sendable {
    /// The lane as in ``SessionName``: for a book, behind all lanes that can fly.
    public let lane: LaneID
    /// The lap; nil is every lap.
    public let lap: Int?

    /// Laps that a name can have: about ten thousand years either way.
    static let laps = -99_999_999...99_999_999

    public init(lane: LaneID, lap: Int? = nil) {
        self.lane = lane
        self.lap = lap
    }

    /// The selection of one session.
    public init(_ session: SessionName) { self.init(lane: session.lane, lap: session.lap) }

    /// A whole lane comes before its sessions.
    public static func < (left: Self, right: Self) -> Bool {
        (left.lane, left.lap ?? .min) < (right.lane, right.lap ?? .min)
    }
}

extension SelectedSessions {
    /// Whether the selection is the book of a day.
    public var isBook: Bool { lane.isOfBooks }

    /// The lane that flies.
    public var flownLane: LaneID { lane.flown }

    /// Reads `s7`, `s7.-1` or `d7.-1`; nil for anything else, other spellings of the same number
    /// included.
    public init?(parsing text: some StringProtocol) {
        let isBook = text.utf8.first == UInt8(ascii: "d")
        guard isBook || text.utf8.first == UInt8(ascii: "s") else { return nil }
        let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let number = Self.number(parts[0]),
            let lane = LaneID(exactly: number)
        else { return nil }
        guard parts.count == 2 else {
            // Days of a lane come with its sessions.
            guard !isBook else { return nil }
            self.init(lane: lane)
            return
        }
        guard let lap = Self.number(parts[1]), Self.laps.contains(lap) else { return nil }
        self.init(isBook ? .book(of: lane, lap: lap) : SessionName(lane: lane, lap: lap))
    }

    // `Int` also reads `+1` and `01`: only the text that the number is written as is right.
    private static func number(_ text: some StringProtocol) -> Int? {
        guard let value = Int(text), String(value).utf8.elementsEqual(text.utf8) else { return nil }
        return value
    }
}

extension SelectedSessions: CustomStringConvertible {
    public var description: String {
        lap.map { "\(SessionName(lane: lane, lap: $0))" } ?? "s\(lane)"
    }
}
