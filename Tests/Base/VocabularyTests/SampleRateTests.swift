import Testing
import Vocabulary

@Suite struct SampleRateTests {
    @Test func `exactly the divisors of 50 Hz are sample rates`() {
        for hertz in Int64(-60)...120 {
            let isDivisor = hertz > 0 && FleetDuration.ticksPerSecond % hertz == 0
            #expect((SampleRate(hertz: hertz) != nil) == isDivisor, "\(hertz) Hz")
        }
    }

    @Test(arguments: SampleRate.allowed)
    func `a second has as many periods as the rate says`(hertz: Int64) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        #expect(rate.period * hertz == .seconds(1))
    }

    @Test func `one hertz is one hertz`() {
        #expect(SampleRate.oneHertz.hertz == 1)
    }
}
