import Readout
import Testing
import Vocabulary

@Suite struct MetricReadoutTests {
    private static func words(_ name: String, _ value: Double, _ units: Units) throws -> String? {
        MetricReadout(try #require(QueryMetric(named: name)).shown, units).words(value)
    }

    @Test(arguments: [
        ("steps", 12_345.0, "12 345 steps"), ("distance_m", 8321, "8.32 km"),
        ("sleep_min", 446, "7:26 h"), ("body_mass_kg", 70.04, "70.0 kg"),
        ("speed_mps", 3, "5:33 /km"), ("heart_rate_bpm", 151.6, "152 bpm"),
        ("contact_ms", 242.4, "242 ms"), ("energy_kcal", 1234, "1 234 kcal"),
    ])
    func `units are those of people`(name: String, value: Double, text: String) throws {
        #expect(try Self.words(name, value, .metric) == text)
    }

    @Test(arguments: [
        ("distance_m", 8046.72, "5.00 mi"), ("body_mass_kg", 59, "130.1 lb"),
        ("speed_mps", 3, "8:56 /mi"), ("stride_m", 1.037, "3.40 ft"),
    ])
    func `people may read miles and pounds`(name: String, value: Double, text: String) throws {
        #expect(try Self.words(name, value, .imperial) == text)
    }

    @Test(arguments: QueryMetric.all, [Units.metric, .imperial])
    func `a place says its number, and no title is said twice`(
        metric: QueryMetric, units: Units
    ) throws {
        let readout = MetricReadout(metric.shown, units)
        let place = try #require(readout.place(4))
        #expect(readout.words(4) == "\(readout.text(place)) \(readout.unit)")
        #expect(readout.textBelowTitle(place).hasSuffix(readout.unitBelowTitle))
        #expect(readout.unitBelowTitle.lowercased() != readout.title.lowercased())
    }

    @Test(arguments: Metric.allCases)
    func `who stands has no pace, cadence, stride and contact`(metric: Metric) {
        let hasZero = MetricReadout(metric.shown).place(0) != nil
        #expect(hasZero == [.heartRate, .distance, .steps, .energy].contains(metric))
    }

    @Test func `titles are unique, and labels fit above a number`() {
        let titles = QueryMetric.all.map(\.shown.title)
        #expect(Set(titles).count == titles.count)
        #expect(Metric.discrete.members.allSatisfy { $0.shown.label.count <= 11 })
    }
}
