import Testing
import Vocabulary

@testable import ActivityFiles

@Suite struct FiledMetricTests {
    @Test func `a record of FIT has every metric that has fields, once`() {
        let filed = Metric.allCases.filter { !FiledMetric($0).fit.isEmpty }
        let inRecords = FiledMetric.inRecords + FiledMetric.placesInRecords
        #expect(inRecords.count == filed.count)
        #expect(MetricSet(inRecords) == MetricSet(filed))
    }

    @Test func `no two metrics have one field`() {
        let fields = Metric.allCases.flatMap { FiledMetric($0).fit.map(\.field.number) }
        #expect(Set(fields).count == fields.count)
    }
}
