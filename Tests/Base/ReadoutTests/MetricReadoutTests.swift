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

    @Test func `a title is not said twice, and fast is above`() throws {
        let (steps, pace) = (MetricReadout(Metric.steps.shown), MetricReadout(Metric.speed.shown))
        let mass = MetricReadout(DayMetric.bodyMass.shown, .imperial)
        #expect(steps.textBelowTitle(8123) == "8 123" && steps.heading == "STEPS steps")
        #expect(mass.textBelowTitle(157.2) == "157.2 lb" && mass.heading == "BODY MASS lb")
        #expect(pace.heading == "PACE /km" && pace.text(-302) == "5:02")
        #expect(try #require(pace.place(4)) > #require(pace.place(3)))
    }

    @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300])
    func `what is no number is told as none`(value: Double) {
        let text = MetricReadout(Metric.steps.shown).text(value)
        #expect(text == "?")
    }

    @Test(arguments: Metric.allCases)
    func `who stands has no pace, cadence, stride and contact`(metric: Metric) {
        let hasZero = MetricReadout(metric.shown).place(0) != nil
        let bare: [Metric] = [.speed, .cadence, .stride, .contact]
        #expect(hasZero != bare.contains(metric))
    }

    @Test func `titles are unique, and labels fit above a number`() {
        let titles = QueryMetric.all.map(\.shown.title)
        #expect(Set(titles).count == titles.count)
        #expect(Metric.discrete.members.allSatisfy { $0.shown.label.count <= 11 })
    }
}
