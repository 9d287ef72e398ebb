import Statistics
import Testing

@Suite struct TimedRingTests {
    /// Every sequence of eight steps, each an append or a removal at either end, from every
    /// capacity up to four.
    @Test(arguments: 0...4)
    func `a ring is a queue whatever its layout`(capacity: Int) {
        var steps = [Int](repeating: 0, count: 8)
        for number in 0..<6561 {
            var rest = number
            for place in steps.indices {
                steps[place] = rest % 3
                rest /= 3
            }
            #expect(runsLikeAnArray(steps, capacity: capacity), "\(steps), capacity \(capacity)")
        }
    }

    @Test func `a ring allocates only when it must grow`() {
        var ring = TimedRing(capacity: 30)
        #expect(ring.heapBytes == 32 + 240)
        for number in 0..<1000 as Range<Int32> {
            if ring.count == 30 { ring.removeFirst() }
            ring.append(TimedValue(ticks: number, value: -number))
        }
        #expect(ring.capacity == 30)
        ring.append(TimedValue(ticks: 1000, value: 0))
        #expect(ring.capacity == 60)
        #expect(ring.first == TimedValue(ticks: 970, value: -970))
        #expect(ring.last == TimedValue(ticks: 1000, value: 0))
        #expect(TimedRing(capacity: 0).heapBytes == 0)
    }

    private func runsLikeAnArray(_ steps: [Int], capacity: Int) -> Bool {
        var ring = TimedRing(capacity: capacity)
        var array: [TimedValue] = []
        for (place, step) in steps.enumerated() {
            // An append more than removals lets the ring wrap around and grow.
            let element = TimedValue(ticks: Int32(place), value: Int32(step))
            if step == 0 || array.isEmpty {
                ring.append(element)
                array.append(element)
            } else if step == 1 {
                ring.removeFirst()
                array.removeFirst()
            } else {
                ring.removeLast()
                array.removeLast()
            }
            guard ring.count == array.count, ring.isEmpty == array.isEmpty else { return false }
            guard ring.first == array.first, ring.last == array.last else { return false }
        }
        while let oldest = ring.first {
            guard oldest == array.removeFirst() else { return false }
            ring.removeFirst()
        }
        return array.isEmpty
    }
}
