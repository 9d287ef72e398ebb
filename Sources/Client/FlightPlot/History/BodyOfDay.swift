import Charts
import CivilTime
import FlightDisplay
import Logbook
import Readout
import Vocabulary

/// What a watch reads in the course of a day: heart rate, and the night that ends on it.
package struct BodyOfDay: Sendable {
    /// By quarters of an hour; nil without a right to it.
    private let heartRate: MetricHistory?
    /// Nil without a right to it.
    private let sleep: SleepRecord?
    private let zone: TimeZoneRules

    package init(heartRate: MetricHistory?, sleep: SleepRecord?, _ zone: TimeZoneRules) {
        self.heartRate = heartRate
        self.sleep = sleep
        self.zone = zone
    }

    var panels: [SVGSheet.Panel] {
        let heart = heartRate.flatMap { HistoryChart($0, hasMean: false).panel }
        let night = sleep?.night.map {
            SVGSheet.Panel(NightChart($0, zone).chart, style: "contact")
        }
        return [heart, night].compactMap(\.self)
    }

    /// What the charts cannot show: naps, and that the watch was off.
    var notes: [String] {
        let naps = sleep.map(\.naps) ?? []
        let texts = naps.map { nap in
            "Nap from \(zone.clock(nap.span.lowerBound)) to \(zone.clock(nap.span.upperBound))."
        }
        return [notWorn].compactMap(\.self) + texts
    }

    /// Nothing is said of a day that is not over.
    private var notWorn: String? {
        guard let heartRate, !heartRate.buckets.contains(where: \.isOpen) else { return nil }
        if heartRate.missing == heartRate.buckets.count {
            return "The watch was not worn on this day."
        }
        return sleep.map { $0.night == nil } ?? false
            ? "The watch was not worn in the night." : nil
    }
}

/// The hypnogram of a night: a step for each stage, and the stages as a ribbon above.
struct NightChart {
    private let night: SleepRecord.Rest
    private let zone: TimeZoneRules
    private let readout = MetricReadout(DayMetric.sleep.shown)

    init(_ night: SleepRecord.Rest, _ zone: TimeZoneRules) {
        self.night = night
        self.zone = zone
    }

    var chart: SVGChart {
        var chart = SVGChart(
            title: "Night from \(zone.clock(night.span.lowerBound)) to "
                + zone.clock(night.span.upperBound),
            summary: readout.words(night.minutesAsleep).map { "\($0) asleep" } ?? "",
            x: SVGChart.Axis(title: "", scale: hours),
            left: SVGChart.Axis(title: "", scale: levels),
            series: [ChartSeries("", colour: 0, steps)])
        chart.ribbon = night.stretches.map { stretch in
            let name = SleepRecord.name(of: stretch.stage)
            let ends = [stretch.span.lowerBound, stretch.span.upperBound].map(zone.clock)
            return ChartBand(
                place(stretch.span.lowerBound)...place(stretch.span.upperBound),
                style: Self.style(name), labels: [name],
                hint: "\(name) \(ends[0]) to \(ends[1])")
        }
        chart.keys = SleepRecord.levels.compactMap { stage, name in
            let minutes = night.minutes(in: stage)
            guard minutes > 0, let words = readout.words(minutes) else { return nil }
            return ChartKey(style: Self.style(name), name: "\(name) \(words)")
        }
        return chart
    }

    private static func style(_ name: String) -> String { "stage-\(name.lowercased())" }

    /// Hours since the night's beginning.
    private func place(_ instant: FleetInstant) -> Double {
        (instant - night.span.lowerBound).seconds / 3600
    }

    private var hours: ChartScale {
        let first = (3600 - zone.local(night.span.lowerBound).second % 3600) % 3600
        var (instant, ticks) = (night.span.lowerBound + .seconds(Int64(first)), [ChartScale.Tick]())
        while instant <= night.span.upperBound {
            ticks.append(ChartScale.Tick(value: place(instant), label: zone.clock(instant)))
            instant = instant + .seconds(3600)
        }
        return ChartScale(.linear, 0...place(night.span.upperBound), ticks: ticks)
    }

    /// A level for each stage, deep sleep at 0.
    private var levels: ChartScale {
        let names = SleepRecord.levels.reversed().map(\.name)
        return ChartScale(
            .linear, -0.5...Double(names.count) - 0.5,
            ticks: names.enumerated().map { .init(value: Double($0), label: $1) })
    }

    /// A horizontal stretch for each stage, joined by upright ones.
    var steps: [ChartSeries.Point] {
        var (points, end) = ([ChartSeries.Point](), night.span.lowerBound)
        for stretch in night.stretches {
            let level = SleepRecord.levels.reversed().map(\.stage).firstIndex(of: stretch.stage)
            guard let level else { continue }
            if stretch.span.lowerBound > end { points.append(.init(x: place(end), y: nil)) }
            points += [stretch.span.lowerBound, stretch.span.upperBound].map {
                ChartSeries.Point(x: place($0), y: Double(level))
            }
            end = stretch.span.upperBound
        }
        return points
    }
}
