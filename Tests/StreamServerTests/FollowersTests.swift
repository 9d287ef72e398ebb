import TestSupport
import Testing

@testable import StreamServer

@Suite struct FollowersTests {
    @Test(arguments: UInt64(1)...10)
    func `whoever came and has not left is in it once`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var followers = Followers()
        var model: Set<Follower> = []
        for step in 0..<500 {
            let follower = Follower(token: UInt64(dice.number(0...9)), slot: dice.number(0...3))
            if model.contains(follower) || dice.happens(oneIn: 4) {
                followers.remove(follower)
                model.remove(follower)
            } else {
                followers.insert(follower)
                model.insert(follower)
            }
            #expect(Set(followers.all) == model, "seed \(seed), step \(step)")
            #expect(followers.all.count == model.count, "seed \(seed), step \(step)")
            #expect(followers.isEmpty == model.isEmpty, "seed \(seed), step \(step)")
        }
    }
}
