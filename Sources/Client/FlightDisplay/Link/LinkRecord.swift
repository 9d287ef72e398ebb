import Vocabulary
import WireProtocol

/// The state of the display's link to the daemon.
package struct LinkRecord: Equatable, Sendable {
    /// Why the link is lost, and when the next attempt is due.
    package struct Loss: Equatable, Sendable {
        package let reason: String
        package let attempt: Int
        package let nextAttempt: MonotonicInstant

        package init(reason: String, attempt: Int, nextAttempt: MonotonicInstant) {
            self.reason = reason
            self.attempt = attempt
            self.nextAttempt = nextAttempt
        }
    }

    package var loss: Loss?
    /// When the last line came; nil before the greeting.
    package var lastHeard: MonotonicInstant?
    /// Whether the replay of the past is complete.
    package var isCaughtUp = false
    /// The lines that gaps announced, 0...``linesLostMax``.
    package private(set) var linesLost = 0
    /// The description in the daemon's `bye`.
    package var farewell: String?

    package init() {}

    private static let linesLostMax = 1_000_000_000_000

    /// Adds the lines of a gap and returns their number, 0...``linesLostMax``.
    package mutating func noteGap(_ line: JSONValue) -> Int {
        let lines = min(max(line["lines"]?.integer ?? 0, 0), Self.linesLostMax)
        linesLost = min(linesLost + lines, Self.linesLostMax)
        return lines
    }

    package func state(at now: MonotonicInstant, beatSeconds: Int) -> LinkState {
        if let loss {
            let left = max(.zero, loss.nextAttempt - now).components
            let seconds = Int(left.seconds) + (left.attoseconds > 0 ? 1 : 0)
            return .lost(reason: loss.reason, attempt: loss.attempt, secondsToNext: seconds)
        }
        guard let lastHeard else { return .connecting }
        let silence = Int((now - lastHeard).components.seconds)
        // Two beats may be late; a third missing beat means a fault.
        if silence > beatSeconds * 5 / 2 { return .silent(seconds: silence) }
        return isCaughtUp ? .live : .catchingUp
    }
}

/// The state of the link, which every frame shows.
package enum LinkState: Equatable, Sendable {
    case connecting
    /// Replayed lines of the past are coming in.
    case catchingUp
    case live
    /// No line has come for `seconds`, longer than the interval of the daemon's beats allows.
    case silent(seconds: Int)
    /// The next attempt to connect is due in `secondsToNext`.
    case lost(reason: String, attempt: Int, secondsToNext: Int)

    package var text: String {
        switch self {
        case .connecting: "CONNECTING"
        case .catchingUp: "CATCHING UP"
        case .live: "LIVE"
        case .silent(let seconds): "SILENT \(seconds) s"
        case .lost(_, let attempt, let seconds): "LOST, attempt \(attempt) in \(seconds) s"
        }
    }
}
