import Testing

@testable import StreamClient

@Suite struct ReconnectDelayTests {
    /// The longest waits before the first attempts.
    private static let whole: [Duration] = [
        .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(15),
        .seconds(15), .seconds(15),
    ]

    @Test func `waits double up to a quarter of a minute`() {
        var delay = ReconnectDelay()
        for whole in Self.whole { #expect(delay.next(chance: 0) == whole) }
    }

    @Test(arguments: [1, 2, 3, 42, 4711] as [UInt64])
    func `chance takes away up to a half`(seed: UInt64) {
        var delay = ReconnectDelay()
        var bits = seed
        for (attempt, whole) in Self.whole.enumerated() {
            bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let wait = delay.next(chance: bits)
            #expect((whole / 2...whole).contains(wait), "attempt \(attempt), seed \(seed)")
        }
    }

    @Test func `the shortest wait is half of the longest`() {
        var delay = ReconnectDelay()
        #expect(delay.next(chance: 250) == .milliseconds(250))
    }

    @Test func `after a success it begins anew, and attempts are counted`() {
        var delay = ReconnectDelay()
        #expect(delay.attempt == 1)
        for _ in 0..<100 { _ = delay.next(chance: 0) }
        #expect(delay.attempt == 101)
        delay.succeed()
        #expect(delay.attempt == 1)
        #expect(delay.next(chance: 0) == .milliseconds(500))
    }
}
