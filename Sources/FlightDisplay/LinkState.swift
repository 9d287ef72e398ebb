/// How the link to the daemon stands; always on the screen.
package enum LinkState: Equatable, Sendable {
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
