import Glibc
import Testing
import Vocabulary

@Suite struct ElementaryLogarithmTests {
    /// Powers of two between these exponents, subnormal numbers included.
    @Test(arguments: [-1.0...1, -20...20, -1074...1023.999, -1074 ... -1022])
    func `the logarithm agrees with the C library`(exponents: ClosedRange<Double>) {
        let seed: UInt64 = 0x106
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var survey = AccuracySurvey()
        for place in 0..<50_000 {
            let share = random.uniform(UInt64(place))
            let width = exponents.upperBound - exponents.lowerBound
            let x = Glibc.exp2(exponents.lowerBound + share * width)
            survey.record(Elementary.log(x), reference: Glibc.log(x), at: x)
        }
        #expect(survey.worst <= 2, "\(survey), seed \(seed)")
        #expect(survey.shareDifferent < 0.02, "\(survey), seed \(seed)")
    }

    @Test(arguments: [-1.0, 1.0])
    func `the logarithm is accurate close to its zero`(side: Double) {
        let seed: UInt64 = 0x107
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var survey = AccuracySurvey()
        for place in 0..<50_000 {
            let x = 1 + side * Glibc.exp2(-53 * random.uniform(UInt64(place)) - 1)
            survey.record(Elementary.log(x), reference: Glibc.log(x), at: x)
        }
        #expect(survey.worst <= 2, "\(survey), seed \(seed)")
        #expect(survey.shareDifferent < 0.02, "\(survey), seed \(seed)")
    }

    private static let limits: [(Double, Double)] = [
        (0.0, -.infinity), (-0.0, -.infinity), (.infinity, .infinity), (-.infinity, .nan),
        (.nan, .nan), (-1, .nan), (-.leastNonzeroMagnitude, .nan), (1, 0),
        (.leastNonzeroMagnitude, -744.4400719213812),
        (.leastNormalMagnitude, -708.3964185322641),
        (.greatestFiniteMagnitude, 709.782712893384), (1.0.nextUp, 0x1.fffffffffffffp-53),
        (1.0.nextDown, -0x1p-53), (2, 0.6931471805599453), (0.5, -0.6931471805599453),
    ]

    @Test(arguments: limits) func `the logarithm keeps its limits`(x: Double, expected: Double) {
        #expect(Elementary.log(x).isIdentical(to: expected), "log \(x) is \(Elementary.log(x))")
    }

    @Test func `the logarithm of every power of two is a multiple of ln 2`() {
        for exponent in -1074...1023 {
            let power = Double(sign: .plus, exponent: exponent, significand: 1)
            let distance = AccuracySurvey.distance(
                Elementary.log(power), Double(exponent) * 0x1.62e42fefa39efp-1)
            #expect(distance <= 1, "2^\(exponent)")
        }
    }
}
