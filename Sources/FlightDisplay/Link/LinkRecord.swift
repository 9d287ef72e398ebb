import WireProtocol

/// What has been heard of the daemon, and when.
struct LinkRecord: Equatable, Sendable {
    /// Why there is no link, and when the next attempt is due.
    struct Loss: Equatable, Sendable {
        let reason: String
        let attempt: Int
        /// Microseconds of the machine's monotonic clock.
        let nextAttempt: Int64
    }

    var loss: Loss?
    /// Microseconds of the machine's monotonic clock; nil before the greeting.
    var lastHeard: Int64?
    /// Whether the lines of the past have all come.
    var isCaughtUp = false
    /// Lines that this display did not get; ``linesLostMax`` stands for that many or more.
    private(set) var linesLost = 0
    /// What the daemon said when it ended the connection.
    var farewell: String?

    private static let linesLostMax = 1_000_000_000_000

    /// Counts the lines of a gap, and returns how many they are, 0 to ``linesLostMax``.
    mutating func noteGap(_ line: JSONValue) -> Int {
        let lines = min(max(line["lines"]?.integer ?? 0, 0), Self.linesLostMax)
        linesLost = min(linesLost + lines, Self.linesLostMax)
        return lines
    }

    func state(at monotonic: Int64, beatSeconds: Int) -> LinkState {
        if let loss {
            let left = max(0, loss.nextAttempt - monotonic + 999_999) / 1_000_000
            return .lost(reason: loss.reason, attempt: loss.attempt, secondsToNext: Int(left))
        }
        guard let lastHeard else { return .connecting }
        let silence = Int((monotonic - lastHeard) / 1_000_000)
        // Two beats may be on their way late; three that are missing are a sign.
        if silence > beatSeconds * 5 / 2 { return .silent(seconds: silence) }
        return isCaughtUp ? .live : .catchingUp
    }
}

/// How the link to the daemon stands; always on the screen.
enum LinkState: Equatable, Sendable {
    case connecting
    /// Lines of the past are coming in.
    case catchingUp
    case live
    /// Nothing has come for so many seconds, though the daemon gives a sign of life every few.
    case silent(seconds: Int)
    /// The next attempt to connect is due in so many seconds.
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
