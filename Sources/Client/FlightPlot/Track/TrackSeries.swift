import Charts
import Vocabulary

/// A metric over the time of a flight, as points of a chart.
struct TrackSeries {
    /// The measured values; none where a sensor was silent, or where the clock stood still.
    let measured: [ChartSeries.Point]
    /// The mean over ``span`` around each measured point, within the stretch between two pauses.
    let smoothed: [ChartSeries.Point]

    /// The span of the mean, in seconds.
    static let span = 15.0

    /// - Parameter plotted: the place of a value on the axis; nil for a value that has no place.
    init(_ metric: Metric, of track: FlightTrack, plotted: (Double) -> Double? = { $0 }) {
        var measured: [ChartSeries.Point] = []
        var smoothed: [ChartSeries.Point] = []
        for stretch in track.unpaused {
            if let time = measured.last?.x {
                measured.append(ChartSeries.Point(x: time, y: nil))
                smoothed.append(ChartSeries.Point(x: time, y: nil))
            }
            let points = stretch.map { number in
                let value = track.samples[number][metric].map(metric.value).flatMap(plotted)
                return ChartSeries.Point(x: track.times[number].seconds, y: value)
            }
            measured += points
            smoothed += Self.means(of: points)
        }
        self.measured = measured
        self.smoothed = smoothed
    }

    var isEmpty: Bool { !measured.contains { $0.y != nil } }

    /// The mean of the points within half a span to either side; none where a point has no value.
    /// O(points).
    private static func means(of points: [ChartSeries.Point]) -> [ChartSeries.Point] {
        var (first, end) = (0, 0)
        var (sum, count) = (0.0, 0)
        return points.map { point in
            while end < points.count, points[end].x <= point.x + span / 2 {
                if let y = points[end].y { (sum, count) = (sum + y, count + 1) }
                end += 1
            }
            while points[first].x < point.x - span / 2 {
                if let y = points[first].y { (sum, count) = (sum - y, count - 1) }
                first += 1
            }
            let mean = point.y == nil || count == 0 ? nil : sum / Double(count)
            return ChartSeries.Point(x: point.x, y: mean)
        }
    }

    /// The range of most of the smoothed values, from the 1st to the 99th percentile, and their
    /// median: a stop at a traffic light would else squeeze the run into a line. Nil without
    /// values. O(n log n).
    var spread: (most: ClosedRange<Double>, median: Double)? { spread(without: 100) }

    /// The range of the smoothed values but for one in `part` at either end, and their median.
    func spread(without part: Int) -> (most: ClosedRange<Double>, median: Double)? {
        let sorted = smoothed.compactMap(\.y).sorted()
        guard let last = sorted.indices.last else { return nil }
        let margin = last / part
        return (sorted[margin]...sorted[last - margin], sorted[last / 2])
    }
}
