import Testing
import Vocabulary

@testable import FlightPlot

@Suite struct FlightSummaryTests {
    @Test func `an even run has its own figures`() throws {
        let summary = FlightSummary(SyntheticFlight.track(seconds: 600, pauses: [300: 120]))
        #expect(summary.seconds == 600)
        #expect(summary.paused == 120)
        #expect(summary.distance == 1800)
        #expect(abs(try #require(summary.speed) - 3) < 1e-9)
        #expect(summary.course(.cadence).mean == 172)
        #expect(summary.course(.heartRate).greatest == 140)
        #expect(summary.zones.reduce(0, +) == 600)
    }

    @Test func `time in zones is counted at any rate, and not in silence`() {
        for hertz in [1, 2, 10, 50] {
            let track = SyntheticFlight.track(
                seconds: 100, hertz: hertz,
                silent: { (20..<50).contains($0) ? MetricSet(.heartRate) : [] })
            let counted = FlightSummary(track).zones.reduce(0, +)
            #expect(abs(counted - 70) < 1e-6, "\(hertz) Hz")
        }
    }

    @Test func `nothing measured is nothing, not zero`() {
        for track in [
            FlightTrack(SyntheticFlight.facts()),
            SyntheticFlight.track(seconds: 5) { _ in .all },
        ] {
            let summary = FlightSummary(track)
            #expect(summary.distance == nil && summary.speed == nil && summary.energy == nil)
            #expect(summary.course(.heartRate).mean == nil)
            #expect(KilometreTable(track).rows.isEmpty)
        }
    }

    @Test func `kilometres end where they end, and the rest is told`() throws {
        let rows = KilometreTable(SyntheticFlight.track(seconds: 750)).rows
        #expect(rows.map(\.number) == [1, 2, nil])
        for row in rows { #expect(abs(row.pace - 1000 / 3.0) < 0.01) }
        let rest = try #require(rows.last)
        #expect(abs(rest.length - 0.25) < 1e-9)
        #expect(abs(rows.reduce(0) { $0 + $1.seconds } - 750) < 1e-6)
        #expect(try #require(rows[0].mean(.cadence)) == 172)
        let beats = rows.compactMap { $0.mean(.heartRate) }
        #expect(beats == beats.sorted() && beats.count == 3)
    }

    @Test func `a rest of a few metres is no row`() {
        let rows = KilometreTable(SyntheticFlight.track(seconds: 340)).rows
        #expect(rows.map(\.number) == [1])
    }
}
