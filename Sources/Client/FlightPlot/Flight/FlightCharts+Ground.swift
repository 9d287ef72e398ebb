import Charts
import FlightDisplay
import Readout
import Vocabulary

/// Where a run led, from above.
extension FlightCharts {
    /// The track, coloured by ``FlightFacts/tint``; nil where no place was measured.
    var map: SVGSheet.Panel? {
        guard let ground = GroundTrack(track.samples.map(GroundPlace.init)) else { return nil }
        let (metric, units) = (track.facts.tint.metric, track.facts.units)
        let axis = MetricReadout(metric.shown, units)
        let name = axis.title.lowercased()
        let course = TrackSeries(metric, of: track, plotted: axis.place)
        let scale = course.spread(without: 15).map { TintScale($0.most, axis) }
        let way = way(on: ground) { number, index in
            // Who stands has no pace, and is the slowest.
            let isStanding = track.samples[number][metric] != nil
            let place = course.smoothed[index].y ?? (isStanding ? -.infinity : nil)
            return scale?.key(of: place) ?? 0
        }
        let none = scale?.key(of: nil) ?? 0
        let keys =
            scale?.keys(hasGaps: way.contains { $0?.key == none })
            ?? [ChartKey(style: "tint-none", name: "\(name) not measured")]
        let map = SVGMap(
            title: "Track by \(name)", summary: words(ground), way: way,
            size: (ground.width, ground.height), keys: keys,
            bar: units.roundLength(atMost: max(ground.width, ground.height, 20) / 4))
        return SVGSheet.Panel(map, style: "ground")
    }

    /// A longer silence of the receiver cuts the track, as a pause does.
    private static var silenceMost: FleetDuration { .seconds(10) }

    /// - Parameter key: the key of a point by the number of its sample, and by its index in a
    ///   series of the track, which has one point more for each pause before it.
    private func way(
        on ground: GroundTrack, key: (_ number: Int, _ index: Int) -> Int
    ) -> [SVGMap.Point?] {
        var way: [SVGMap.Point?] = []
        for (cuts, stretch) in track.unpaused.enumerated() {
            var last: FleetDuration?
            for number in stretch {
                guard let point = ground.points[number] else { continue }
                let time = track.times[number]
                if last.map({ time - $0 > Self.silenceMost }) ?? true { way.append(nil) }
                last = time
                let key = key(number, number + cuts)
                way.append(SVGMap.Point(east: point.east, north: point.north, key: key))
            }
        }
        return way
    }

    private func words(_ ground: GroundTrack) -> String {
        let units = track.facts.units
        return "\(units.longText(metres: ground.width)) from west to east, "
            + "\(units.longText(metres: ground.height)) from south to north"
    }
}

/// Where a run led, from the side.
extension FlightCharts {
    /// The altitudes over the distance; nil where one of the two was not measured.
    var profile: SVGSheet.Panel? {
        let units = track.facts.units
        let axis = MetricReadout(Metric.altitude.shown, units)
        let end = units.distance(metres: summary.distance ?? 0)
        guard let range = summary.heights.range, end > 0, let low = axis.place(range.lowerBound),
            let high = axis.place(range.upperBound)
        else { return nil }
        let across = ChartScale.linear(0...end, isWidened: false, count: 8, label: Self.label)
        let words = words(of: range, axis)
        var chart = SVGChart(
            title: "Altitude, \(words)",
            summary: "over \(units.longText(metres: summary.distance ?? 0))",
            x: SVGChart.Axis(title: units.distanceName, scale: across),
            left: SVGChart.Axis(title: axis.unit, scale: axis.scale(low...high)),
            series: [
                ChartSeries(
                    "", colour: 0,
                    heights(axis).thinned(to: ChartFrame.columnsMost, over: across))
            ])
        chart.hints = heightHints(axis)
        return SVGSheet.Panel(chart, style: "altitude")
    }

    /// `123 m up and 120 m down between 85 m and 160 m`.
    private func words(of range: ClosedRange<Double>, _ axis: MetricReadout) -> String {
        func words(_ metres: Double?) -> String { axis.words(metres) ?? "nothing" }
        return "\(words(summary.ascent)) up and \(words(summary.heights.descent)) down between "
            + "\(words(range.lowerBound)) and \(words(range.upperBound))"
    }

    private static func label(_ distance: Double) -> String {
        NumberText.fixed(distance, distance == distance.rounded() ? 0 : 1)
    }

    private func heights(_ axis: MetricReadout) -> [ChartSeries.Point] {
        track.samples.compactMap { sample in
            sample[.distance].map { distance in
                ChartSeries.Point(
                    x: track.facts.units.distance(metres: Metric.distance.value(distance)),
                    y: sample[.altitude].map(Metric.altitude.value).flatMap(axis.place))
            }
        }
    }

    /// Time, distance and altitude at the middle of each of about ninety stretches.
    private func heightHints(_ axis: MetricReadout) -> [SVGChart.Hint] {
        var start = 0.0
        return hintStretches.compactMap { stretch in
            let middle = (stretch.lowerBound + stretch.upperBound - 1) / 2
            let (sample, last) = (track.samples[middle], track.samples[stretch.upperBound - 1])
            guard let distance = sample[.distance].map(Metric.distance.value),
                let end = last[.distance].map(Metric.distance.value)
            else { return nil }
            let units = track.facts.units
            let ends = (units.distance(metres: start), units.distance(metres: max(end, start)))
            start = max(end, start)
            let texts = [
                units.longText(metres: distance),
                axis.words(sample[.altitude].map(Metric.altitude.value)) ?? "not measured",
                Self.clock(track.times[middle]),
            ]
            return SVGChart.Hint(span: ends.0...ends.1, text: texts.joined(separator: "\n"))
        }
    }
}
