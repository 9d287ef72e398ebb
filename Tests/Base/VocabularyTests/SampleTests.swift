import Testing
import Vocabulary

@Suite struct SampleTests {
    @Test func `a new sample has nothing`() {
        let sample = Sample()
        #expect(sample.present.isEmpty)
        #expect(Metric.allCases.allSatisfy { sample[$0] == nil })
    }

    @Test func `every set of metrics can be present`() {
        for rawValue: UInt32 in 0..<1 << UInt32(Metric.count) {
            let wanted = MetricSet(rawValue: rawValue)
            var sample = Sample()
            for metric in wanted.members { sample[metric] = Int64(metric.index) - 3 }
            #expect(sample.present == wanted)
            for metric in Metric.allCases {
                #expect(sample[metric] == (wanted.contains(metric) ? Int64(metric.index) - 3 : nil))
            }
        }
    }

    @Test(arguments: Metric.allCases)
    func `a metric that falls silent leaves no trace`(metric: Metric) {
        var sample = Sample()
        sample[metric] = 0
        #expect(sample != Sample(), "zero is not absent")
        sample[metric] = 12
        sample[metric] = nil
        #expect(sample == Sample())
        #expect(sample[metric] == nil)
    }

    @Test(arguments: Metric.allCases)
    func `samples differ when one value does`(metric: Metric) {
        var sample = Sample()
        for metric in Metric.allCases { sample[metric] = 1 }
        var other = sample
        #expect(sample == other)
        other[metric] = 2
        #expect(sample != other)
    }

    private static let quantities: [(Metric, Double, Int64)] = [
        (.heartRate, 0.5, 0), (.heartRate, 1.5, 2), (.heartRate, 2.5, 2), (.heartRate, -0.5, 0),
        (.heartRate, -1.5, -2), (.heartRate, 151.49, 151), (.heartRate, 151.51, 152),
        (.cadence, 0.25, 2), (.cadence, 0.75, 8), (.distance, 0.125, 12),
        (.distance, 0.375, 38),
        (.speed, 3.0125, 3012), (.speed, 0.0625, 62), (.speed, 0.1875, 188), (.steps, 7, 7),
        (.energy, 1.0625, 1062), (.contact, 249.96, 2500),
    ]

    @Test(arguments: quantities) func `values round to the nearest unit and ties to even`(
        metric: Metric, value: Double, units: Int64
    ) {
        #expect(metric.quantized(value) == units)
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `values round as the library rounds them`(seed: UInt64) {
        let stream = RandomStream(seed: seed, lane: 0, purpose: 1)
        for place in 0..<20_000 as Range<UInt64> {
            // Many are halves, and the largest are far beyond what a metric reaches.
            let width = UInt64(2 + place % 49)
            let halves = Double(Int64(bitPattern: stream.bits(place)) >> (64 - width)) / 2
            for value in [halves, halves * 0.999] {
                let rounded = Int64(value.rounded(.toNearestOrEven))
                #expect(Metric.heartRate.quantized(value) == rounded, "\(value), seed \(seed)")
            }
        }
    }

    @Test(arguments: Metric.allCases)
    func `the value of a unit is quantized to it`(metric: Metric) {
        let seed: UInt64 = 5
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        let limit = metric.row.limits.upperBound * Decimal64.powerOfTen(metric.decimals)
        for place in 0..<UInt64(2000) {
            let units = Int64(random.bits(place) % UInt64(limit + 1))
            #expect(metric.quantized(metric.value(units)) == units, "\(units), seed \(seed)")
        }
    }
}
