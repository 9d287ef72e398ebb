import FlightDisplay
import Vocabulary
import WireProtocol

/// The question about the chosen lane's row in `sessions`, and the answer.
struct LaneQuestion: Equatable, Sendable {
    private(set) var card: LaneCard?
    /// Whether the daemon has answered or refused.
    private(set) var isAnswered = false
    private var isDue = false

    static let id = "card"

    /// Asks, also once more.
    mutating func ask() { isDue = true }

    /// Drops the card of another fleet.
    mutating func forgetCard() { card = nil }

    /// The request to send now; nil for none.
    mutating func request(_ lane: LaneID) -> String? {
        defer { isDue = false }
        return isDue ? RestRecord.question(lane, id: Self.id) : nil
    }

    mutating func refuse() { isAnswered = true }

    /// Takes the answer, and returns the card in it. The daemon lists lanes from the chosen one on:
    /// the card of another lane is not kept.
    mutating func take(_ answer: JSONValue, _ lane: LaneID) -> LaneCard? {
        isAnswered = true
        let listed = (answer["sessions"]?.items.first).map(LaneCard.init)
        if let listed, listed.lane == lane { card = listed }
        return listed
    }
}

/// The chosen lane's row in `sessions`: its athlete, and its current or next session.
struct LaneCard: Equatable, Sendable {
    let session: String
    /// Sex and age, or the file name of a recording.
    let runner: String
    let isResting: Bool
    /// When the session begins or began.
    let start: FleetInstant?

    var lane: LaneID? { LaneName.lane(of: session) }

    init(_ line: JSONValue) {
        session = line["session"]?.text ?? "?"
        runner = SessionCard.runner(line) ?? ""
        isResting = line["state"]?.text == "resting"
        start = (line["start"] ?? line["next"])?.instant
    }
}
