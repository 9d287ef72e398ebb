import Glibc
import Testing
import Vocabulary

@Suite struct ElementaryTrigonometricTests {
    private static let limits: [Double] = [0.8, 7, 1000, 0x1p20]

    @Test(arguments: limits) func `the sine agrees with the C library`(limit: Double) {
        let seed: UInt64 = 0x51
        let survey = survey(seed, limit, of: Elementary.sin, reference: Glibc.sin)
        #expect(survey.worst <= 2, "\(survey), seed \(seed)")
        #expect(survey.shareDifferent < 0.05, "\(survey), seed \(seed)")
    }

    @Test(arguments: limits) func `the cosine agrees with the C library`(limit: Double) {
        let seed: UInt64 = 0x52
        let survey = survey(seed, limit, of: Elementary.cos, reference: Glibc.cos)
        #expect(survey.worst <= 2, "\(survey), seed \(seed)")
        #expect(survey.shareDifferent < 0.05, "\(survey), seed \(seed)")
    }

    private func survey(
        _ seed: UInt64, _ limit: Double,
        of function: (Double) -> Double, reference: (Double) -> Double
    ) -> AccuracySurvey {
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var survey = AccuracySurvey()
        for place in 0..<50_000 {
            let x = limit * (2 * random.uniform(UInt64(place)) - 1)
            survey.record(function(x), reference: reference(x), at: x)
        }
        return survey
    }

    /// Close to a multiple of π/2 the reduction of the argument loses the most.
    @Test func `results next to every root agree with the C library`() {
        var survey = AccuracySurvey()
        for multiple in stride(from: 1, through: 667_543, by: 13) {
            // The product is off by some ulp, which the neighbours make up for.
            let near = Double(multiple) * (Double.pi / 2)
            for x in [near.nextDown, near, near.nextUp] {
                survey.record(Elementary.sin(x), reference: Glibc.sin(x), at: x)
                survey.record(Elementary.cos(-x), reference: Glibc.cos(-x), at: -x)
            }
        }
        #expect(survey.worst <= 2, "\(survey)")
        #expect(survey.shareDifferent < 0.05, "\(survey)")
    }

    @Test func `small angles are their own sine`() {
        for exponent in -1074 ... -27 {
            let x = Double(sign: .minus, exponent: exponent, significand: 1)
            #expect(Elementary.sin(x) == x)
            #expect(Elementary.cos(x) == 1)
        }
    }

    private static let quadrants: [(Double, Double, Double)] = [
        (0.0, 0.0, 1.0), (-0.0, -0.0, 1.0), (.leastNonzeroMagnitude, .leastNonzeroMagnitude, 1.0),
        (.pi, 1.2246467991473532e-16, -1.0), (.pi / 2, 1.0, 6.123233995736766e-17),
        (3 * .pi / 2, -1.0, -1.8369701987210297e-16), (2 * .pi, -2.4492935982947064e-16, 1.0),
    ]

    @Test(arguments: quadrants) func `angles at the quadrants keep signs and zeros`(
        x: Double, sine: Double, cosine: Double
    ) {
        #expect(Elementary.sin(x).isIdentical(to: sine), "sin \(x) is \(Elementary.sin(x))")
        #expect(Elementary.cos(x).isIdentical(to: cosine), "cos \(x) is \(Elementary.cos(x))")
    }

    @Test func `an angle beyond the limit traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = Elementary.sin(Elementary.angleLimit.nextUp)
        }
        await #expect(processExitsWith: .failure) { _ = Elementary.cos(.nan) }
    }
}
