import FlightDisplay
import Logbook
import Terminal
import Testing
import Vocabulary
import WireProtocol

/// A logbook whose reader may not read everything: it asks for what may be read, and what is
/// missing does not look like a day without data.
@Suite struct LogRightsTests {
    private func stand(
        read: String, kinds: String = #""stat","entry","event","phase""#
    ) -> LogStand {
        var life = ScriptedLife()
        life.rights = #"{"read":[\#(read)],"kinds":[\#(kinds)],"control":false,"observe":false}"#
        return LogStand(life)
    }

    private func texts(_ value: JSONValue?) -> [String] { value?.items.compactMap(\.text) ?? [] }

    @Test func `the page of a day asks for what may be read, and says what may not`() throws {
        let stand = stand(read: #""steps","heart_rate_bpm""#)
        #expect(texts(stand.last("query")?["metrics"]) == ["steps", "heart_rate_bpm"])
        let summaries = try #require(
            stand.requests.last { texts($0["kinds"]) == ["entry"] })
        #expect(texts(summaries["metrics"]) == ["steps"])
        let text = stand.text()
        #expect(!text.contains("no data"))
        let rows = text.split(separator: "\n")
        for name in ["body mass", "sleep", "distance"] {
            #expect(rows.contains { $0.contains("\(name) ") && $0.contains("no right") })
        }
        #expect(text.contains("no right: distance_m"))
        #expect(!text.contains("no right: heart_rate_bpm"))
    }

    @Test func `a flight is asked for by the kinds and metrics that may be read`() throws {
        let stand = stand(read: #""heart_rate_bpm","steps""#)
        let flight = try #require(
            stand.requests.last { texts($0["kinds"]).contains("phase") })
        #expect(texts(flight["kinds"]) == ["stat", "phase", "event"])
        #expect(texts(flight["metrics"]) == ["heart_rate_bpm"])
        let other = self.stand(read: #""steps""#, kinds: #""entry","event""#)
        let bare = try #require(
            other.requests.last { texts($0["kinds"]) == ["event"] && $0["after"] != nil })
        #expect(bare["metrics"] == nil && bare["stats"] == nil)
    }

    @Test func `places are asked for where they may be read, else the page says what is missing`()
        throws
    {
        var life = ScriptedLife()
        life.hasPlaces = true
        func flight(_ stand: LogStand) throws -> [String] {
            let flight = try #require(
                stand.requests.last { texts($0["kinds"]).contains("stat") })
            return texts(flight["metrics"])
        }
        var stand = LogStand(life)
        #expect(try flight(stand).suffix(4) == Metric.places.members.map(\.name)[...])
        #expect(stand.text().contains("ALTITUDE m") && stand.text().contains("m up"))
        stand.press("r")
        #expect(stand.text().contains("TRACK") && stand.text().contains("tab zones"))
        stand.press(.tab)
        #expect(stand.text().contains("TIME IN ZONES") && stand.text().contains("tab log"))
        stand.press(.tab)
        #expect(stand.text().contains("PHASES AND CALLS") && stand.text().contains("tab splits"))
        life.rights =
            #"{"read":["heart_rate_bpm","speed_mps","distance_m","steps","energy_kcal"],"#
            + #""kinds":["stat","entry","event","phase"],"control":false,"observe":false}"#
        let poor = LogStand(life)
        #expect(try flight(poor) == ["heart_rate_bpm", "speed_mps", "distance_m"])
        #expect(poor.text().contains("no right: places"))
        life.rights = nil
        life.hasPlaces = false
        #expect(try flight(LogStand(life)) == ["heart_rate_bpm", "speed_mps", "distance_m"])
    }

    @Test func `what may not be read at all is asked for, so that the daemon says what would help`()
        throws
    {
        var stand = stand(read: #""steps""#)
        stand.life.refusals = [
            "query": #""code":"sharing_denied","reason":"Reading sleep_min needs the right.","#
                + #""suggestion":"Ask who runs the daemon.","retryable":false"#
        ]
        stand.press("v")
        for _ in 0..<6 where texts(stand.last("query")?["metrics"]) != ["sleep_min"] {
            stand.press(.tab)
        }
        #expect(texts(stand.last("query")?["metrics"]) == ["sleep_min"])
        #expect(stand.text().contains("Reading sleep_min needs the right."))
    }

    @Test func `months and weeks count runs, and say that their length may not be read`() {
        var stand = stand(read: #""sleep_min""#)
        stand.press("m")
        #expect(stand.text().contains("no right to their length"))
        #expect(stand.text().contains("no right to steps"))
        #expect(!stand.text().contains("0.0 km"))
        stand.press("w")
        #expect(stand.text().contains("no right"))
        #expect(!stand.text().contains("0.0 km"))
    }

    @Test func `a right that is taken away is told, and the stream is not awaited`() throws {
        var stand = LogStand()
        let changes = try #require(
            stand.requests.last { texts($0["kinds"]) == ["entry", "event"] }?["sub"]?.text)
        stand.say(
            #"{"type":"ended","sub":"\#(changes)","code":"sharing_denied","#
                + #""description":"The client has no right to that."}"#)
        #expect(stand.text().contains("The client has no right to that."))
        #expect(stand.state.refusal?.code == "sharing_denied")
    }
}
