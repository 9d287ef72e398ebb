import Charts
import Readout
import Vocabulary

/// The left axis of a chart.
extension MetricReadout {
    private static var labelsMost: Double { 6 }

    /// The scale of a range of values on the axis, widened to whole steps.
    func scale(_ range: ClosedRange<Double>) -> ChartScale {
        let missing = max(0, shown.axis.chartLeast - (range.upperBound - range.lowerBound)) / 2
        let (low, high) = (range.lowerBound - missing, range.upperBound + missing)
        let step =
            shown.axis.steps.first { (high - low) / $0 <= Self.labelsMost }
            ?? ChartScale.niceStep((high - low) / Self.labelsMost)
        return .stepped(low...high, by: step, label: text)
    }
}

extension ChartScale {
    /// The scale of flight time, labelled `h:mm`.
    static func flightTime(_ seconds: Double) -> ChartScale {
        let most = 9.0
        let steps = [60.0, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400]
        let step =
            steps.first { seconds / $0 <= most }
            ?? (seconds / most / 86_400).rounded(.up) * 86_400
        let end = max(seconds, 1)
        let ticks = stride(from: 0, through: end, by: step).map { time in
            let minutes = Int(time / 60)
            return Tick(
                value: time, label: "\(minutes / 60):\(NumberText.twoDigits(minutes % 60))")
        }
        return ChartScale(.linear, 0...end, ticks: ticks)
    }
}
