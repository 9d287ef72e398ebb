import Vocabulary
import WireProtocol

/// The display's link to the daemon, and the fleet that the daemon has greeted with.
package struct LinkRecord: Equatable, Sendable {
    /// Why the link is lost, and when the next attempt is due.
    package struct Loss: Equatable, Sendable {
        package let reason: String
        package let attempt: Int
        package let nextAttempt: MonotonicInstant
    }

    package private(set) var loss: Loss?
    /// When the last line came; nil before the greeting.
    private var lastHeard: MonotonicInstant?
    /// Whether the replay of the past is complete.
    package var isCaughtUp = false
    /// How far the subscription is on its way to the present; nil before the daemon says so.
    private var progress: CatchUpProgress?
    /// The lines that gaps announced, 0...``linesLostMax``.
    package private(set) var linesLost = 0
    /// The description in the daemon's `bye`.
    private var farewell: String?
    /// The fleet of the last greeting; nil before the first.
    package internal(set) var fleet: GreetedFleet?
    package private(set) var clock: FleetClock?

    package init() {}

    /// Resets what belongs to the previous connection. The greeting is the next line.
    package mutating func connect() {
        (loss, lastHeard, farewell, isCaughtUp, progress) = (nil, nil, nil, false, nil)
    }

    /// Notes that the link is lost, and returns why: what the daemon said at last, else the reason
    /// without its remedy after a semicolon, which is to reconnect.
    package mutating func lose(
        because reason: String, attempt: Int, nextAttempt: MonotonicInstant
    ) -> String {
        let reason = farewell ?? String(reason.prefix { $0 != ";" })
        loss = Loss(reason: reason, attempt: attempt, nextAttempt: nextAttempt)
        return reason
    }

    /// Notes how far a subscription is on its way to the present.
    package mutating func noteProgress(_ line: JSONValue) {
        progress = CatchUpProgress(line) ?? progress
    }

    /// Notes that a line has come.
    package mutating func hear(_ line: JSONValue, at now: MonotonicInstant) {
        lastHeard = now
        clock?.take(line)
        if line.type == .bye { farewell = line["description"]?.text }
    }

    /// Takes a greeting. Returns a notice if it is of another fleet than the last one: sessions
    /// then have the same names but are not the same.
    package mutating func greet(_ line: JSONValue) -> String? {
        let greeted = GreetedFleet(greeting: line)
        let isAnother = fleet.map { $0.identity != greeted.identity } ?? false
        (fleet, clock) = (greeted, FleetClock(greeting: line))
        return isAnother ? "another fleet: seed \(greeted.seed)" : nil
    }

    /// The fleet's present at an instant of the machine's clock.
    func instant(at now: MonotonicInstant) -> FleetInstant {
        clock?.instant(at: now) ?? FleetInstant(ticks: 0)
    }

    /// The fleet's present when the last line came.
    var heardInstant: FleetInstant { instant(at: lastHeard ?? .zero) }

    private static let linesLostMax = 1_000_000_000_000

    /// Adds the lines of a gap and returns their number, 0...``linesLostMax``.
    package mutating func noteGap(_ line: JSONValue) -> Int {
        let lines = min(max(line["lines"]?.integer ?? 0, 0), Self.linesLostMax)
        linesLost = min(linesLost + lines, Self.linesLostMax)
        return lines
    }

    package func state(at now: MonotonicInstant) -> LinkState {
        if let loss {
            let left = max(.zero, loss.nextAttempt - now).components
            let seconds = Int(left.seconds) + (left.attoseconds > 0 ? 1 : 0)
            return .lost(reason: loss.reason, attempt: loss.attempt, secondsToNext: seconds)
        }
        guard let lastHeard else { return .connecting }
        let silence = Int((now - lastHeard).components.seconds)
        // Two beats may be late; a third missing beat means a fault.
        if silence > (fleet?.beatSeconds ?? 5) * 5 / 2 { return .silent(seconds: silence) }
        return isCaughtUp ? .live : .catchingUp(progress)
    }
}

/// The state of the link, which every frame shows.
package enum LinkState: Equatable, Sendable {
    case connecting
    /// Lines of the past are coming in, or sessions are still to come.
    case catchingUp(CatchUpProgress?)
    case live
    /// No line has come for `seconds`, longer than the interval of the daemon's beats allows.
    case silent(seconds: Int)
    /// The next attempt to connect is due in `secondsToNext`.
    case lost(reason: String, attempt: Int, secondsToNext: Int)

    var isCatchingUp: Bool {
        if case .catchingUp = self { true } else { false }
    }

    package var text: String {
        switch self {
        case .connecting: "CONNECTING"
        case .catchingUp(let progress):
            ["CATCHING UP", progress?.text].compactMap(\.self).joined(separator: ", ")
        case .live: "LIVE"
        case .silent(let seconds): "SILENT \(seconds) s"
        case .lost(_, let attempt, let seconds): "LOST, attempt \(attempt) in \(seconds) s"
        }
    }
}
