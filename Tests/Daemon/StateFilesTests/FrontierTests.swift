import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

@Suite struct FrontierTests {
    private static let reach = FleetDuration.seconds(6)

    private func frontier(earlier: FleetInstant? = nil) -> Frontier {
        Frontier(earlier: earlier, at: instant(100), reach: Self.reach)
    }

    @Test func `a promise is renewed when half of its reach is left`() {
        var frontier = frontier()
        #expect(frontier.promised == instant(106))
        #expect(frontier.renew(at: instant(103) - FleetDuration(ticks: 1)) == nil)
        #expect(frontier.renew(at: instant(103)) == instant(109))
        #expect(frontier.renew(at: instant(120)) == nil, "a write is under way")
        frontier.finish()
        #expect(frontier.renew(at: instant(120)) == instant(126))
    }

    @Test func `a fleet whose clock was set back keeps the earlier promise until it is used up`() {
        var frontier = frontier(earlier: instant(200))
        #expect(frontier.earlier == instant(200))
        #expect(frontier.promised == instant(200))
        #expect(frontier.renew(at: instant(197) - FleetDuration(ticks: 1)) == nil)
        #expect(frontier.last(at: instant(150)) == instant(200))
        #expect(frontier.renew(at: instant(197)) == instant(203))
        #expect(frontier.last(at: instant(201)) == instant(201))
    }

    @Test(arguments: UInt64(1)...20)
    func `whatever the ticks, the promise never falls and the fleet never passes it`(
        seed: UInt64
    ) {
        var dice = SeededGenerator(seed: seed)
        var frontier = frontier(earlier: dice.chance(50) ? instant(130) : nil)
        var (now, kept) = (instant(100), frontier.promised)
        for _ in 0..<2000 {
            // The disk answers before half of the reach has been flown.
            now = now + FleetDuration(ticks: Int64(dice.number(1...100)))
            if let promise = frontier.renew(at: now) {
                #expect(promise >= kept, "seed \(seed)")
                kept = promise
                frontier.finish()
            }
            #expect(now < kept, "seed \(seed)")
        }
    }

    @Test func `no promise lies beyond fleet time, and the last one is not renewed`() {
        let end = FleetInstant.presents.upperBound
        var frontier = Frontier(earlier: nil, at: end - .seconds(10), reach: .seconds(6))
        #expect(frontier.renew(at: end - .seconds(5)) == end)
        frontier.finish()
        for left in Int64(0)...5 { #expect(frontier.renew(at: end - .seconds(left)) == nil) }
    }
}
