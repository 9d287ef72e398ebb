import CivilTime
import FlightDisplay
import Readout
import Terminal
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// An athlete of a fleet by days between two runs.
@Suite struct RestTests {
    private static let berlin: TimeZoneRules? = {
        let rule = try? TimeZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
        return rule.flatMap { try? TimeZoneRules(name: "Europe/Berlin", bytes: $0.bytes) }
    }()

    private static let resting =
        #"{"type":"sessions","id":"rest","sessions":[{"lane":7,"session":"s7.66","source":"simulated","#
        + #""state":"resting","next":"2026-03-08T06:21:00.000000Z","plan":"easy","#
        + #""mission":{"target_distance_m":8000,"target_speed_mps":3,"pace_deviation_s_per_km":15},"#
        + #""athlete":{"sex":"female","age":34}}]}"#

    private static let run =
        #"{"sub":"rest.1","type":"entry","session":"d7.64","t":"2026-03-06T07:02:00.000000Z","#
        + #""run":"s7.64","start":"2026-03-06T06:21:00.000000Z","end":"2026-03-06T07:02:00.000000Z","#
        + #""elapsed_s":2400,"moving_s":2390,"distance_m":8040}"#

    private static let clock = MonotonicInstant.zero + .seconds(1000)

    /// The display of a lane, greeted at 2026-03-06T13:32:10Z, with no line of a session.
    private static func display(units: Units = .metric, schedule: String = "days") -> DisplayState {
        var state = DisplayState(Preferences(units: units, symbols: .ascii), lane: 7) { _ in
            berlin
        }
        state.connect()
        say(
            #"{"type":"hello","proto":"1.1","identity":"k1","seed":42,"speed":1,"sessions":12,"#
                + #""schedule":"\#(schedule)","time_zone":"Europe/Berlin","beat_s":5,"#
                + #""t":"2026-03-06T13:32:10.000000Z","clock_us":\#(clock.microseconds)}"#, &state)
        for subscription in state.subscriptions {
            say(#"{"sub":"\#(subscription.name)","type":"live"}"#, &state)
        }
        return state
    }

    private static func say(_ line: String, _ state: inout DisplayState) {
        guard let value = JSONValue(line: line.utf8) else { preconditionFailure(line) }
        state.take(value, at: clock)
    }

    private static func text(_ state: DisplayState, _ columns: Int = 80, _ rows: Int = 24)
        -> String
    {
        state.screen(at: clock, columns: columns, rows: rows).text.joined(separator: "\n")
    }

    @Test func `who rests is shown with what is planned and the last run`() throws {
        var state = Self.display()
        let asked = state.requests(at: Self.clock)
        #expect(asked.contains(#"{"op":"sessions","id":"rest","from":7,"limit":1}"#))
        #expect(state.requests(at: Self.clock).isEmpty, "asked once")
        let runs = try #require(state.subscriptions.last)
        let request = try DisplayStand.decode(runs.request)
        #expect(
            request.shape.kinds == [.entry] && request.shape.dayMetrics == DayMetricSet(.bodyMass))
        Self.say(Self.resting, &state)
        #expect(Self.text(state).contains("last: reading ..."))
        Self.say(Self.run, &state)
        Self.say(#"{"sub":"rest.1","type":"live"}"#, &state)
        let text = Self.text(state)
        for words in [
            "s7, female, 34, rests",
            "next: easy 8.00 km, Sun 8 Mar 07:21", "in 1 d 16 h, s7.66",
            "last: Fri 6 Mar 07:21, 8.04 km in 39:50, s7.64",
        ] {
            #expect(text.contains(words), "\(words) in \(text)")
        }
        #expect(!text.contains("waiting"))
        #expect(Self.text(state, 36, 8).contains("s7, female, 34, rests"))
    }

    @Test func `an athlete without a run lately, and in miles`() {
        var state = Self.display(units: .imperial)
        Self.say(Self.resting, &state)
        Self.say(#"{"sub":"rest.1","type":"live"}"#, &state)
        #expect(Self.text(state).contains("next: easy 4.97 mi"))
        #expect(Self.text(state).contains("last: no run in the last 28 days"))
    }

    @Test func `what cannot be known is no notice, and a run ends the rest`() throws {
        var state = Self.display()
        Self.say(Self.resting, &state)
        Self.say(
            #"{"type":"error","id":"rest","code":"anchor_expired","reason":"too old"}"#, &state)
        #expect(!Self.text(state).contains("too old"))
        let names = state.subscriptions.map(\.name)
        #expect(names.contains("rest.1"))
        Self.say(
            #"{"sub":"\#(names[0])","type":"snapshot","session":"s7.66","state":"flying","#
                + #""phase":"preflight","start":"2026-03-08T06:21:00.000000Z","plan":"easy"}"#,
            &state)
        #expect(!Self.text(state).contains("rests"))
        #expect(!state.subscriptions.contains { $0.name.hasPrefix("rest") })
    }

    @Test func `the flight of the lane before does not stand for one that rests`() {
        var state = Self.display()
        let name = state.subscriptions[0].name
        Self.say(
            #"{"sub":"\#(name)","type":"snapshot","session":"s7.64","state":"landed","#
                + #""start":"2026-03-06T06:21:00.000000Z","plan":"long"}"#, &state)
        #expect(Self.text(state).contains("s7.64"))
        _ = state.take(.character("n"), at: Self.clock)
        for subscription in state.subscriptions {
            Self.say(#"{"sub":"\#(subscription.name)","type":"live"}"#, &state)
        }
        #expect(!Self.text(state).contains("s7.64"))
        #expect(
            state.requests(at: Self.clock).contains {
                $0 == #"{"op":"sessions","id":"rest","from":8,"limit":1}"#
            })
    }

    @Test func `nobody rests in a fleet by laps`() {
        var state = Self.display(schedule: "laps")
        #expect(!state.requests(at: Self.clock).contains { $0.contains("rest") })
        #expect(Self.text(state).contains("waiting for the session's first line"))
    }

    @Test func `the table says the fleet's day, in its zone, and when who rests runs next`() {
        var state = Self.display()
        _ = state.take(.character("t"), at: Self.clock)
        for request in state.requests(at: Self.clock) where request.contains("\"id\"") {
            let id = JSONValue(line: request.utf8)?["id"]?.text ?? ""
            Self.say(
                Self.resting.replacing("\"rest\"", with: "\"\(id)\",\"total\":12,\"brought\":12"),
                &state)
        }
        #expect(Self.text(state).contains("Sun 8 07:21"), "\(Self.text(state))")
        #expect(Self.text(state).contains("Fri 6 Mar"))
        let night = Self.clock + .seconds(9 * 3600 + 1700)
        #expect(
            state.screen(at: night, columns: 80, rows: 24).text[0].contains("Sat 7 Mar"),
            "in UTC it is Friday still")
    }
}
