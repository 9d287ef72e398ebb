import Charts
import FlightDisplay
import PlainText
import Readout
import Vocabulary

/// A flight as one HTML page, or as one picture; neither loads any other file.
///
/// A line holds at most five points for each column of pixels, extremes included, so that three
/// hours at 50 Hz give less than 1 MB.
package struct FlightPage {
    let track: FlightTrack
    let summary: FlightSummary

    package init(_ track: FlightTrack) {
        self.track = track
        summary = FlightSummary(track)
    }

    package var html: String {
        HTMLPage(
            title: title, styles: [PlotStyle.code],
            content: content("h1") + [PlotPart.footerOfFlights]
        ).text
    }

    package var svg: String {
        SVGSheet(
            title: title, facts: [track.facts.began] + figureLines, panels: charts.panels,
            styles: [PageStyle.code, PlotStyle.code]
        ).text
    }

    /// The flight as a part of a page.
    ///
    /// - Parameter heading: the element of the title.
    func content(_ heading: StaticString) -> [Markup] {
        [PlotPart.header(heading, title, track.facts.began), tiles] + notes
            + [PlotPart.pictures(charts.panels), tables]
    }

    var charts: FlightCharts { FlightCharts(track: track, summary: summary) }

    /// `s7.0, mission of 8 km, female, 34`.
    private var title: String {
        let facts = track.facts
        let length = facts.mission.map { mission in
            let length = facts.units.distance(metres: mission.targetDistance)
            return " of \(NumberText.fixed(length, 1)) \(facts.units.distanceName)"
        }
        return "\(facts.name), \(facts.plan)\(length ?? ""), \(facts.runner)"
    }

    /// The notes on missing charts.
    private var notes: [Markup] {
        guard !track.samples.isEmpty else {
            return [.element("p", ["class": "notice"], "Nothing was measured.")]
        }
        let names = charts.missing.map { $0.shown.title.lowercased() }
        guard !names.isEmpty else { return [] }
        return [
            .element("p", ["class": "quiet"], "Not measured: \(names.joined(separator: ", ")).")
        ]
    }
}

/// The figures at the top.
extension FlightPage {
    private var tiles: Markup { HTMLPage.tiles(figures) }

    /// The figures of a picture, six in a line, as its width holds.
    private var figureLines: [String] {
        let texts = figures.map { "\($0.label) \($0.value)" }
        return stride(from: 0, to: texts.count, by: 6).map { first in
            texts[first..<min(first + 6, texts.count)].joined(separator: "  ·  ")
        }
    }

    private var figures: [(label: String, value: String)] {
        let units = track.facts.units
        func words(_ metric: Metric, _ value: Double?) -> String? {
            MetricReadout(metric.shown, units).words(value)
        }
        func mean(_ metric: Metric) -> (String, String?) {
            (metric.shown.title.lowercased(), words(metric, summary.course(metric).mean))
        }
        let figures: [(String, String?)] = [
            ("distance", words(.distance, summary.distance)),
            ("time", Self.clock(summary.seconds)),
            ("paused", summary.paused > 0 ? Self.clock(summary.paused) : nil),
            ("pace", summary.speed.map { units.paceText(units.metresPerLongUnit / $0) }),
            mean(.heartRate), ("highest", words(.heartRate, summary.course(.heartRate).greatest)),
            mean(.cadence), mean(.stride), mean(.contact),
            ("ascent", words(.ascent, summary.ascent)),
            ("highest point", words(.altitude, summary.heights.range?.upperBound)),
            ("steps", summary.steps.map(MetricReadout(Metric.steps.shown).textBelowTitle)),
            (Metric.energy.shown.title.lowercased(), words(.energy, summary.energy)),
        ]
        return figures.compactMap { label, value in value.map { (label, $0) } }
    }

    static func clock(_ seconds: Double) -> String { NumberText.clock(Int(seconds.rounded())) }
}

/// Parts of each page: its head, its pictures, and the text at its foot.
enum PlotPart {
    static func header(_ heading: StaticString, _ title: String, _ facts: String) -> Markup {
        .element(
            "header", [:],
            [.element(heading, [:], title), .element("p", ["class": "quiet"], facts)])
    }

    static func pictures(_ panels: [SVGSheet.Panel]) -> Markup {
        .element(
            "section", ["class": "charts whole"],
            panels.map { $0.figure.figure(in: [.wide, .narrow], style: $0.style) })
    }

    static let footerOfFlights = footer(
        "Time stands still in pauses. A gap in a line is a silence of a sensor. Runway simulates: "
            + "unless a recording is named, no person has run this.")

    static let footerOfDays = footer(
        "What has no value is left open. Runway simulates: no person has lived these days.")

    private static func footer(_ text: String) -> Markup {
        .element("footer", [:], [.element("p", ["class": "quiet"], text)])
    }
}
