import Glibc
import Testing
import Vocabulary

@Suite struct ElementaryExponentialTests {
    @Test(arguments: [-1...1, -20...20, -745...709, -750 ... -700, 1e-9...1e-3])
    func `the exponential agrees with the C library`(range: ClosedRange<Double>) {
        let seed: UInt64 = 0xE1
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var survey = AccuracySurvey()
        for place in 0..<50_000 {
            let share = random.uniform(UInt64(place))
            let x = range.lowerBound + share * (range.upperBound - range.lowerBound)
            survey.record(Elementary.exp(x), reference: Glibc.exp(x), at: x)
        }
        #expect(survey.worst <= 2, "\(survey), seed \(seed)")
        #expect(survey.shareDifferent < 0.02, "\(survey), seed \(seed)")
    }

    private static let limits: [(Double, Double)] = [
        (0.0, 1.0), (-0.0, 1.0), (.infinity, .infinity), (-.infinity, 0.0), (.nan, .nan),
        (709.782712893384, 0x1.fffffffffff2ap+1023), (709.7827128933841, .infinity),
        (745.9, .infinity), (1e300, .infinity), (-745.1332191019411, 0x1p-1074),
        (-745.1332191019412, 0), (-746, 0), (-1e300, 0), (.leastNonzeroMagnitude, 1),
        (-.leastNonzeroMagnitude, 1), (0x1p-53, 1), (-0x1p-54, 1), (0x1p-52, 1.0.nextUp),
        (-0x1p-53, 1.0.nextDown),
    ]

    @Test(arguments: limits) func `the exponential keeps its limits`(x: Double, expected: Double) {
        #expect(Elementary.exp(x).isIdentical(to: expected), "exp \(x) is \(Elementary.exp(x))")
    }
}
