import Glibc
import Testing
import Vocabulary

@Suite struct ElementaryPowerTests {
    @Test(arguments: [1.0, 10, 100, 1000])
    func `powers of ordinary numbers agree with the C library`(exponentLimit: Double) {
        let seed: UInt64 = 0x90
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var survey = AccuracySurvey()
        for place in 0..<UInt64(25_000) {
            let x = 2.1 * random.uniform(2 * place)
            let y = exponentLimit * (2 * random.uniform(2 * place + 1) - 1)
            survey.record(Elementary.pow(x, y), reference: Glibc.pow(x, y), at: x, y)
        }
        #expect(survey.worst <= 2, "\(survey), seed \(seed)")
        #expect(survey.shareDifferent < 0.02, "\(survey), seed \(seed)")
    }

    /// Bases of every size, and as close to 1 as there are, with exponents that spread the results
    /// over all of the numbers and a little beyond.
    @Test(arguments: [false, true])
    func `powers across the whole range agree with the C library`(isCloseToOne: Bool) {
        let seed: UInt64 = 0x91
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var survey = AccuracySurvey()
        for place in 0..<UInt64(50_000) {
            let share = random.uniform(3 * place)
            let side = random.bits(3 * place + 1) & 1 == 0 ? 1.0 : -1.0
            let x =
                isCloseToOne
                ? 1 + side * Glibc.exp2(-52 * share - 1) : Glibc.exp2(2098 * share - 1074)
            let y = 750 * (2 * random.uniform(3 * place + 2) - 1) / Glibc.log(x)
            survey.record(Elementary.pow(x, y), reference: Glibc.pow(x, y), at: x, y)
        }
        #expect(survey.worst <= 2, "\(survey), seed \(seed)")
        #expect(survey.shareDifferent < 0.02, "\(survey), seed \(seed)")
    }

    @Test func `powers of any two bit patterns agree with the C library`() {
        let seed: UInt64 = 0x92
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var survey = AccuracySurvey()
        for place in 0..<UInt64(50_000) {
            let x = Double(bitPattern: random.bits(2 * place))
            let y = Double(bitPattern: random.bits(2 * place + 1))
            survey.record(Elementary.pow(x, y), reference: Glibc.pow(x, y), at: x, y)
        }
        #expect(survey.worst <= 2, "\(survey), seed \(seed)")
    }

    /// Each row of C99, annex F.9.4.4.
    private static let specialValues: [(Double, Double, Double)] = [
        (0.0, -3.0, .infinity), (-0.0, -3, -.infinity), (0, -2, .infinity),
        (-0.0, -2, .infinity),
        (-0.0, -2.5, .infinity), (0, -.infinity, .infinity), (-0.0, -.infinity, .infinity),
        (0, 3, 0), (-0.0, 3, -0.0), (-0.0, 2, 0), (-0.0, 2.5, 0), (-0.0, .infinity, 0),
        (-1, .infinity, 1), (-1, -.infinity, 1), (1, .nan, 1), (1, .infinity, 1),
        (.nan, 0, 1), (.nan, -0.0, 1), (.infinity, 0, 1), (-3, 0, 1), (.nan, 1, .nan),
        (2, .nan, .nan), (-8, 1.0 / 3, .nan), (-.leastNonzeroMagnitude, 0.5, .nan),
        (0.5, -.infinity, .infinity), (-0.5, -.infinity, .infinity), (2, -.infinity, 0),
        (-2, -.infinity, 0), (0.5, .infinity, 0), (2, .infinity, .infinity),
        (-2, .infinity, .infinity), (-.infinity, -3, -0.0), (-.infinity, -2, 0),
        (-.infinity, -2.5, 0), (-.infinity, 3, -.infinity), (-.infinity, 2, .infinity),
        (-.infinity, 2.5, .infinity), (.infinity, -2.5, 0), (.infinity, 2.5, .infinity),
        (-.infinity, -.infinity, 0), (-.infinity, .infinity, .infinity),
    ]

    @Test(arguments: specialValues) func `powers of special values follow C99`(
        x: Double, y: Double, expected: Double
    ) {
        let value = Elementary.pow(x, y)
        #expect(value.isIdentical(to: expected), "\(x)^\(y) is \(value)")
    }

    /// Where a sign, a limit or a parity turns.
    private static let turningPoints: [Double] = [
        0, .leastNonzeroMagnitude, .leastNormalMagnitude, 0x1p-1022.nextDown, 0x1p-54, 0.25,
        0.5, 0x1p-1.nextDown, 1.0.nextDown, 1, 1.0.nextUp, 1.5, 2, 2.5, 3, 4, 7, 31, 52, 53, 62,
        64, 1022, 1023, 1024, 1074, 1075, 1e10, 0x1p52 - 1, 0x1p52 - 0.5, 0x1p53 - 1, 0x1p53,
        0x1p53 + 2, 0x1p62, 0x1p63, 0x1p64, 0x1p65.nextDown, 0x1p65, 1e300,
        .greatestFiniteMagnitude, .infinity, .nan,
    ]

    @Test func `every pair of turning points agrees with the C library`() {
        let values = Self.turningPoints + Self.turningPoints.map { -$0 }
        for x in values {
            for y in values {
                let (value, expected) = (Elementary.pow(x, y), Glibc.pow(x, y))
                let agrees =
                    value.isIdentical(to: expected)
                    || AccuracySurvey.distance(value, expected) <= 2
                        && value.sign == expected.sign && expected.isFinite && expected != 0
                #expect(agrees, "\(x)^\(y) is \(value), expected \(expected)")
            }
        }
    }

    @Test func `powers of integers that fit are exact`() {
        for base in -200...200 where base.magnitude > 1 {
            var power = 1.0
            var exponent = 0
            while power.magnitude < 0x1p53 {
                #expect(Elementary.pow(Double(base), Double(exponent)) == power)
                power *= Double(base)
                exponent += 1
            }
        }
    }

    @Test func `powers of two are exact down to the smallest`() {
        for exponent in -1074...1023 {
            let power = Double(sign: .plus, exponent: exponent, significand: 1)
            #expect(Elementary.pow(2, Double(exponent)) == power)
        }
    }
}
