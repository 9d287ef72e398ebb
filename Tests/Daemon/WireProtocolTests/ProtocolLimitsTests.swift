import Testing
import WireProtocol

@Suite struct ProtocolLimitsTests {
    @Test func `every limit has a name of its own, a positive value, a unit and a reason`() {
        #expect(Set(ProtocolLimits.all.map(\.name)).count == ProtocolLimits.all.count)
        for limit in ProtocolLimits.all {
            #expect(limit.value > 0, "\(limit.name)")
            #expect(!limit.unit.isEmpty && !limit.reason.isEmpty, "\(limit.name)")
        }
    }

    @Test func `the bounds of durations are written in milliseconds`() {
        let values = Dictionary(
            uniqueKeysWithValues: ProtocolLimits.all.map { ($0.name, $0.value) })
        #expect(values["window_min"] == 1000)
        #expect(values["window_max"] == 3_600_000)
        #expect(values["every_min"] == 20)
        #expect(values["every_max"] == 3_600_000)
        #expect(values["smooth_over_min"] == 1000)
        #expect(values["smooth_over_max"] == 120_000)
        #expect(values["half_life_min"] == 500)
        #expect(values["half_life_max"] == 600_000)
    }
}
