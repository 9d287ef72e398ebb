import Charts
import Readout
import TestSupport
import Testing
import Vocabulary

@testable import FlightDisplay
@testable import FlightPlot

@Suite struct GroundTests {
    private static let track = SyntheticFlight.placedTrack()

    private func html(_ track: FlightTrack) -> String { FlightPage(track).html }

    @Test func `a circle is as wide as high, at 60° north and across the 180th meridian`() throws {
        let ground = try #require(GroundTrack(Self.track.samples.map(GroundPlace.init)))
        #expect(abs(ground.width - 400) < 1 && abs(ground.height - 400) < 1)
        let first = try #require(ground.points.first ?? nil)
        // The first place lies in the east, half way up.
        #expect(abs(first.east - 400) < 1 && abs(first.north - 202) < 3)
    }

    @Test func `no place is no track, and one place is a point`() {
        #expect(GroundTrack([]) == nil && GroundTrack([nil, nil]) == nil)
        let point = GroundTrack([nil, GroundPlace(latitude: -33, longitude: -180)])
        #expect(point?.width == 0 && point?.height == 0)
    }

    @Test func `a run with places has a track and its profile, before the other charts`() {
        let page = html(Self.track)
        for text in [
            "<figcaption>Track by pace</figcaption>", ">start, end<", ">100 m<", ">N<",
            "<figcaption>Altitude, 40 m up and ", " between 100 m and 140 m</figcaption>",
            "<dt>ascent</dt>", "<dt>highest point</dt>",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(page.split(separator: "<svg class=\"wide\"").count == 8)
        #expect(TagBalance.fault(in: page) == nil)
        #expect(TagBalance.fault(in: FlightPage(Self.track).svg) == nil)
        #expect(FlightPage(Self.track).svg.contains("Track by pace"))
    }

    @Test(arguments: [Metric.places, MetricSet(.latitude)])
    func `without places there is no track`(silent: MetricSet) {
        #expect(!html(SyntheticFlight.placedTrack(without: silent)).contains("Track by"))
    }

    @Test func `the track is coloured by what is asked, in steps from slow to fast`() {
        #expect(html(Self.track).contains("faster than"))
        var track = Self.track
        track.facts.tint = .heartRate
        let page = html(track)
        #expect(page.contains("Track by heart rate") && page.contains(">from 1"))
        #expect(page.contains("class=\"way tint-0\"") && page.contains("class=\"way tint-4\""))
        #expect(!page.contains("tint-none\">"))
        let silent = SyntheticFlight.placedTrack(without: MetricSet(.speed))
        #expect(html(silent).contains(">pace not measured<"))
    }

    @Test func `a pause cuts the track`() throws {
        func pieces(_ track: FlightTrack) -> Int {
            html(track).split(separator: "class=\"way").dropFirst()
                .map { $0.prefix { $0 != ">" }.count { $0 == "M" } }.reduce(0, +)
        }
        // Once in the wide picture and once in the narrow one.
        #expect(
            pieces(SyntheticFlight.placedTrack(pause: 30)) == pieces(SyntheticFlight.placedTrack())
                + 2)
    }

    @Test(arguments: [(330.0...330, 1), (-400 ... -300, 5), (-331 ... -329, 2)])
    func `a scale has at most five steps, told apart in words`(
        range: ClosedRange<Double>, most: Int
    ) {
        let keys = TintScale(range, MetricReadout(Metric.speed.shown)).keys(hasGaps: true)
        #expect((1...most + 1).contains(keys.count))
    }

    @Test func `units of miles have feet in the bar and on the profile`() {
        var track = Self.track
        track.facts.units = .imperial
        let page = html(track)
        #expect(page.contains(">200 ft<") && page.contains("between 328 ft and 459 ft"))
    }
}
