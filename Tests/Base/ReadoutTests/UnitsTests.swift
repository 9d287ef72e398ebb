import Readout
import Testing

@Suite struct UnitsTests {
    private static let locales: [([String?], Units)] = [
        ([nil, nil, "en_US.UTF-8"], Units.imperial), ([nil, "de_DE", "en_US"], .metric),
        (["", "", "en_LR"], .imperial), (["my_MM", nil, nil], .imperial),
        (["C", nil, nil], .metric), ([nil, nil, nil], .metric),
        (["en_GB.UTF-8", nil, "en_US"], .metric), (["us", nil, nil], .metric),
    ]

    @Test(arguments: locales)
    func `the first locale that is set decides`(locale: [String?], units: Units) {
        #expect(Units(choice: nil, locale: locale) == units)
    }

    @Test func `a choice outranks the locale`() {
        #expect(Units(choice: "metric", locale: ["en_US"]) == .metric)
        #expect(Units(choice: "imperial", locale: ["C"]) == .imperial)
    }

    @Test func `a mile has 1609.344 metres and a foot 0.3048`() {
        #expect(Units.imperial.pace(metresPerSecond: 1.609344) == 1000)
        #expect(Units.imperial.distance(metres: 16_093.44) == 10)
        #expect(Units.imperial.stride(metres: 0.6096) == 2)
        #expect(Units.metric.pace(metresPerSecond: 2.5) == 400)
        #expect(Units.imperial.paceDeviation(secondsPerKilometre: 10) == 16.09344)
    }

    @Test func `a walk slower than half an hour a kilometre has no pace`() {
        #expect(Units.metric.pace(metresPerSecond: 1000.0 / 1800) == 1800)
        #expect(Units.metric.pace(metresPerSecond: 0.555) == nil)
        #expect(Units.metric.pace(metresPerSecond: 0) == nil)
    }

    private static let bars: [(Units, Double, Double, String)] = [
        (.metric, 5, 5, "5 m"), (.metric, 499, 200, "200 m"), (.metric, 999.9, 500, "500 m"),
        (.metric, 1000, 1000, "1 km"), (.metric, 49_000, 20_000, "20 km"),
        (.metric, 0, 1, "1 m"), (.metric, .infinity, 5e9, "5000000 km"),
        (.imperial, 5, 10 * 0.3048, "10 ft"), (.imperial, 1600, 5000 * 0.3048, "5000 ft"),
        (.imperial, 1700, 1609.344, "1 mi"),
    ]

    @Test(arguments: bars)
    func `a round length is the longest that fits`(
        units: Units, most: Double, length: Double, name: String
    ) {
        let bar = units.roundLength(atMost: most)
        #expect((bar.length - length).magnitude < 1e-6 * length && bar.name == name, "\(bar)")
    }

    @Test func `the key changes between the two`() {
        for units in Units.allCases { #expect(units.next != units && units.next.next == units) }
    }
}
