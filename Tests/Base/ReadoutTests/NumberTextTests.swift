import Readout
import Testing
import Vocabulary

@Suite struct NumberTextTests {
    @Test func `the nearest whole number is never out of bounds`() {
        let numbers = [2.5, -2.4, 1.7e308, -.infinity, .nan]
        #expect(
            numbers.map(NumberText.whole) == [
                3, -2, 1_000_000_000_000_000, -1_000_000_000_000_000, 0,
            ])
    }

    @Test(arguments: [
        (0.0, 0, "0"), (151.49, 0, "151"), (151.5, 0, "152"), (-0.4, 0, "0"), (3.7, 2, "3.70"),
        (1e30, 2, "?"), (.nan, 0, "?"), (.infinity, 1, "?"),
    ])
    func `numbers have their places`(number: Double, decimals: Int, text: String) {
        #expect(NumberText.fixed(number, decimals) == text)
    }

    private static let paces: [(Double?, String)] = [
        (nil, "--:--"), (298.4, "4:58"), (359.6, "6:00"), (3599.4, "59:59"), (3599.6, "--:--"),
        (3600, "--:--"),
        (.infinity, "--:--"), (.nan, "--:--"),
    ]

    @Test(arguments: paces)
    func `pace is minutes and seconds, standing is none`(seconds: Double?, text: String) {
        #expect(NumberText.pace(seconds) == text)
    }

    @Test(arguments: [
        (0, "0:00"), (59, "0:59"), (60, "1:00"), (3599, "59:59"), (3600, "1:00:00"),
        (36_061, "10:01:01"),
    ])
    func `spans of time`(seconds: Int, text: String) {
        #expect(NumberText.clock(seconds) == text)
    }

    @Test func `a difference always has its sign`() {
        #expect(NumberText.signedClock(0) == "+0:00")
        #expect(NumberText.signedClock(67) == "+1:07")
        #expect(NumberText.signedClock(-7) == "-0:07")
        #expect(NumberText.signed(0) == "+0")
        #expect(NumberText.signed(-12) == "-12")
    }

    @Test func `the time of day is that of UTC`() {
        #expect(NumberText.timeOfDay(FleetInstant(ticks: 0)) == "00:00:00")
        #expect(NumberText.timeOfDay(FleetInstant(ticks: -1)) == "23:59:59")
    }
}
