import FlightDisplay
import Terminal
import TestSupport
import Testing
import Vocabulary

/// The rows of a page are sorted by the values on the screen, in every frame.
@Suite struct FleetArrangementTests {
    /// The columns of a screen of 200 columns, with their values and their names in lines.
    private static let columns: [(key: String, field: String, scale: Double)] = [
        ("BPM", "heart_rate_bpm", 1), ("SPM", "cadence_spm", 1), ("STRIDE", "stride_m", 0.01),
        ("CONTACT", "contact_ms", 1), ("KCAL", "energy_kcal", 1), ("KM", "distance_m", 10),
        ("/km", "speed_mps", 0.01),
    ]

    private func say(_ fields: String, of lane: LaneID, _ stand: inout DisplayStand) {
        let name = stand.state.subscriptions.first?.name ?? ""
        stand.say(
            #"{"sub":"\#(name)","t":"\#(DisplayStand.text(stand.now))","session":"s\#(lane).0","#
                + fields + "}")
    }

    private func tell(_ rate: Double, of lane: LaneID, _ stand: inout DisplayStand) {
        say(#""type":"stat","heart_rate_bpm":{"latest":\#(rate)}"#, of: lane, &stand)
    }

    /// Forty lanes on a screen with all columns; two lanes have no values.
    private func wide() -> DisplayStand {
        let fields = Self.columns.map(\.field)
        let sessions = (0..<40).map { (lane: LaneID) in
            let value = Double(lane.index)
            let latest = Dictionary(uniqueKeysWithValues: fields.map { ($0, value) })
            return ScriptedFleet.Session(lane, latest: lane.index > 37 ? [:] : latest)
        }
        return DisplayStand.table(ScriptedFleet(sessions), columns: 200, rows: 60)
    }

    @Test(arguments: columns.map(\.key), [false, true])
    func `the sorted column is in order in every frame`(
        head: String, isReversed: Bool
    ) throws {
        let column = try #require(Self.columns.first { $0.key == head })
        var stand = wide()
        stand.sort(by: (head == "/km" ? "^" : "v") + head, columns: 200)
        if isReversed { stand.press("r") }
        let isShownFalling = isReversed == (head == "/km")
        #expect(stand.text(200, 60).contains((isShownFalling ? "v" : "^") + head))
        let lanes = (0..<38).map(LaneID.init(index:))
        var values = Dictionary(uniqueKeysWithValues: lanes.map { ($0, Double($0.index)) })
        for step in 1...60 {
            let lane = LaneID(index: step * 17 % 38)
            let value = Double(step * 7919 % 101) * column.scale
            stand.pass(.milliseconds(20))
            say(#""type":"stat","\#(column.field)":{"latest":\#(value)}"#, of: lane, &stand)
            values[lane] = value
            let expected = values.keys.sorted { left, right in
                guard let one = values[left], let other = values[right], one != other else {
                    return left < right
                }
                return isReversed ? one < other : one > other
            }
            #expect(stand.shot.lanes(200, 60) == expected + [38, 39])
        }
    }

    @Test func `the selection stays on its session in its new row, and moves on from there`() {
        var stand = DisplayStand.table(DisplayStand.crowd(100))
        stand.press("ooo")
        #expect(stand.shot.lanes().first == stand.shot.markedLane)
        let lane = stand.shot.lanes()[0]
        let next = stand.shot.lanes()[6]
        stand.pass(.milliseconds(300))
        stand.answer()
        tell(93.5, of: lane, &stand)
        #expect(stand.shot.lanes().firstIndex(of: lane) == 5)
        #expect(stand.shot.markedLane == lane)
        stand.press(.down)
        #expect(stand.shot.markedLane == next)
    }

    @Test func `a frozen picture keeps its order, and the selection its session afterwards`() {
        var stand = DisplayStand.table(DisplayStand.crowd(100))
        stand.press("ooo")
        stand.wait(.milliseconds(300))
        let before = stand.shot.lanes()
        stand.press(" ")
        stand.press(.down)
        tell(0, of: before[0], &stand)
        #expect(stand.shot.lanes() == before && stand.shot.markedLane == before[1])
        stand.press(" ")
        #expect(stand.shot.lanes() == Array(before.dropFirst()) + [before[0]])
        #expect(stand.shot.markedLane == before[1])
        stand.press(.down)
        #expect(stand.shot.markedLane == before[2])
    }

    @Test func `a session that leaves the phase leaves its page, and a new page is requested`() {
        var stand = DisplayStand.table(DisplayStand.crowd(70))
        stand.press("4")
        stand.wait(.milliseconds(300))
        let before = stand.shot.lanes()
        #expect(before == Array(stride(from: 3, to: 70, by: 7)))
        let followed = stand.state.subscriptions
        say(#""type":"phase","from":"cruise","to":"descent""#, of: 3, &stand)
        #expect(stand.shot.lanes() == Array(before.dropFirst()))
        #expect(stand.shot.markedLane == 10)
        stand.pass(.seconds(1))
        #expect(stand.ask().count == 1)
        #expect(stand.state.subscriptions == followed)
    }

    @Test func `an older line does not restore a phase`() {
        var stand = DisplayStand.table(DisplayStand.crowd(70))
        stand.press("4")
        stand.wait(.milliseconds(300))
        let before = stand.shot.lanes()
        let name = stand.state.subscriptions[0].name
        stand.say(
            #"{"sub":"\#(name)","t":"\#(DisplayStand.text(stand.now - .seconds(2)))","#
                + #""session":"s3.0","type":"stat","phase":"climb"}"#)
        #expect(stand.shot.lanes() == before)
    }

    @Test func `when all have left the phase no row is selected, and no key traps`() {
        var stand = DisplayStand.table(ScriptedFleet([.init(0), .init(1)]))
        stand.press("4")
        for lane: LaneID in 0..<2 { say(#""type":"phase","to":"descent""#, of: lane, &stand) }
        #expect(stand.shot.lanes().isEmpty && stand.shot.markedLane == nil)
        for key in [Key.down, .up, .end, .home, .pageDown, .character(" "), .character("P")] {
            _ = stand.state.take(key, at: stand.clock)
            #expect(stand.shot.screen(80, 24).rows == 24)
        }
    }

    @Test(arguments: [
        (0.1, 5), (1, 5), (6, 5), (15, 2), (60, 1), (3600, 1),
    ])
    func `a page is kept for 30 s of fleet time, within 1 and 5 s`(
        speed: Double, seconds: Int64
    ) {
        var stand = DisplayStand.table(DisplayStand.crowd(70))
        stand.say(
            #"{"type":"hello","speed":\#(speed),"sessions":70,"t":"2026-11-20T06:10:00Z","#
                + #""clock_us":\#(stand.clock.microseconds)}"#)
        #expect(stand.state.requestsDueAt == stand.clock + .seconds(seconds))
    }
}
