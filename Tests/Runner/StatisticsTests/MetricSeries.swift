import Vocabulary

@testable import Statistics

/// The series of a session of which only one metric is looked at.
struct MetricSeries {
    private let metric: Metric
    let plan: SeriesPlan
    private var series: SessionSeries

    init(metric: Metric, shape: ChannelShape, period: FleetDuration) {
        self.metric = metric
        var shape = shape
        shape.metrics = MetricSet(metric)
        plan = SeriesPlan(shape, period: period)
        series = SessionSeries(plan)
    }

    mutating func observe(_ value: Int64?, at sessionTime: FleetDuration) {
        var sample = Sample()
        sample[metric] = value
        series.observe(sample, at: sessionTime, in: plan)
    }

    mutating func report(at sessionTime: FleetDuration) -> MetricReport {
        var reports: [MetricReport] = []
        series.report(at: sessionTime, in: plan) { reports.append($1) }
        return reports[0]
    }

    var bytes: Int { series.bytes(plan) }
}
