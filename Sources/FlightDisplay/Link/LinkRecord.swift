import Vocabulary
import WireProtocol

/// What the display knows of its link to the daemon.
struct LinkRecord: Equatable, Sendable {
    /// Why the link is lost, and when the next attempt is due.
    struct Loss: Equatable, Sendable {
        let reason: String
        let attempt: Int
        let nextAttempt: MonotonicInstant
    }

    var loss: Loss?
    /// When the last line came; nil before the greeting.
    var lastHeard: MonotonicInstant?
    /// Whether the replay of the past is complete.
    var isCaughtUp = false
    /// The lines that gaps announced, 0...``linesLostMax``.
    private(set) var linesLost = 0
    /// The description in the daemon's `bye`.
    var farewell: String?

    private static let linesLostMax = 1_000_000_000_000

    /// Adds the lines of a gap and returns their number, 0...``linesLostMax``.
    mutating func noteGap(_ line: JSONValue) -> Int {
        let lines = min(max(line["lines"]?.integer ?? 0, 0), Self.linesLostMax)
        linesLost = min(linesLost + lines, Self.linesLostMax)
        return lines
    }

    func state(at now: MonotonicInstant, beatSeconds: Int) -> LinkState {
        if let loss {
            let left = max(.zero, loss.nextAttempt - now).components
            let seconds = Int(left.seconds) + (left.attoseconds > 0 ? 1 : 0)
            return .lost(reason: loss.reason, attempt: loss.attempt, secondsToNext: seconds)
        }
        guard let lastHeard else { return .connecting }
        let silence = Int((now - lastHeard).components.seconds)
        // Two beats may be late; a third that is missing means that something is wrong.
        if silence > beatSeconds * 5 / 2 { return .silent(seconds: silence) }
        return isCaughtUp ? .live : .catchingUp
    }
}

/// The state of the link, which every frame shows.
enum LinkState: Equatable, Sendable {
    case connecting
    /// Replayed lines of the past are coming in.
    case catchingUp
    case live
    /// Nothing has come for `seconds`, longer than the interval of the daemon's beats allows.
    case silent(seconds: Int)
    /// The next attempt to connect is due in `secondsToNext`.
    case lost(reason: String, attempt: Int, secondsToNext: Int)

    var text: String {
        switch self {
        case .connecting: "CONNECTING"
        case .catchingUp: "CATCHING UP"
        case .live: "LIVE"
        case .silent(let seconds): "SILENT \(seconds) s"
        case .lost(_, let attempt, let seconds): "LOST, attempt \(attempt) in \(seconds) s"
        }
    }
}
