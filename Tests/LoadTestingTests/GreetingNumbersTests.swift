import Testing

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
}
