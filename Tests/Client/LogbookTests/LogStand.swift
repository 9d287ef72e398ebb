import CivilTime
import FlightDisplay
import Logbook
import Terminal
import TestSupport
import Vocabulary
import WireProtocol

/// A logbook that a scripted daemon answers, without a clock.
struct LogStand {
    /// The machine's clock at the greeting.
    static let greetingClock = MonotonicInstant.zero + .seconds(1000)

    var state: LogbookState
    var life: ScriptedLife
    private(set) var clock = LogStand.greetingClock
    /// All requests that were sent, those of subscriptions among them.
    private(set) var requests: [JSONValue] = []
    private var open: [LogSubscription] = []

    init(
        _ life: ScriptedLife = ScriptedLife(), symbols: Symbols = .braille,
        place: LogbookPlace = LogbookPlace(lane: 7)
    ) {
        self.life = life
        state = LogbookState(place, LogbookPreferences(symbols: symbols), follows: true) { name in
            name == ScriptedLife.berlin.name ? ScriptedLife.berlin : nil
        }
        connect()
    }

    /// Greets, and answers all that the logbook asks.
    mutating func connect() {
        state.connect()
        open = []
        say(life.greeting)
        answer()
    }

    mutating func say(_ line: String) {
        guard let value = JSONValue(line: line.utf8) else {
            preconditionFailure("no JSON: \(line)")
        }
        state.take(value, at: clock)
    }

    /// Answers requests until there are no more, at most twenty times.
    mutating func answer() {
        for _ in 0..<20 {
            let asked = ask()
            if asked.isEmpty { return }
            for request in asked {
                for line in life.answer(request) { say(line) }
            }
        }
    }

    /// What the logbook sends now, unanswered.
    mutating func ask() -> [JSONValue] {
        var lines = state.requests(at: clock)
        let wanted = state.subscriptions
        lines += wanted.filter { !open.contains($0) }.map(\.request)
        open = wanted
        let asked = lines.compactMap { JSONValue(line: $0.utf8) }
        requests += asked
        return asked
    }

    /// Lets time pass, on the machine and in the fleet.
    mutating func pass(_ seconds: Int64) {
        clock = clock + .seconds(seconds)
        life.now = life.now + .seconds(seconds)
        say(#"{"type":"beat","t":"\#(ScriptedLife.text(life.now))"}"#)
        answer()
    }

    /// Presses keys, one for each character, and answers the requests that follow each.
    @discardableResult
    mutating func press(_ keys: String) -> DisplayWish {
        var wish = DisplayWish.nothing
        for key in keys { wish = press(.character(key)) }
        return wish
    }

    @discardableResult
    mutating func press(_ key: Key) -> DisplayWish {
        let wish = state.take(key, at: clock)
        answer()
        return wish
    }

    func screen(_ columns: Int, _ rows: Int) -> Screen {
        state.screen(at: clock, columns: columns, rows: rows)
    }

    func text(_ columns: Int = 80, _ rows: Int = 24) -> String {
        screen(columns, rows).text.joined(separator: "\n")
    }

    /// The last request of an operation.
    func last(_ operation: String) -> JSONValue? { requests.last { $0["op"]?.text == operation } }
}
