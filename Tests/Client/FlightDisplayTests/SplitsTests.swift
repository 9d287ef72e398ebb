import FlightDisplay
import Readout
import Testing
import Vocabulary

@Suite struct SplitsTests {
    private let start = FleetInstant(ticks: 1000)

    /// Splits after distances, given as pairs of seconds and metres.
    private func splits(_ notes: [(Int64, Double)], length: Double = 1000) -> Splits {
        var splits = Splits(length: length)
        for (second, metres) in notes {
            splits.note(
                metres, heartRate: 140, flown: Double(second), at: start + .seconds(second))
        }
        return splits
    }

    @Test func `a kilometre ends where it was passed between two lines`() {
        let all = splits([(0, 0), (100, 400), (300, 1200), (500, 2000), (700, 2800)]).all
        #expect(all.map(\.number) == [1, 2])
        #expect(all.map { $0.seconds.rounded() } == [250, 250])
        #expect(all.map(\.end) == [start + .seconds(250), start + .seconds(500)])
        #expect(all.map(\.heartRate) == [140, 140])
    }

    @Test func `several may be passed between two lines`() {
        let all = splits([(0, 0), (1000, 3500)]).all
        #expect(all.map(\.number) == [1, 2, 3])
        #expect(all.allSatisfy { abs($0.seconds - 1000 / 3.5) < 0.01 })
    }

    @Test func `time that stands still in a pause is no part of a split`() {
        var splits = Splits(length: 1000)
        splits.note(0, heartRate: nil, flown: 0, at: start)
        splits.note(500, heartRate: nil, flown: 150, at: start + .seconds(150))
        splits.note(1000, heartRate: nil, flown: 300, at: start + .seconds(900))
        #expect(splits.all.map(\.seconds) == [300])
        #expect(splits.all.map(\.heartRate) == [nil])
    }

    @Test func `after joining in the middle only whole splits count`() {
        let all = splits([(0, 4700), (60, 4950), (120, 5200), (360, 6200)]).all
        #expect(all.map(\.number) == [6])
    }

    @Test func `standing, going back and nonsense add nothing`() {
        #expect(splits([(0, 0), (10, 0), (20, 0)]).all.isEmpty)
        #expect(
            splits([(0, 900), (10, 100), (20, .nan), (30, .infinity), (40, 1e300)]).all.isEmpty)
        #expect(splits([(0, 0), (10, 39_000_000)]).all.count == Splits.limit)
    }

    @Test func `a mission shows its kilometres, or its miles with imperial units`() throws {
        var shot = try DisplayStand.missionShot.get()
        let text = shot.text(200, 60)
        #expect(text.contains("KILOMETRES"))
        #expect(text.contains(#/ 4 +4:\d\d +[+-]0:\d\d +\d\d\d/#))
        shot.press("u")
        #expect(shot.text(200, 60).contains("MILES"))
        #expect(shot.text(200, 60).contains(#/ 2 +6:\d\d/#))
        #expect(!shot.text(200, 60).contains(#/ 3 +\d:\d\d +[+-]/#))
    }
}
