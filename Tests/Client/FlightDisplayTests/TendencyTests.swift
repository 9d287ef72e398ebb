import FlightDisplay
import Readout
import Terminal
import Testing
import Vocabulary

@Suite struct TendencyTests {
    private let start = FleetInstant(ticks: 5000)

    private func instant(_ seconds: Int64) -> FleetInstant { start + .seconds(seconds) }

    /// One reading a second.
    private func tendency(_ values: [Double]) -> Tendency {
        var tendency = Tendency(over: .seconds(10), every: .seconds(1))
        for (second, value) in values.enumerated() {
            tendency.note(value, at: instant(Int64(second)))
        }
        return tendency
    }

    @Test func `the slope of a straight line is its own`() throws {
        let rising = tendency((0..<30).map { 3 + Double($0) * 0.25 })
        let slope = try #require(rising.slope(at: instant(29)))
        #expect(abs(slope - 0.25) < 1e-9)
    }

    @Test func `noise around a level nearly cancels`() throws {
        let noisy = tendency((0..<30).map { $0 % 2 == 0 ? 3.0 : 3.1 })
        #expect(abs(try #require(noisy.slope(at: instant(29)))) < 0.01)
    }

    @Test func `only the last seconds count`() throws {
        let turned = tendency((0..<40).map { $0 < 20 ? Double($0) : 40 - Double($0) })
        let slope = try #require(turned.slope(at: instant(39)))
        #expect(abs(slope + 1) < 1e-9)
    }

    @Test(arguments: 0...40)
    func `there is none before five readings cover two thirds of the span`(count: Int) {
        let some = tendency((0..<count).map(Double.init))
        #expect((some.slope(at: instant(Int64(count) - 1)) == nil) == (count < 8))
    }

    @Test func `there is none once the readings are old, and a gap starts again`() {
        var some = tendency((0..<20).map(Double.init))
        #expect(some.slope(at: instant(40)) == nil)
        some.note(100, at: instant(40))
        #expect(some.slope(at: instant(40)) == nil)
        for second in 41..<60 { some.note(100, at: instant(Int64(second))) }
        #expect(some.slope(at: instant(59)) == 0)
    }

    @Test func `a repeated or late reading is ignored, and memory is bounded`() throws {
        var some = tendency((0..<1000).map(Double.init))
        some.note(0, at: instant(999))
        some.note(0, at: instant(5))
        let slope = try #require(some.slope(at: instant(999)))
        #expect(abs(slope - 1) < 1e-9)
    }

    @Test func `a pace that rises is drawn as a vector on its tape, a steady one is not`() throws {
        var mission = try ScriptedMission(.metric, .ascii)
        // Longer than three intervals, so that the readings of the pipeline are dropped.
        mission.pass(.seconds(10))
        for second in 0..<20 {
            mission.pass(.seconds(1))
            mission.run(at: 280 - Double(second))
        }
        let text = mission.shot.text(80, 24)
        #expect(vector(text).contains("^"), "\(text)")
        for _ in 0..<20 {
            mission.pass(.seconds(1))
            mission.run(at: 270)
        }
        #expect(!vector(mission.shot.text(80, 24)).contains { "^v".contains($0) })
    }

    /// The column of the trend vector on the left tape.
    private func vector(_ text: String) -> String {
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
        return String(rows[2...10].map { $0.count > 8 ? Array($0)[8] : " " })
    }
}
