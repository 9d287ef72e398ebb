import Charts
import Testing
import Vocabulary

@testable import FlightPlot

@Suite struct FlightTrackTests {
    @Test func `neighbouring samples of one phase are one stretch, and silence is no call`() {
        let track = SyntheticFlight.track(
            seconds: 200,
            call: { $0 < 50 ? nil : $0 < 100 ? .sinkRate : $0 < 150 ? nil : .minimums })
        #expect(track.phases.map(\.value) == [.takeoff, .climb, .descent, .cruise])
        #expect(track.phases.map(\.seconds) == [60, 60, 10, 70])
        #expect(track.calls.map(\.value) == [.sinkRate, .minimums])
        #expect(track.calls.map(\.seconds) == [50, 50])
        #expect(track.calls.first?.start == .seconds(50))
    }

    @Test func `a call that comes back is another stretch`() {
        let track = SyntheticFlight.track(
            seconds: 90, call: { $0 < 30 || $0 >= 60 ? .glidePath : .overspeed })
        #expect(track.calls.map(\.value) == [.glidePath, .overspeed, .glidePath])
    }

    @Test func `a sample that is not later is ignored`() {
        var track = FlightTrack(SyntheticFlight.facts())
        for second in [1, 2, 2, 1, 3] as [Int64] {
            track.take(Sample(), at: .seconds(second), phase: .cruise, call: nil)
        }
        track.pause(for: .zero)
        #expect(track.times == [.seconds(1), .seconds(2), .seconds(3)])
        #expect(track.pauses.isEmpty)
    }

    @Test func `pauses cut the lines, and what stands before and behind is not joined`() {
        let track = SyntheticFlight.track(seconds: 100, pauses: [40: 90, 70: 5])
        #expect(track.pauses.map(\.length) == [.seconds(90), .seconds(5)])
        #expect(track.unpaused == [0..<40, 40..<70, 70..<100])
        let series = TrackSeries(.heartRate, of: track)
        #expect(series.measured.count { $0.y == nil } == 2)
        #expect(series.smoothed.count { $0.y == nil } == 2)
    }

    @Test func `pauses at both ends, and two in a row, leave no empty stretch`() {
        var track = FlightTrack(SyntheticFlight.facts())
        track.pause(for: .seconds(3))
        track.pause(for: .seconds(4))
        track.take(Sample(), at: .seconds(1), phase: .cruise, call: nil)
        track.pause(for: .seconds(5))
        #expect(track.unpaused == [0..<1])
        #expect(FlightTrack(SyntheticFlight.facts()).unpaused.isEmpty)
    }

    @Test func `a mean takes what was measured around it, and bridges no silence`() {
        let track = SyntheticFlight.track(
            seconds: 60, silent: { (20..<40).contains($0) ? MetricSet(.speed) : [] })
        let series = TrackSeries(.speed, of: track)
        #expect(series.measured.map { $0.y == nil } == series.smoothed.map { $0.y == nil })
        for y in series.smoothed.compactMap(\.y) { #expect(abs(y - 3) < 1e-9) }
        #expect(series.smoothed.count { $0.y == nil } == 20)
    }
}
