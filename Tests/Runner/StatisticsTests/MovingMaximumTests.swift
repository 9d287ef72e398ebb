import Statistics
import Testing
import Vocabulary

@Suite struct MovingMaximumTests {
    private static let shapes: [(name: String, value: @Sendable (Int32) -> Int32)] = [
        ("ascending", { $0 }), ("descending", { -$0 }), ("constant", { _ in 7 }),
        ("plateaus", { $0 / 9 }), ("falling plateaus", { -$0 / 9 }), ("sawtooth", { $0 % 13 }),
        ("falling sawtooth", { -($0 % 13) }), ("two values", { $0 & 1 }),
        ("pyramid", { min($0 % 40, 40 - $0 % 40) }), ("spikes", { $0 % 17 == 0 ? 1000 - $0 : 0 }),
    ]

    @Test(arguments: 0..<10, [1, 2, 7, 16, 100])
    func `the maximum of a nasty series is the maximum`(shape: Int, ticks: Int64) {
        let (name, value) = Self.shapes[shape]
        let span = TrailingSpan(FleetDuration(ticks: ticks))
        var moving = MovingMaximum(samples: Int(ticks))
        for now in 1...300 as ClosedRange<Int32> {
            moving.observe(value(now), at: now, within: span)
            let oldest = max(1, now - Int32(ticks) + 1)
            #expect(moving.value == (oldest...now).map(value).max(), "\(name) at \(now)")
            #expect(moving.count <= Int(ticks), "\(name) at \(now)")
        }
    }

    /// All series of six values out of three.
    @Test(arguments: 1...6 as ClosedRange<Int64>)
    func `every short series has its maximum`(ticks: Int64) {
        let span = TrailingSpan(FleetDuration(ticks: ticks))
        for number in 0..<729 as Range<Int32> {
            var rest = number
            var values: [Int32] = []
            var moving = MovingMaximum(samples: 0)
            for now in 1...6 as ClosedRange<Int32> {
                values.append(rest % 3)
                rest /= 3
                moving.observe(values[values.count - 1], at: now, within: span)
                #expect(moving.value == values.suffix(Int(ticks)).max(), "\(values)")
            }
        }
    }

    @Test func `values leave as time goes on`() {
        let span = TrailingSpan(FleetDuration(ticks: 10))
        var moving = MovingMaximum(samples: 10)
        moving.observe(9, at: 5, within: span)
        moving.observe(4, at: 8, within: span)
        moving.advance(to: 14, within: span)
        #expect(moving.value == 9)
        moving.advance(to: 15, within: span)
        #expect(moving.value == 4)
        moving.advance(to: 18, within: span)
        #expect(moving.value == nil)
    }

    @Test func `a plateau needs one candidate`() {
        let span = TrailingSpan(.seconds(1))
        var moving = MovingMaximum(samples: 50)
        for now in 1...100 as ClosedRange<Int32> {
            moving.observe(7, at: now, within: span)
            #expect(moving.count == 1)
        }
    }

    @Test func `over a session one value is enough`() {
        var moving = MovingMaximum(samples: 1)
        for now in 1...500 as ClosedRange<Int32> {
            moving.observe(now < 250 ? now : -now, at: now, within: .session)
            #expect(moving.count == 1)
        }
        #expect(moving.value == 249)
        #expect(moving.heapBytes == MovingMaximum.heapBytesMax(samples: 1))
    }
}
