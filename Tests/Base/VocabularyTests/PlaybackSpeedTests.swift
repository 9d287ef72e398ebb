import Testing
import Vocabulary

@Suite struct PlaybackSpeedTests {
    private static let speeds: [(String, Int64)] = [
        ("1", 1000), ("60", 60_000), ("0.5", 500), ("0.1", 100), ("3600", 3_600_000),
        ("1.25", 1250), ("0.125", 125), ("3600.000", 3_600_000),
    ]

    @Test(arguments: speeds) func `speeds parse`(text: String, thousandths: Int64) {
        #expect(PlaybackSpeed(parsing: text)?.thousandths == thousandths)
    }

    @Test(arguments: [
        "", "0", "-1", "0.099", "3600.001", "3601", "999999999", "1.0000", "0.0005", "x1", "1x",
        "1e3", "+1", "nan", "inf", " 1", "MAX", "max ", "maximal",
    ])
    func `other speeds are refused`(text: String) {
        #expect(PlaybackSpeed(parsing: text) == nil)
    }

    private static let printed: [(Int64, String)] = [
        (1000, "1"), (500, "0.5"), (125, "0.125"), (1250, "1.25"), (60_000, "60"),
        (3_600_000, "3600"), (100, "0.1"), (1_001, "1.001"), (10_010, "10.01"),
    ]

    @Test(arguments: printed) func `the shortest form is printed`(thousandths: Int64, text: String)
        throws
    {
        let speed = try #require(PlaybackSpeed(thousandths: thousandths))
        #expect("\(speed)" == text)
    }

    @Test func `speeds read back from what they print`() throws {
        for thousandths in stride(from: Int64(100), through: 3_600_000, by: 217) {
            let speed = try #require(PlaybackSpeed(thousandths: thousandths))
            #expect(PlaybackSpeed(parsing: "\(speed)") == speed, "\(thousandths)")
        }
    }

    @Test func `the fastest is a word, and no clock paces it`() {
        #expect(PlaybackSpeed(parsing: "max") == .fastest)
        #expect("\(PlaybackSpeed.fastest)" == "max")
        #expect(!PlaybackSpeed.fastest.isPaced && PlaybackSpeed.realTime.isPaced)
    }

    @Test func `only speeds within the limits exist`() {
        #expect(PlaybackSpeed(thousandths: 99) == nil)
        #expect(PlaybackSpeed(thousandths: 100) != nil)
        #expect(PlaybackSpeed(thousandths: 3_600_000) != nil)
        #expect(PlaybackSpeed(thousandths: 3_600_001) == nil)
        #expect(PlaybackSpeed.realTime.thousandths == 1000)
    }
}
