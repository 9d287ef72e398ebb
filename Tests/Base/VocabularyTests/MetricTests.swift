import Testing
import Vocabulary

@Suite struct MetricTests {
    @Test func `names are unique`() {
        let names = Metric.allCases.flatMap { metric in
            [metric.name, metric.healthKitIdentifier].compactMap(\.self)
        }
        // HealthKit has no cadence of runners, and its places are those of a route.
        #expect(Set(names).count == Metric.count + Metric.vitals.count - 1)
    }

    @Test(arguments: Metric.allCases)
    func `a metric is found by its name and by HealthKit's`(metric: Metric) {
        #expect(Metric(named: metric.name) == metric)
        let identifier = metric.healthKitIdentifier
        let isNameless = metric == .cadence || Metric.places.contains(metric)
        #expect(identifier.map { Metric(named: $0) == metric } ?? isNameless)
        #expect(Metric(named: "x\(metric.name)".dropFirst()) == metric)
    }

    @Test func `the identifiers are those of Apple, and what is none is read all the same`() {
        let names = Metric.allCases.compactMap(\.healthKitIdentifier)
        let prefix = "HKQuantityTypeIdentifier"
        #expect(
            names
                == [
                    "HeartRate", "RunningSpeed", "RunningStrideLength", "RunningGroundContactTime",
                    "DistanceWalkingRunning", "StepCount", "ActiveEnergyBurned",
                ].map { prefix + $0 })
        #expect(Metric(named: prefix + "RunningCadence") == .cadence)
    }

    @Test(arguments: [
        "", "heart_rate", "HEART_RATE_BPM", " steps", "steps ", "HKQuantityTypeIdentifier",
    ])
    func `other names are unknown`(name: String) {
        #expect(Metric(named: name) == nil)
    }

    @Test(arguments: Metric.allCases)
    func `a row of the table is consistent`(metric: Metric) {
        let row = metric.row
        #expect(Metric.allCases[metric.index] == metric)
        #expect(metric.name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (97...122).contains($0) })
        #expect(metric.healthKitIdentifier?.hasPrefix("HKQuantityTypeIdentifier") != false)
        #expect(!metric.unit.isEmpty)
        let isPosition = row.aggregation == .position
        #expect((0...3).contains(metric.decimals) || isPosition && metric.decimals == 7)
        #expect(metric.scale == Double(Decimal64.powerOfTen(metric.decimals)))
        #expect(row.limits.lowerBound <= 0 && row.limits.upperBound > 0)
        #expect(row.limits.lowerBound == 0 || Metric.places.contains(metric))
        // A sample keeps a value in 32 bits.
        #expect(row.limits.upperBound * Decimal64.powerOfTen(metric.decimals) <= Int32.max)
        #expect(row.limits.lowerBound * Decimal64.powerOfTen(metric.decimals) > Int32.min)
        // Fleets of a million laps add up without overflow.
        let limit = Int64.max / Decimal64.powerOfTen(metric.decimals) / 1_000_000
        #expect(row.limits.upperBound <= limit)
        #expect(metric.isCumulative == (row.aggregation == .cumulative))
    }

    @Test func `the length in the type of arrays by metric is the number of metrics`() {
        #expect(PerMetric<Bool>.count == Metric.count)
    }

    @Test(arguments: Metric.allCases)
    func `vitals are a sample without its place`(metric: Metric) {
        var sample = Sample()
        for other in Metric.allCases where other != metric { sample[other] = -7 }
        let kept = Vitals(sample).sample
        #expect(kept.present == sample.present.subtracting(Metric.places))
        for other in Metric.vitals { #expect(kept[other] == sample[other]) }
        #expect(Vitals(kept).sample == kept)
    }

    @Test func `states stand before totals, as the rows of windows need them`() {
        let states = Metric.allCases.prefix(while: \.isDiscrete)
        #expect(Metric.allCases.dropFirst(states.count).allSatisfy { !$0.isDiscrete })
    }

    @Test func `a subscription that names no metric has the same five for ever`() {
        #expect(Metric.defaults.members == [.heartRate, .speed, .cadence, .stride, .contact])
    }

    @Test(arguments: Metric.allCases)
    func `the statistics that fit a metric follow from how it adds up`(metric: Metric) {
        let usual: StatisticSet =
            switch metric.row.aggregation {
            case .discrete: .ofStates
            case .cumulative: .ofTotals
            case .position: [StatisticSet(.latest), StatisticSet(.count), StatisticSet(.coverage)]
            }
        #expect(metric.row.statistics == usual)
        #expect(Statistic.allCases.filter { $0.applies(to: metric) }.allSatisfy(usual.contains))
    }

    @Test func `every metric is either discrete or cumulative, or a position`() {
        #expect(Metric.discrete.intersection(Metric.cumulative).isEmpty)
        let others = MetricSet.all.subtracting(Metric.discrete).subtracting(Metric.cumulative)
        #expect(others.members == [.latitude, .longitude])
        #expect(Metric.cumulative.members == [.distance, .steps, .energy, .ascent])
        #expect(MetricSet(Metric.vitals).union(Metric.places) == .all)
    }

    @Test func `every set of metrics lists its members in order`() {
        for rawValue: UInt32 in 0..<1 << UInt32(Metric.count) {
            let set = MetricSet(rawValue: rawValue)
            #expect(MetricSet(set.members) == set)
            #expect(MetricSet(set.members.reversed()) == set)
            #expect(set.members.map(\.rawValue) == set.members.map(\.rawValue).sorted())
            #expect(set.members.count == rawValue.nonzeroBitCount)
            #expect(Metric.allCases.allSatisfy { set.contains($0) == set.members.contains($0) })
        }
    }
}
