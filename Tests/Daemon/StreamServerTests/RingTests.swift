import TestSupport
import Testing

@testable import StreamServer

@Suite struct RingTests {
    private func append(_ values: [UInt16], to ring: inout Ring<UInt16>) {
        values.withUnsafeBufferPointer { ring.append(contentsOf: $0) }
    }

    private func values(of ring: Ring<UInt16>) -> [UInt16] {
        (0..<ring.count).map { ring[$0] }
    }

    @Test(arguments: UInt64(1)...20)
    func `it holds what a plain array holds, however it is turned`(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        let longest = dice.number(1...200)
        var ring = Ring<UInt16>()
        var model: [UInt16] = []
        for step in 0..<300 {
            if dice.happens(oneIn: 2) {
                let added = (0..<dice.number(0...longest)).map { UInt16(step * 200 + $0) }
                let expected = ring.heldBytes(adding: added.count)
                append(added, to: &ring)
                model += added
                #expect(ring.heldBytes == expected, "seed \(seed), step \(step)")
            } else {
                let number = dice.number(0...model.count)
                ring.removeFirst(number)
                model.removeFirst(number)
            }
            #expect(values(of: ring) == model, "seed \(seed), step \(step)")
            let first = ring.withFirstValues { Array($0) }
            #expect(model.starts(with: first), "seed \(seed), step \(step)")
            #expect(first.isEmpty == model.isEmpty, "seed \(seed), step \(step)")
        }
    }

    @Test(arguments: [0, 1, 8, 9, 100, 4096])
    func `it takes at most twice what it holds, and gives it back`(count: Int) {
        var ring = Ring<UInt16>()
        append(Array(repeating: 7, count: count), to: &ring)
        #expect(ring.heldBytes >= 2 * count && ring.heldBytes <= max(4 * count, 16))
        for left in stride(from: count, to: 0, by: -1) {
            #expect(ring.heldBytes <= max(8 * left, 16))
            ring.removeFirst()
        }
        #expect(ring.heldBytes == 0)
    }

    @Test(arguments: [8, 16, 4096])
    func `a power of two is held without room to spare`(count: Int) {
        var ring = Ring<UInt16>()
        append(Array(repeating: 7, count: count), to: &ring)
        #expect(ring.heldBytes == 2 * count)
    }

    @Test func `a value is replaced in its place`() {
        var ring = Ring<UInt16>()
        append([1, 2, 3, 4, 5, 6, 7, 8], to: &ring)
        ring.removeFirst(5)
        append([9, 10], to: &ring)
        ring[3] = 90
        #expect(values(of: ring) == [6, 7, 8, 90, 10])
    }

    @Test func `any stretch is appended to another, across the array's end too`() {
        for head in 0...8 {
            var ring = Ring<UInt8>()
            for value in 0..<UInt8(8) { ring.append(value) }
            for value in 0..<UInt8(head) {
                ring.append(value)
                ring.removeFirst()
            }
            let values = (0..<ring.count).map { ring[$0] }
            for start in 0...8 {
                for end in start...8 {
                    var other = Ring<UInt8>()
                    other.append(99)
                    ring.append(start..<end, to: &other)
                    let copy = (0..<other.count).map { other[$0] }
                    #expect(copy == [99] + values[start..<end], "\(start)..<\(end) at \(head)")
                }
            }
        }
    }
}
