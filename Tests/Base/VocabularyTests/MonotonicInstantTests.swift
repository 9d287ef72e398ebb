import Testing
import Vocabulary

@Suite struct MonotonicInstantTests {
    private func at(_ microseconds: Int64) -> MonotonicInstant {
        MonotonicInstant(microseconds: microseconds)
    }

    @Test func `a span leads from one instant to the next and back`() {
        #expect(at(5) + .milliseconds(2) == at(2_005))
        #expect(at(2_005) - .milliseconds(2) == at(5))
        #expect(at(2_005) - at(5) == .milliseconds(2))
        #expect(at(2_005).microseconds(since: at(5)) == 2_000)
        #expect(at(5).microseconds(since: at(2_005)) == -2_000)
        #expect(at(5) < at(6))
    }

    @Test func `nothing overflows at the bounds of the clock`() {
        let bounds: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for (left, right) in bounds.flatMap({ left in bounds.map { (at(left), at($0)) } }) {
            let exact = Int128(left.microseconds) - Int128(right.microseconds)
            #expect(left.microseconds(since: right) == Int64(clamping: exact))
            #expect(right + (left - right) == left)
        }
        #expect(at(.max) + .seconds(1) == at(.max))
        #expect(at(.min) - .seconds(1) == at(.min))
        #expect(at(0) + .seconds(Int64.max) == at(.max))
        #expect(at(0) - .seconds(Int64.max) == at(.min))
    }

    @Test(
        arguments: [
            (Duration.zero, 0, 0, 0), (.microseconds(1), 1, 0, 1), (.microseconds(-1), -1, -1, 0),
            (.nanoseconds(1_500), 1, 0, 1), (.nanoseconds(-1_500), -2, -1, 0),
            (.microseconds(1_000), 1_000, 1, 1), (.microseconds(-1_000), -1_000, -1, -1),
            (.microseconds(1_001), 1_001, 1, 2), (.milliseconds(2_500), 2_500_000, 2_500, 2_500),
        ] as [(Duration, Int64, Int64, Int64)])
    func `units round down, and waits up`(
        span: Duration, microseconds: Int64, milliseconds: Int64, wait: Int64
    ) {
        #expect(span.wholeMicroseconds == microseconds)
        #expect(span.wholeMilliseconds == milliseconds)
        #expect(span.millisecondsRoundedUp == wait)
    }

    @Test(arguments: [(1_180_620_000, 1180.62), (-20_000, -0.02), (1, 1e-6)] as [(Int64, Double)])
    func `seconds are the nearest number, not a quotient of rounded ones`(
        microseconds: Int64, seconds: Double
    ) {
        #expect(Duration.microseconds(microseconds).inSeconds == seconds)
    }

    @Test func `spans beyond the units stop at their bounds`() {
        for sign in [-1, 1] as [Int64] {
            let longest = Duration.seconds(Int64.max) * Int(sign)
            let bound = sign < 0 ? Int64.min : .max
            #expect(longest.wholeMicroseconds == bound)
            #expect(longest.wholeMilliseconds == bound.dividedRoundingDown(by: 1000))
            #expect(longest.inSeconds == Double(bound) / 1e6)
        }
    }
}
