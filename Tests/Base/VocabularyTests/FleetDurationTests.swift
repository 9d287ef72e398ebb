import Testing
import Vocabulary

@Suite struct FleetDurationTests {
    @Test func `every duration up to ten minutes reads back from what it prints`() {
        for ticks in Int64(0)...30_000 {
            let duration = FleetDuration(ticks: ticks)
            #expect(FleetDuration(parsing: "\(duration)") == duration, "\(duration)")
        }
    }

    @Test func `long durations off the second read back from what they print`() {
        for ticks in stride(from: Int64(49_999_901), through: 40_000_000_000, by: 7_777_777) {
            let duration = FleetDuration(ticks: ticks)
            #expect(FleetDuration(parsing: "\(duration)") == duration, "\(duration)")
        }
    }

    @Test func `longer durations read back from what they print`() {
        for seconds in stride(from: Int64(0), through: 400_000_000, by: 86_399) {
            let duration = FleetDuration.seconds(seconds)
            #expect(FleetDuration(parsing: "\(duration)") == duration, "\(duration)")
        }
    }

    private static let durations: [(String, Int64)] = [
        ("0s", 0), ("20ms", 1), ("500ms", 25), ("1000ms", 50), ("0.02s", 1), ("1s", 50),
        ("1.5s", 75), ("30s", 1500), ("90s", 4500), ("2m", 6000), ("0.5m", 1500), ("1h", 180_000),
        ("0.25h", 45_000), ("007s", 350), ("1.500000000s", 75), ("999999999s", 49_999_999_950),
        ("20.0ms", 1), ("1m30s", 4500), ("1h 30m", 270_000), ("1h30m15s500ms", 270_775),
        ("1 s", 50), ("5 minutes", 15_000), ("1 hour 1 sec", 180_050), ("1min", 3000),
        ("1sec", 50), ("1.5h 30m", 360_000), ("2 hrs", 360_000), ("20 milliseconds", 1),
    ]

    @Test(arguments: durations) func `durations parse`(text: String, ticks: Int64) {
        #expect(FleetDuration(parsing: text) == FleetDuration(ticks: ticks))
    }

    @Test(arguments: [
        "", "s", "ms", "5", "-1s", "+1s", "-0.5h", " 1s", "1s ", "1  s", "1S", "1Ms", "1d", "1 sek",
        "30m 1h", "1s 1s", "1m s", "1m 5", "1h,5m",
        "1.s", ".5s", ".s", "1..5s", "1.5.5s", "1,5s", "1e3s", "0x10s", "10ms5s", "1m30s ",
        "1_000s",
        "1ms.", "10ms0", "1 mins ago", "٣s", "1５s", "1s\u{301}", "1\u{301}s", "1s\0", "\0001s",
        "1\n0s",
        "nan s", "infs", "1000000000s", "0.1234567890s", "999999999.999999999h", "30ms", "1ms",
        "0.01s", "0.0001m", "1.001s", "0.000001h", "--1s", "1-s", "s1",
    ])
    func `anything else is refused`(text: String) {
        #expect(FleetDuration(parsing: text) == nil)
    }

    private static let printed: [(Int64, String)] = [
        (0, "0s"), (1, "20ms"), (25, "500ms"), (50, "1s"), (75, "1500ms"), (2950, "59s"),
        (3000, "1m"), (3050, "61s"), (177_000, "59m"), (180_000, "1h"), (183_000, "61m"),
        (180_001, "3600020ms"), (8_640_000, "48h"),
    ]

    @Test(arguments: printed) func `the shortest form is printed`(ticks: Int64, text: String) {
        #expect("\(FleetDuration(ticks: ticks))" == text)
    }

    @Test func `arithmetic and units agree`() {
        let duration = FleetDuration.seconds(3) + FleetDuration(ticks: 5) - FleetDuration.zero
        #expect(duration.ticks == 155)
        #expect(duration.seconds == 3.1)
        #expect(duration.microseconds == 3_100_000)
        #expect((duration * 2).ticks == 310)
        #expect(FleetDuration.zero < duration)
        #expect(!(duration < duration))
    }
}
