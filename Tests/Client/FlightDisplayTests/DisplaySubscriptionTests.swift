import ChannelPipeline
import CivilTime
import FlightDisplay
import Readout
import Terminal
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct DisplaySubscriptionTests {
    private func stand(
        sessions: Int = 3, speed: Double = 1, shard: FleetShard = .whole
    ) -> DisplayStand {
        let fleet = Fleet(
            seed: 1, epoch: DisplayStand.epoch, simulatedLanes: sessions, shard: shard)
        var stand = DisplayStand(
            fleet, greeted: DisplayStand.epoch + .seconds(600), lane: 1, speed: speed)
        let lanes = (0..<fleet.flownLaneCount).map(shard.lane)
        stand.scripted = ScriptedFleet(lanes.map { ScriptedFleet.Session($0) })
        return stand
    }

    @Test(arguments: [0.1, 1, 7.5, 60, 600, 3600])
    func `the daemon accepts every request, at every window and smoothing`(
        speed: Double
    ) throws {
        var stand = stand(speed: speed)
        for _ in 0..<30 {
            stand.press("ws")
            for subscription in stand.state.subscriptions {
                let request = try DisplayStand.decode(subscription.request)
                #expect(request.name == subscription.name)
                try request.shape.validate(rate: .oneHertz)
            }
        }
        stand.press("t")
        for subscription in stand.state.subscriptions {
            try DisplayStand.decode(subscription.request).shape.validate(rate: .oneHertz)
        }
    }

    @Test func `only the lanes of the shard are subscribed to, one after the other`() throws {
        let shard = try #require(FleetShard(index: 1, count: 4))
        var stand = stand(sessions: 1203, shard: shard)
        func lanes() throws -> Set<LaneID> {
            var lanes: Set<LaneID> = []
            for subscription in stand.state.subscriptions {
                guard
                    case .some(let selected) = try DisplayStand.decode(subscription.request)
                        .selection
                else { continue }
                lanes.formUnion(selected.map(\.lane))
            }
            return lanes
        }
        #expect(try lanes() == [1])
        stand.press("n")
        #expect(try lanes() == [5])
        stand.press("pp")
        #expect(try lanes() == [1201])
        stand.press("t")
        #expect(try lanes() == Set((281..<301).map(shard.lane)))
    }

    @Test func `the clock of a fleet at full speed stands at the newest line`() {
        var stand = stand()
        let hello = #"{"type":"hello","seed":1,"speed":"max","sessions":3,"clock_us":5,"t":"#
        stand.say(hello + #""2026-11-20T06:10:00.000000Z"}"#)
        stand.say(#"{"type":"beat","t":"2026-11-20T07:10:05.000000Z"}"#)
        let shot = Shot(state: stand.state, clock: stand.clock + .seconds(3600))
        #expect(shot.text(100, 30).contains("07:10:05 UTC max"))
    }

    @Test func `times of day are those of the fleet's zone`() throws {
        let zone = try TimeZoneRules(rule: "CET-1")
        let hello =
            #"{"type":"hello","seed":1,"sessions":3,"clock_us":5,"time_zone":"Europe/Berlin","#
            + #""t":"2026-11-20T06:10:00.000000Z"}"#
        for (zones, time) in [("Europe/Berlin", "07:10:00 CET-1"), ("?", "06:10:00 UTC")] {
            var state = DisplayState(Preferences(units: .metric, symbols: .ascii)) { name in
                name == zones ? zone : nil
            }
            let now = MonotonicInstant(microseconds: 5)
            state.connect()
            state.take(try #require(JSONValue(line: hello.utf8)), at: now)
            #expect(Shot(state: state, clock: now).text(100, 30).contains(time))
        }
    }

    @Test func `there is no subscription before the greeting, or before a lane is chosen`() {
        var state = DisplayState(Preferences(units: .metric, symbols: .ascii), lane: 0)
        #expect(state.subscriptions == [])
        state = DisplayState(Preferences(units: .metric, symbols: .ascii))
        #expect(state.subscriptions == [])
    }

    @Test func `a new window or smoothing renews only the subscription of the present`() {
        for key in ["w", "s"] {
            var stand = stand()
            let before = stand.state.subscriptions
            stand.press(key)
            let after = stand.state.subscriptions
            #expect(before.count == 2 && after.count == 2)
            #expect(before[0].name != after[0].name && before[0].request != after[0].request)
            #expect(before[1] == after[1])
        }
    }

    @Test func `a name is never used twice on one connection`() {
        var stand = stand(sessions: 600)
        var open = stand.state.subscriptions
        var names = Set(open.map(\.name))
        for key in "npwsntptnwntnnstppwt" {
            stand.press(String(key))
            stand.wait(.seconds(1))
            for subscription in stand.state.subscriptions where !open.contains(subscription) {
                #expect(names.insert(subscription.name).inserted, "\(subscription.name) at \(key)")
            }
            open = stand.state.subscriptions
        }
    }

    @Test(arguments: [(1.0, 1), (10, 1), (60, 6), (600, 60), (3600, 360)])
    func `the present changes ten times a second at most`(speed: Double, seconds: Int64) throws {
        let request = try DisplayStand.decode(stand(speed: speed).state.subscriptions[0].request)
        #expect(request.shape.every == .seconds(seconds))
    }
}
