import Glibc
import StreamTestSupport
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamAudit

@Suite struct TruthComparisonTests {
    private func truth(_ second: Int64) -> Double {
        let time = Double(second)
        let slow: Double = 20 * sin(time / 9)
        let fast: Double = 5 * sin(time / 2.3)
        return 130 + slow + fast
    }

    private func heard(
        delay: Int64, offset: Double, seconds: Int64 = 400, sessions: Int = 1
    ) -> TruthFigures {
        var comparison = TruthComparison(rate: .oneHertz)
        for second in 0..<seconds {
            for lane in 0..<sessions {
                let session = SessionName(lane: LaneID(index: lane), lap: 0)
                let instant = StreamLines.epoch + .seconds(second)
                comparison.enter(
                    .object([
                        "type": .string("truth"), "driven_heart_rate_bpm": .number(truth(second)),
                    ]), of: session, at: instant)
                let smoothed = JSONValue.object([
                    "smoothed": .number(truth(second - delay) + offset)
                ])
                comparison.enter(
                    .object(["type": .string("stat"), "heart_rate_bpm": smoothed]), of: session,
                    at: instant)
            }
        }
        return comparison.figures
    }

    @Test(arguments: [0, 1, 7, 23, 60] as [Int64])
    func `the delay of the smoothed is found`(delay: Int64) {
        let figures = heard(delay: delay, offset: 0.5)
        #expect(figures.lagSeconds == Double(delay))
        #expect(abs(figures.errorAtLagBPM - 0.5) < 1e-9)
        #expect(figures.pairs == 400)
        #expect(figures.sessions == 1)
        #expect(delay == 0 || figures.errorBPM > 1)
    }

    @Test func `mean and root of the mean square are those of the pairs`() {
        let figures = heard(delay: 0, offset: -2)
        #expect(abs(figures.meanErrorBPM + 2) < 1e-9)
        #expect(abs(figures.errorBPM - 2) < 1e-9)
    }

    @Test func `truths of days are passed over, and take no session's place`() {
        var comparison = TruthComparison(rate: .oneHertz)
        func enter(_ fields: [String: JSONValue], of session: SessionName) {
            comparison.enter(.object(fields), of: session, at: StreamLines.epoch)
        }
        for lane in 0..<20 {
            enter(
                ["type": .string("truth"), "speed_percent": .number(-2.1)],
                of: .book(of: LaneID(index: lane), lap: 3))
        }
        let session = SessionName(lane: 7, lap: 3)
        enter(["type": .string("truth"), "driven_heart_rate_bpm": .number(150)], of: session)
        enter(
            ["type": .string("stat"), "heart_rate_bpm": .object(["smoothed": .number(151)])],
            of: session)
        #expect(comparison.figures.pairs == 1 && comparison.figures.sessions == 1)
    }

    @Test func `no more than sixteen sessions are compared`() {
        let figures = heard(delay: 3, offset: 0, seconds: 100, sessions: 20)
        #expect(figures.sessions == 16)
        #expect(figures.pairs == 1600)
    }

    @Test func `without pairs there is nothing to say`() {
        #expect(TruthComparison(rate: .oneHertz).figures == TruthFigures())
    }

    @Test func `an account hands over every line`() {
        var auditor = Auditor(comparison: TruthComparison(rate: .oneHertz))
        auditor.connect()
        var maker = StreamLines()
        let session = SessionName(lane: 0, lap: 0)
        for second in Int64(1)...30 {
            let value = #","driven_heart_rate_bpm":1\#(second + 10)}"#
            let truth = maker.data(.truth, session, second * 2 - 1, tick: second * 50)
            auditor.hear(truth.bytes.dropLast() + Array(value.utf8))
            let stat = maker.data(.stat, session, second * 2, tick: second * 50)
            let smoothed = #","heart_rate_bpm":{"smoothed":1\#(second + 9)}}"#
            auditor.hear(stat.bytes.dropLast() + Array(smoothed.utf8))
        }
        #expect(auditor.truth?.pairs == 30)
        #expect(auditor.truth?.lagSeconds == 1)
        #expect(auditor.truth?.meanErrorBPM == -1)
        #expect(auditor.counts.parsedInFull == 60)
        #expect(auditor.defects == [:])
    }
}
