import LinuxIO
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

@Suite struct FollowersTests {
    private struct Key: Hashable {
        var peer: Int
        var subscription: Int
    }

    private let peers: [Connection]

    init() throws {
        var table = ConnectionTable()
        peers = try (0..<10).map { _ in
            let pair = try SocketPair()
            let descriptor = pair.first
            let token = table.makeToken(for: descriptor.raw)
            return Connection(
                descriptor, token: token,
                facts: PeerFacts(
                    number: Int64(token.generation), connected: 0, credentials: nil, user: 7,
                    waitingShare: WaitingShare()),
                rights: .unrestricted,
                outbox: Outbox(
                    OutboxRules(NumberedSource.identity, lines: 131_072, bytes: 32 << 20)))
        }
    }

    private func key(_ follower: Follower) -> Key {
        follower.withPeer { peer in
            Key(peer: peers.firstIndex { $0 === peer } ?? -1, subscription: follower.subscription)
        }
    }

    @Test(arguments: UInt64(1)...10)
    func `whoever came and has not left is in it once, at the index that is known`(
        seed: UInt64
    ) {
        var dice = SeededGenerator(seed: seed)
        var followers = Followers()
        var places: [Key: Int] = [:]
        for step in 0..<500 {
            let next = Key(peer: dice.number(0...9), subscription: dice.number(0...3))
            if let index = places.removeValue(forKey: next) {
                if let moved = followers.removeFromAll(at: index) { places[key(moved)] = index }
            } else {
                let follower = Follower(
                    peers[next.peer], subscription: next.subscription, takesLinesUnchanged: false)
                places[next] = followers.insert(follower, .all)
            }
            let all = followers.ofAll.map(key)
            #expect(all.count == places.count, "seed \(seed), step \(step)")
            for (key, index) in places {
                #expect(all[index] == key, "seed \(seed), step \(step)")
            }
            #expect(followers.isEmpty == places.isEmpty, "seed \(seed), step \(step)")
        }
    }

    /// By lane, of a block in which each has a line.
    private func found(in followers: inout Followers) -> [LaneID: [Key]] {
        var block = LineBlock()
        for lane: LaneID in 0...5 {
            block.bytes.append("{}\n")
            block.endLine(at: StreamPosition(FleetInstant(ticks: 7), lane: lane, .stat), lap: 0)
        }
        followers.index(block)
        var found: [LaneID: [Key]] = [:]
        followers.forEachLaneWithLines { runs, followers in
            for run in runs { found[run.lane] = followers.map(key) }
        }
        return found
    }

    @Test(arguments: UInt64(1)...10)
    func `whoever selects a lane or a session of it is found there once`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var followers = Followers()
        var model: [Key: [SelectedSessions]] = [:]
        for step in 0..<300 {
            let next = Key(peer: dice.number(0...9), subscription: dice.number(0...3))
            let follower = Follower(
                peers[next.peer], subscription: next.subscription, takesLinesUnchanged: false)
            if let selected = model.removeValue(forKey: next) {
                followers.remove(follower, selected)
            } else {
                let selection = SessionSelection(
                    (0...dice.number(0...4)).map { _ in
                        SelectedSessions(
                            lane: dice.lane(0...5), lap: dice.happens(oneIn: 2) ? 0 : nil)
                    })
                guard case .some(let selected) = selection else { continue }
                _ = followers.insert(follower, selection)
                model[next] = selected
            }
            let found = found(in: &followers)
            for lane: LaneID in 0...5 {
                let found = found[lane] ?? []
                let wanted = model.filter { $0.value.contains { $0.lane == lane } }.keys
                #expect(Set(found) == Set(wanted), "seed \(seed), step \(step), lane \(lane)")
                #expect(found.count == wanted.count, "seed \(seed), step \(step)")
            }
            #expect(followers.isEmpty == model.isEmpty, "seed \(seed), step \(step)")
        }
    }
}
