import Charts
import FlightDisplay
import Readout
import Vocabulary

/// The hints that a pointer shows.
extension FlightCharts {
    private static let hintsMost = 90

    /// The value at the middle of each of about ninety stretches, with time and distance.
    func hints(
        _ metric: Metric, _ course: TrackSeries, _ axis: MetricReadout
    ) -> [SVGChart.Hint] {
        hintStretches.map { stretch in
            let (first, end) = (stretch.lowerBound, stretch.upperBound)
            let middle = (first + end - 1) / 2
            let sample = track.samples[middle]
            let distance = sample[.distance].map(Metric.distance.value).map {
                track.facts.units.longText(metres: $0)
            }
            let value = axis.words(sample[metric].map(metric.value)) ?? "not measured"
            let texts = [
                Self.clock(track.times[middle]), distance, value,
                metric == .heartRate ? zone(of: sample) : nil,
            ]
            let start = first == 0 ? 0 : track.times[first - 1].seconds
            return SVGChart.Hint(
                span: start...track.times[end - 1].seconds,
                text: texts.compactMap(\.self).joined(separator: "\n"))
        }
    }

    /// The numbers of the samples of each stretch.
    var hintStretches: [Range<Int>] {
        let count = track.samples.count
        let step = max(1, (count + Self.hintsMost - 1) / Self.hintsMost)
        return stride(from: 0, to: count, by: step).map { $0..<min($0 + step, count) }
    }

    private func zone(of sample: Sample) -> String? {
        guard let reserve = track.facts.reserve, let heartRate = sample[.heartRate] else {
            return nil
        }
        let zone = reserve.zone(of: Double(heartRate))
        return zone > 0 ? "zone \(zone)" : "below zone 1"
    }
}
