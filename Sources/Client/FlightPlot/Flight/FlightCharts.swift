import Charts
import FlightDisplay
import Readout
import Vocabulary

/// The charts of a flight, one below the other over the same time.
struct FlightCharts {
    let track: FlightTrack
    let summary: FlightSummary

    static let metrics = Metric.vitals.filter(\.isDiscrete)

    /// Where the run led, if that was measured, and the charts of the metrics that were.
    var panels: [SVGSheet.Panel] {
        [map, profile].compactMap(\.self) + charts
    }

    private var charts: [SVGSheet.Panel] {
        Self.metrics.compactMap { metric in
            chart(of: metric).map { SVGSheet.Panel($0, style: metric.shown.colour.rawValue) }
        }
    }

    /// The uppermost chart names the pauses, also for the charts below it.
    private var namesPauses: Metric? { Self.metrics.first { !missing.contains($0) } }

    /// The metrics without any value.
    var missing: [Metric] {
        Self.metrics.filter { metric in track.samples.allSatisfy { $0[metric] == nil } }
    }

    /// The chart of a metric; nil if the metric was not measured.
    private func chart(of metric: Metric) -> SVGChart? {
        let axis = MetricReadout(metric.shown, track.facts.units)
        let course = TrackSeries(metric, of: track, plotted: axis.place)
        guard let extent = extent(course, metric) else { return nil }
        let time = ChartScale.flightTime(track.end.seconds)
        var chart = SVGChart(
            title: axis.title, summary: words(of: metric, axis),
            x: SVGChart.Axis(title: "h:mm", scale: time),
            left: SVGChart.Axis(title: axis.unit, scale: axis.scale(extent)),
            series: lines(course, metric, over: time), hints: hints(metric, course, axis))
        chart.moments = pauses(areNamed: metric == namesPauses)
        if metric == .heartRate { addZonesAndPhases(to: &chart) }
        if metric == .speed { addMission(to: &chart) }
        return chart
    }

    /// Heart rate has no smoothed line: it is smooth by itself. The lines are thinned at once, or
    /// the charts would keep millions of points of a run at 50 Hz.
    private func lines(
        _ course: TrackSeries, _ metric: Metric, over time: ChartScale
    ) -> [ChartSeries] {
        let most = ChartFrame.columnsMost
        let measured = course.measured.thinned(to: most, over: time)
        guard metric != .heartRate else { return [ChartSeries("measured", colour: 0, measured)] }
        let name = "mean of \(Int(TrackSeries.span)) s"
        return [
            ChartSeries("measured", colour: 1, measured),
            ChartSeries(name, colour: 0, course.smoothed.thinned(to: most, over: time)),
        ]
    }

    /// The range of the relevant values, and of a mission's band.
    private func extent(_ course: TrackSeries, _ metric: Metric) -> ClosedRange<Double>? {
        guard let extent = relevant(course, metric) else { return nil }
        guard metric == .speed, let band = paceBand else { return extent }
        return min(extent.lowerBound, band.lowerBound)...max(extent.upperBound, band.upperBound)
    }

    /// The range of the relevant values. Every heart rate is relevant; a pace slower than twice the
    /// median is not: the runner walks or stands.
    private func relevant(_ course: TrackSeries, _ metric: Metric) -> ClosedRange<Double>? {
        guard let (most, median) = course.spread else { return nil }
        if metric == .heartRate {
            let values = course.measured.compactMap(\.y)
            return (values.min() ?? most.lowerBound)...(values.max() ?? most.upperBound)
        }
        guard metric == .speed else { return most }
        return max(most.lowerBound, 2 * median)...most.upperBound
    }

    private func words(of metric: Metric, _ axis: MetricReadout) -> String {
        let course = summary.course(metric)
        let mean = axis.words(course.mean).map { "\($0) on average" }
        let greatest = axis.words(course.greatest).map { "\($0) at the highest" }
        return [mean, metric == .speed ? nil : greatest].compactMap(\.self).joined(separator: ", ")
    }
}

/// The bands behind the lines, and the marks above them.
extension FlightCharts {
    private func addZonesAndPhases(to chart: inout SVGChart) {
        if let reserve = track.facts.reserve {
            let bounds = HeartRateReserve.zoneBounds.map { reserve.heartRate(at: $0) } + [1000]
            chart.levels = zip(bounds, bounds.dropFirst()).enumerated().map { index, bound in
                let zone = index + 1
                return ChartBand(
                    bound.0...bound.1, style: "zone-\(zone)", labels: ["Z\(zone)"])
            }
        }
        chart.ribbon = track.phases.map { phase in
            ChartBand(
                phase.start.seconds...phase.end.seconds, style: phase.value.style,
                labels: phase.value.labels, hint: words(phase.value.rawValue, phase))
        }
        let flown = Phase.allCases.filter { phase in track.phases.contains { $0.value == phase } }
        chart.keys = flown.map { ChartKey(style: $0.style, name: $0.rawValue) }
    }

    private func addMission(to chart: inout SVGChart) {
        guard let mission = track.facts.mission, let band = paceBand else { return }
        chart.levels = [
            ChartBand(band, style: "in-band", labels: [])
        ]
        let target = track.facts.units.paceDeviation(secondsPerKilometre: mission.targetPace)
        chart.target = (-target, "")
        chart.ribbon = track.calls.map { call in
            ChartBand(
                call.start.seconds...call.end.seconds, style: call.value.style,
                labels: call.value.labels, hint: words(call.value.callOut.lowercased(), call))
        }
        let made = Advisory.allCases.filter { call in track.calls.contains { $0.value == call } }
        chart.keys =
            [
                ChartKey(style: "mean", name: "target \(NumberText.pace(target))"),
                ChartKey(style: "in-band", name: "allowed"),
            ]
            + made.map { ChartKey(style: $0.style, name: $0.callOut.lowercased()) }
    }

    /// Negative paces that the mission allows.
    private var paceBand: ClosedRange<Double>? {
        track.facts.mission.map { mission in
            let units = track.facts.units
            let target = units.paceDeviation(secondsPerKilometre: mission.targetPace)
            let allowed = min(
                units.paceDeviation(secondsPerKilometre: mission.paceDeviation), target - 1)
            return -target - allowed ... -target + allowed
        }
    }

    private func words<Value>(_ name: String, _ stretch: FlightTrack.Stretch<Value>) -> String {
        "\(name) \(Self.clock(stretch.start)) to \(Self.clock(stretch.end))"
    }

    private func pauses(areNamed: Bool) -> [ChartMoment] {
        track.pauses.map { pause in
            let length = NumberText.clock(Int(pause.length.seconds.rounded()))
            return ChartMoment(
                at: pause.at.seconds, label: areNamed ? "paused \(length)" : "",
                hint: "paused for \(length) at \(Self.clock(pause.at))")
        }
    }

    static func clock(_ time: FleetDuration) -> String {
        NumberText.clock(Int(time.seconds))
    }
}
