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

    @Test func `the key changes between the two`() {
        for units in Units.allCases { #expect(units.next != units && units.next.next == units) }
    }
}
