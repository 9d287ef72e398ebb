import FlightDisplay
import Readout
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

@Suite struct MetricTextTests {
    private func text(_ metric: Metric, _ json: String) throws -> String {
        let line = try #require(JSONValue(line: Array(#"{"v":\#(json)}"#.utf8)))
        return MetricText(metric).text(try #require(line["v"]))
    }

    @Test(arguments: [
        (Metric.heartRate, "152", "152 bpm"), (.heartRate, "61.5", " 62 bpm"),
        (.cadence, "171.4", "171 spm"), (.stride, "1.037", "1.04 m"),
        (.contact, "248.6", "249 ms"), (.distance, "5432.1", " 5.43 km"),
        (.distance, "0", " 0.00 km"), (.steps, "812", "  812 steps"),
        (.steps, "123456", "123456 steps"), (.energy, "98.765", " 99 kcal"),
    ])
    func `a value has its places, its width and its unit`(
        metric: Metric, json: String, expected: String
    ) throws {
        #expect(try text(metric, json) == expected)
    }

    @Test(arguments: [
        (Metric.distance, "5432.1", " 3.38 mi"), (.stride, "1.037", "3.40 ft"),
        (.speed, "3.333", " 8:03 /mi"), (.heartRate, "152", "152 bpm"),
    ])
    func `miles and feet are shown to those who read them`(
        metric: Metric, json: String, expected: String
    ) throws {
        let line = try #require(JSONValue(line: Array(#"{"v":\#(json)}"#.utf8)))
        #expect(MetricText(metric, .imperial).text(try #require(line["v"])) == expected)
    }

    @Test func `speed is pace, rounded to seconds with their carry`() throws {
        for (seconds, expected) in [
            (299.4, " 4:59 /km"), (299.6, " 5:00 /km"), (300.0, " 5:00 /km"),
            (359.7, " 6:00 /km"), (305.2, " 5:05 /km"), (599.9, "10:00 /km"),
            (1799.0, "29:59 /km"),
        ] {
            #expect(try text(.speed, "\(1000 / seconds)") == expected, "\(seconds) s/km")
        }
    }

    @Test(arguments: ["0", "0.0001", "0.55", "0.5555"])
    func `slower than half an hour a kilometre is standing`(json: String) throws {
        #expect(try text(.speed, json) == "--:-- /km")
        #expect(try text(.speed, "0.556") == "29:59 /km")
    }

    @Test func `of several statistics the most telling stands first`() throws {
        let all = #""average":151.2,"min":148,"max":155,"latest":152"#
        #expect(try text(.heartRate, "{\(all)}") == "151 bpm max 155 min 148")
        #expect(try text(.heartRate, #"{"latest":152,"max":155}"#) == "152 bpm max 155")
        #expect(try text(.heartRate, #"{"min":148,"max":155}"#) == "155 bpm min 148")
        #expect(try text(.distance, #"{"latest":5400,"sum":120}"#) == " 5.40 km sum 0.12")
    }

    @Test(arguments: [
        (Metric.heartRate, #"{"average":151.2,"latest":152,"smoothed":149.6}"#, "151 bpm ~150"),
        (.heartRate, #"{"average":151.2,"max":155,"smoothed":99.6}"#, "151 bpm ~100 max 155"),
        (.speed, #"{"average":3.3333,"latest":3.4,"smoothed":3.367}"#, " 5:00 /km ~4:57"),
        (.heartRate, #"{"latest":152,"smoothed":98.2}"#, " ~98 bpm latest 152"),
        (.heartRate, #"{"max":155,"smoothed":149.6}"#, "~150 bpm max 155"),
        (.speed, #"{"smoothed":3.3333}"#, " ~5:00 /km"),
    ])
    func `a smoothed value is marked, and stands beside the average and not in its place`(
        metric: Metric, json: String, expected: String
    ) throws {
        #expect(try text(metric, json) == expected)
    }

    @Test func `count and coverage are plain numbers, whatever the metric`() throws {
        #expect(
            try text(.speed, #"{"latest":4,"count":30,"coverage":0.987}"#)
                == " 4:10 /km count 30 coverage 0.987")
        #expect(
            try text(.heartRate, #"{"count":5,"coverage":1}"#)
                == "heart_rate_bpm count 5 coverage 1")
    }

    @Test(arguments: [
        (Metric.heartRate, #"{"average":151.2,"sd":2.345}"#, "151 bpm sd 2.3"),
        (.speed, #"{"average":3.333,"sd":0.21234}"#, " 5:00 /km sd 0.212 m/s"),
        (.stride, #"{"average":1.037,"sd":0.0312}"#, "1.04 m sd 0.031"),
        (.contact, #"{"sd":4}"#, "contact_ms sd 4.0"),
    ])
    func `a deviation keeps the metric's places, and one of speed is no pace`(
        metric: Metric, json: String, expected: String
    ) throws {
        #expect(try text(metric, json) == expected)
    }

    @Test(arguments: [
        (
            Metric.speed, #"{"latest":3.400,"smoothed":3.5,"average":3.33333,"count":30}"#,
            "speed_mps average 3.33333 smoothed 3.5 latest 3.4 count 30"
        ),
        (.heartRate, "152", "heart_rate_bpm 152"), (.cadence, "{}", "cadence_spm"),
    ])
    func `in full every statistic has its name, and the metric its unit`(
        metric: Metric, json: String, expected: String
    ) throws {
        let line = try #require(JSONValue(line: Array(#"{"v":\#(json)}"#.utf8)))
        #expect(MetricText(metric).named(try #require(line["v"])) == expected)
    }

    @Test func `every statistic beside an average is told`() throws {
        for statistic in Statistic.allCases where ![.average, .latest].contains(statistic) {
            let json = #"{"average":150.00,"\#(statistic.rawValue)":7}"#
            #expect(try text(.heartRate, json).contains("7"), "\(statistic)")
        }
    }

    @Test func `an object without anything known is the metric's name`() throws {
        #expect(try text(.cadence, "{}") == "cadence_spm")
    }

    @Test(arguments: Metric.allCases)
    func `a number beyond all bounds is a question mark and no end of the program`(
        metric: Metric
    ) throws {
        let found = try text(metric, "1e300")
        #expect(metric == .speed ? found.hasSuffix("0:00 /km") : found.contains("?"))
    }
}
