import Testing
import Vocabulary

@Suite struct DayMetricTests {
    @Test func `names are unique`() {
        let names = DayMetric.allCases.flatMap {
            [$0.name, $0.healthKitIdentifier].compactMap(\.self)
        }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: DayMetric.allCases)
    func `a metric is found by its name and by HealthKit's`(metric: DayMetric) {
        #expect(DayMetric(named: metric.name) == metric)
        let identifier = metric.healthKitIdentifier
        #expect(identifier.map { DayMetric(named: $0) == metric } ?? true)
        #expect(DayMetric(named: "x\(metric.name)".dropFirst()) == metric)
    }

    @Test(arguments: ["", "sleep", "STEPS", " steps", "heart_rate", "HKQuantityTypeIdentifier"])
    func `other names are unknown`(name: String) {
        #expect(DayMetric(named: name) == nil)
    }

    @Test(arguments: DayMetric.allCases)
    func `a row of the table is consistent`(metric: DayMetric) {
        let row = metric.row
        #expect(DayMetric.allCases[metric.index] == metric)
        #expect(metric.name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (97...122).contains($0) })
        let isPosition = DayMetric.positions.contains(metric)
        // HealthKit has stages as values of the category that sleep is.
        let isNamed = !isPosition && !DayMetric.stages.contains(metric)
        #expect(metric.healthKitIdentifier?.hasPrefix("HK") == (isNamed ? true : nil))
        #expect(!metric.unit.isEmpty)
        guard !isPosition else { return #expect(row.statistics == .ofPositions) }
        #expect(row.limits.lowerBound >= 0)
        // A million entries add up without overflow.
        let limit = Int64.max / Decimal64.powerOfTen(metric.decimals) / 1_000_000
        #expect(row.limits.upperBound <= limit)
    }

    /// One name means one thing: the same decimals, aggregation and identifier.
    @Test func `metrics of runs and of days that share a name agree`() throws {
        let shared = DayMetric.allCases.filter { Metric(named: $0.name) != nil }
        #expect(shared == [.steps, .distance, .energy, .latitude, .longitude, .heartRate])
        for metric in shared {
            let other = try #require(Metric(named: metric.name))
            #expect(other.decimals == metric.decimals)
            #expect(other.isCumulative == metric.isCumulative)
            #expect(other.healthKitIdentifier == metric.healthKitIdentifier)
            #expect(other.unit == metric.unit)
        }
    }

    @Test func `a subscription to entries that names no metric has the same six for ever`() {
        #expect(
            DayMetric.defaults.members == [
                .steps, .distance, .energy, .restingHeartRate, .sleep, .bodyMass,
            ])
    }

    @Test func `a set has its members in order`() {
        #expect(DayMetricSet([.bodyMass, .steps]).members == [.steps, .bodyMass])
        #expect(DayMetricSet.all.members == DayMetric.allCases)
        let discrete = DayMetric.allCases.filter { !$0.isCumulative }
        #expect(
            discrete == [
                .restingHeartRate, .bodyMass, .latitude, .longitude, .heartRate,
                .heartRateVariability,
            ])
        let others = DayMetric.positions.union(DayMetric.stages)
        #expect(DayMetric.ofPeople.union(others) == .all)
        #expect(DayMetric.ofPeople.isDisjoint(with: others))
        #expect(DayMetric.frequent.members == [.latitude, .longitude, .heartRate])
        #expect(DayMetricSet(.sleep).contains(.sleep))
        #expect(!DayMetricSet(.sleep).contains(.steps))
    }
}
