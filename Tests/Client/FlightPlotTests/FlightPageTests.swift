import Charts
import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import FlightPlot

@Suite struct FlightPageTests {
    private func page(_ track: FlightTrack) -> FlightPage { FlightPage(track) }

    private static let calls: @Sendable (Int) -> Advisory? = { second in
        second < 30 ? nil : second < 200 ? .glidePath : second < 400 ? .sinkRate : .minimums
    }

    private static let lively = SyntheticFlight.track(
        SyntheticFlight.facts(mission: SyntheticFlight.mission), seconds: 700,
        silent: { (100..<140).contains($0) ? MetricSet(.heartRate) : [] }, pauses: [300: 75],
        call: calls)

    private static let borders = [
        FlightTrack(SyntheticFlight.facts()),
        SyntheticFlight.track(seconds: 1),
        SyntheticFlight.track(seconds: 40) { _ in .all },
        SyntheticFlight.track(SyntheticFlight.facts(reserve: nil), seconds: 40),
        lively,
    ]

    @Test(arguments: borders)
    func `every page and picture is well-formed, and has no strange numbers`(
        track: FlightTrack
    ) {
        for text in [page(track).html, page(track).svg] {
            #expect(TagBalance.fault(in: text) == nil)
            for word in ["nan", "NaN", "inf", "?:"] { #expect(!text.contains(word), "\(word)") }
        }
    }

    @Test func `a page needs nothing from elsewhere, and knows dark and paper`() {
        let html = page(Self.lively).html
        for word in ["http", "<script", "url(", "@import", "src=", "href="] {
            #expect(!html.contains(word), "\(word)")
        }
        #expect(html.contains("prefers-color-scheme: dark") && html.contains("@media print"))
        #expect(html.contains("name=\"viewport\""))
    }

    @Test func `a flight has a chart of each metric, twice: wide and narrow`() {
        let html = page(Self.lively).html
        #expect(html.split(separator: "<svg class=\"wide\"").count == 6)
        #expect(html.split(separator: "<svg class=\"narrow\"").count == 6)
        for title in ["Heart rate", "Pace", "Cadence", "Stride", "Ground contact"] {
            #expect(html.contains("<figcaption>\(title)</figcaption>"))
            #expect(html.contains("aria-label=\"\(title): "))
        }
        #expect(page(Self.lively).svg.split(separator: "class=\"caption\"").count == 6)
    }

    @Test func `phases, zones, calls, the target and pauses are shown and named`() {
        let html = page(Self.lively).html
        for part in [
            "stretch phase-climb", "level zone-2", "stretch call-sink_rate", "level in-band",
            ">target 5:33<", "paused for 1:15 at 5:00", "<title>sink rate 3:20 to 6:40</title>",
            ">SINK RATE<", ">Kilometres<", ">Heart rate zones<", ">Phases<", ">Calls<", ">Pauses<",
        ] {
            #expect(html.contains(part), "\(part)")
        }
    }

    @Test func `a silent sensor is a gap, not a line`() throws {
        let charts = FlightPage(Self.lively).charts
        let figure = try #require(charts.panels.first).figure.figure(in: [.wide]).source
        let path = try #require(figure.split(separator: "class=\"line c0\" d=\"").last)
            .prefix { $0 != "\"" }
        // The beginning, the silence and the pause.
        #expect(path.count { $0 == "M" } == 3)
    }

    @Test func `what was not measured at all is said, and has no chart`() {
        let track = SyntheticFlight.track(seconds: 90) { _ in MetricSet(.heartRate) }
        let html = page(track).html
        #expect(html.contains("Not measured: heart rate."))
        #expect(!html.contains("<figcaption>Heart rate</figcaption>"))
        #expect(!html.contains(">Heart rate zones<"))
        #expect(page(FlightTrack(SyntheticFlight.facts())).html.contains("Nothing was measured."))
    }

    @Test(arguments: HostileText.all)
    func `hostile names stay text`(hostile: HostileText) {
        let name = "\(hostile.text)\"><script>alert(1)</script>"
        let track = SyntheticFlight.track(
            SyntheticFlight.facts(name: name, runner: name), seconds: 40)
        for text in [page(track).html, page(track).svg] {
            #expect(TagBalance.fault(in: text) == nil)
            #expect(!text.contains("<script") && text.contains("&lt;script&gt;"))
            #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
        }
    }

    @Test func `three hours at 50 Hz give less than a megabyte`() {
        var track = FlightTrack(SyntheticFlight.facts())
        var chance = SeededGenerator(seed: 1)
        for step in 1...Int64(3 * 3600 * 50) {
            var sample = SyntheticFlight.sample(second: Double(step) / 50)
            sample[.speed] = Int64(chance.number(2000...4000))
            sample[.heartRate] = Int64(chance.number(120...160))
            track.take(sample, at: FleetDuration(ticks: step), phase: .cruise, call: nil)
        }
        #expect(page(track).html.utf8.count < 1_000_000)
        #expect(page(track).svg.utf8.count < 1_000_000)
    }

    @Test func `the pace of a walk is told, however slow`() {
        var track = FlightTrack(SyntheticFlight.facts())
        for second in 1...100 {
            var sample = Sample()
            sample[.distance] = Int64(second * 42)
            track.take(sample, at: .seconds(Int64(second)), phase: .cruise, call: nil)
        }
        #expect(FlightPage(track).html.contains("39:41 /km"))
    }
}
