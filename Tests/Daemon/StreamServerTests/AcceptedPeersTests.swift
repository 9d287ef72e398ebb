import TestSupport
import Testing

@testable import StreamServer

@Suite struct AcceptedPeersTests {
    private func token(_ number: Int64) -> ConnectionTable.Token {
        ConnectionTable.Token(descriptor: Int32(number % 7), generation: UInt32(number))
    }

    private func numbers(of peers: AcceptedPeers, from number: Int64) -> [Int64] {
        var numbers: [Int64] = []
        peers.forEach(from: number) {
            numbers.append(Int64($0.generation))
            return true
        }
        return numbers
    }

    @Test(arguments: UInt64(1)...10)
    func `whoever has not gone is found from every number on, in order`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var peers = AcceptedPeers()
        var present: [Int64] = []
        var last: Int64 = 0
        for step in 0..<600 {
            if dice.happens(oneIn: 2) || present.isEmpty {
                last += Int64(dice.number(1...3))
                peers.append(last, token(last))
                present.append(last)
            } else {
                present.remove(at: dice.number(0...present.count - 1))
                peers.noteGone { token in present.contains(Int64(token.generation)) }
            }
            let from = Int64(dice.number(0...Int(last) + 1))
            let found = numbers(of: peers, from: from)
            #expect(found == found.sorted() && found.allSatisfy { $0 >= from })
            #expect(
                found.filter(present.contains) == present.filter { $0 >= from },
                "seed \(seed), step \(step)")
        }
    }

    @Test func `those who have gone are no more than a thousand, and than half`() {
        var peers = AcceptedPeers()
        for number in Int64(1)...3_000 { peers.append(number, token(number)) }
        for first in Int64(1)...2_999 {
            peers.noteGone { $0.generation > first }
            let gone = numbers(of: peers, from: 0).count { $0 <= first }
            #expect(gone <= 1024 && gone <= 3_000 - Int(first) + 1)
        }
        #expect(numbers(of: peers, from: 0).last == 3_000)
    }

    @Test func `a page ends where it is full`() {
        var peers = AcceptedPeers()
        for number in Int64(1)...10 { peers.append(number, token(number)) }
        var seen: [UInt32] = []
        peers.forEach(from: 4) {
            seen.append($0.generation)
            return seen.count < 3
        }
        #expect(seen == [4, 5, 6])
    }
}
