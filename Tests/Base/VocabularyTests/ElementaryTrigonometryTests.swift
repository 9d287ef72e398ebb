import Glibc
import Testing
import Vocabulary

@Suite struct ElementaryTrigonometryTests {
    @Test(arguments: [1e-3, 0.8, 3.15, 1024])
    func `sine and cosine agree with the C library`(greatest: Double) {
        let seed: UInt64 = 0x201
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var surveys = (sine: AccuracySurvey(), cosine: AccuracySurvey())
        for place in 0..<50_000 {
            let x = (2 * random.uniform(UInt64(place)) - 1) * greatest
            surveys.sine.record(Elementary.sin(x), reference: Glibc.sin(x), at: x)
            surveys.cosine.record(Elementary.cos(x), reference: Glibc.cos(x), at: x)
        }
        for survey in [surveys.sine, surveys.cosine] {
            #expect(survey.worst <= 2, "\(survey), seed \(seed)")
            #expect(survey.shareDifferent < 0.15, "\(survey), seed \(seed)")
        }
    }

    @Test(arguments: [1e-6, 0.01, 0.5, 1])
    func `the arcsine agrees with the C library`(greatest: Double) {
        let seed: UInt64 = 0x202
        let random = RandomStream(seed: seed, lane: 0, purpose: 1)
        var survey = AccuracySurvey()
        for place in 0..<50_000 {
            let x = (2 * random.uniform(UInt64(place)) - 1) * greatest
            survey.record(Elementary.asin(x), reference: Glibc.asin(x), at: x)
        }
        #expect(survey.worst <= 2, "\(survey), seed \(seed)")
    }

    @Test func `angles and sines keep their limits`() {
        #expect(Elementary.sin(0) == 0 && Elementary.cos(0) == 1 && Elementary.asin(0) == 0)
        #expect(Elementary.asin(1) == .pi / 2 && Elementary.asin(-1) == -.pi / 2)
        #expect(Elementary.sin(.pi / 2) == 1 && Elementary.sin(-.pi / 2) == -1)
        #expect(Elementary.cos(.pi) == -1)
        #expect(Elementary.asin(1.0.nextUp).isNaN && Elementary.asin(.nan).isNaN)
        for x in [Double.infinity, .nan, -.infinity, 1024.0.nextUp] {
            #expect(Elementary.sin(x).isNaN && Elementary.cos(x).isNaN)
        }
    }
}
