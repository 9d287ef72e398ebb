import Vocabulary

/// One session, or all sessions of a lane.
public struct SelectedSessions: Comparable, Hashable, Sendable {
    public let lane: Int
    /// Nil is every lap.
    public let lap: Int?

    /// Laps that a name can have: about ten thousand years either way.
    static let laps = -99_999_999...99_999_999

    public init(lane: Int, lap: Int? = nil) {
        self.lane = lane
        self.lap = lap
    }

    /// The one session.
    public init(_ session: SessionName) { self.init(lane: session.lane, lap: session.lap) }

    /// A whole lane comes before its sessions.
    public static func < (left: Self, right: Self) -> Bool {
        (left.lane, left.lap ?? .min) < (right.lane, right.lap ?? .min)
    }
}

extension SelectedSessions {
    /// Reads `s7` or `s7.-1`; nil for anything else, other spellings of the same number included.
    public init?(parsing text: some StringProtocol) {
        guard text.utf8.first == UInt8(ascii: "s") else { return nil }
        let parts = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let lane = Self.number(parts[0]),
            (0..<SessionName.laneLimit).contains(lane)
        else { return nil }
        guard parts.count == 2 else {
            self.init(lane: lane)
            return
        }
        guard let lap = Self.number(parts[1]), Self.laps.contains(lap) else { return nil }
        self.init(lane: lane, lap: lap)
    }

    /// `Int` also reads `+1` and `01`; writing the number again tells them from `1`.
    private static func number(_ text: some StringProtocol) -> Int? {
        guard let value = Int(text), String(value).utf8.elementsEqual(text.utf8) else { return nil }
        return value
    }
}

extension SelectedSessions: CustomStringConvertible {
    public var description: String { lap.map { "s\(lane).\($0)" } ?? "s\(lane)" }
}
