import LoadReport
import Testing
import Vocabulary

@testable import LoadTesting

/// Numbers of a greeting are a daemon's, or those of whoever has taken its place.
@Suite struct GreetingNumbersTests {
    @Test func `a beat that is over two intervals late is missing`() {
        #expect(LoadRun.longestSilence(beatSeconds: 5) == .seconds(11))
        #expect(LoadRun.longestSilence(beatSeconds: 10) == .seconds(22))
    }

    @Test(arguments: [0, -1, -1e300])
    func `without beats no silence is too long`(beatSeconds: Double) {
        #expect(LoadRun.longestSilence(beatSeconds: beatSeconds) == nil)
    }

    @Test(arguments: [1e6, 1e18, .greatestFiniteMagnitude])
    func `no interval in a greeting is beyond the clock`(beatSeconds: Double) {
        #expect(LoadRun.longestSilence(beatSeconds: beatSeconds) == .seconds(86_400))
    }

    @Test(
        arguments: [
            (1, 1), (10, 10), (10.9, 10), (50, 50), (0, nil), (-5, nil), (51, nil), (1e18, nil),
            (1e19, nil), (.greatestFiniteMagnitude, nil),
        ] as [(Double, Int64?)])
    func `a rate is that of a fleet, or none`(rateHertz: Double, hertz: Int64?) {
        var fleet = FleetFacts()
        fleet.rateHertz = rateHertz
        #expect(fleet.sampleRate?.hertz == hertz)
    }
}
