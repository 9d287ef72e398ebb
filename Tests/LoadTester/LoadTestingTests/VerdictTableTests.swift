import Statistics
import StreamAudit
import Testing
import Vocabulary

@testable import LoadReport
@testable import LoadTesting

/// What becomes of a run of eight seconds in which something happens to the daemon.
@Suite struct VerdictTableTests {
    enum Moment: Int64, CaseIterable, Sendable {
        case start = 500_000
        case middle = 3_900_000
        case lastSecond = 7_300_000
    }

    enum Asked: String, CaseIterable, Sendable {
        case nothing
        /// Holds on whatever comes.
        case held = "lines>0"
        /// Does not hold on what comes from a daemon that is well.
        case broken = "max<1us"

        var assertions: [LoadAssertion] {
            get throws { self == .nothing ? [] : [try LoadAssertion(parsing: rawValue)] }
        }
    }

    static let mixes = [
        "steady=100", "steady=50,churn=50", "churn=100", "steady=50,resume=50", "resume=100",
    ]
    static let faults = FaultyDaemon.Fault.allCases.filter { $0 != .none }

    private func result(
        _ fault: FaultyDaemon.Fault, _ moment: Moment, _ mix: String
    ) throws -> LoadResult {
        var run = VirtualRun(
            fault, at: .microseconds(moment.rawValue), try SubscriberMix(parsing: mix))
        return run.result()
    }

    /// All that the reports say.
    private func reports(_ result: LoadResult, _ verdict: LoadVerdict) -> [String] {
        [
            LoadTable(result, verdict).text, LoadJSON.text(of: result, verdict),
            LoadPage(result, verdict).text,
        ]
    }

    @Test(arguments: mixes)
    func `a daemon that is well passes, whoever comes and goes`(mix: String) throws {
        let result = try result(.none, .middle, mix)
        #expect(result.notReceived == NotReceived())
        #expect(result.losses == [])
        for asked in Asked.allCases {
            let verdict = LoadVerdict(of: result, assertions: try asked.assertions)
            #expect(verdict.standing == (asked == .broken ? .failed : .passed), "\(asked)")
            #expect(reports(result, verdict)[0].contains("PASS") == (asked != .broken), "\(asked)")
        }
    }

    @Test(arguments: faults.filter { $0 != .dripping }, Moment.allCases)
    func `a daemon that is gone or was leaves no complete result`(
        fault: FaultyDaemon.Fault, moment: Moment
    ) throws {
        for mix in Self.mixes {
            let result = try result(fault, moment, mix)
            for asked in Asked.allCases {
                let verdict = LoadVerdict(of: result, assertions: try asked.assertions)
                #expect(verdict.standing == .incomplete, "\(mix), \(asked): \(verdict.text)")
                expectNoPass(result, verdict, "\(mix), \(asked)")
            }
        }
    }

    @Test(arguments: Moment.allCases)
    func `a daemon that goes slower and slower does not pass on what came`(
        moment: Moment
    ) throws {
        for mix in Self.mixes {
            let result = try result(.dripping, moment, mix)
            #expect(result.losses == [], "\(mix)")
            // Who comes and goes has only the lines since it came to wait for.
            guard result.notReceived != NotReceived() else { continue }
            for asked in Asked.allCases {
                let verdict = LoadVerdict(of: result, assertions: try asked.assertions)
                let expected: LoadVerdict.Standing = asked == .broken ? .failed : .incomplete
                #expect(verdict.standing == expected, "\(mix), \(asked): \(verdict.text)")
                expectNoPass(result, verdict, "\(mix), \(asked)")
            }
        }
    }

    private func expectNoPass(
        _ result: LoadResult, _ verdict: LoadVerdict, _ place: String
    ) {
        for report in reports(result, verdict) {
            #expect(!report.contains("PASS"), "\(place)")
            if verdict.standing == .incomplete {
                #expect(!report.contains(#""passed":true"#), "\(place)")
                #expect(!report.contains(#""valid":true"#), "\(place)")
            }
        }
    }

    @Test(arguments: [FaultyDaemon.Fault.killed, .terminated, .stopped], Moment.allCases)
    func `every line from then on counts with its age`(
        fault: FaultyDaemon.Fault, moment: Moment
    ) throws {
        let result = try result(fault, moment, "steady=100")
        let due = (1...8).flatMap { [$0 * 1_000_000, $0 * 1_000_000 + 420_000] } + [420_000]
        let missing = due.filter { $0 >= moment.rawValue && $0 <= 8_000_000 }
        let lines = try #require(result.notReceived)
        #expect(lines.count == 4 * missing.count)
        // A daemon that may come to itself is waited for.
        let end = 8_000_000 + (fault == .stopped ? LoadCourse.lastPatience.wholeMicroseconds : 0)
        let oldest = end - Int64(try #require(missing.min()))
        #expect((oldest...oldest + 5_020_000).contains(lines.oldestMicroseconds))
        #expect(result.latency.total.maximum == lines.oldestMicroseconds)
    }

    @Test func `a page tells of what is missing where it tells of the verdict`() throws {
        let result = try result(.stopped, .middle, "steady=100")
        let verdict = LoadVerdict(of: result, assertions: try Asked.held.assertions)
        let reports = reports(result, verdict)
        #expect(reports[0].hasPrefix("INCOMPLETE   the last status unanswered, at 13.0 s"))
        #expect(reports[0].contains("36 due, not received, oldest 9.0 s"))
        #expect(reports[0].contains("HELD lines>0"))
        #expect(reports[1].contains(#""verdict":"incomplete","valid":false"#))
        #expect(reports[1].contains(#"{"cause":"status_unanswered","count":1"#))
        #expect(reports[1].contains(#""assertion":"lines>0","passed":false,"held":true"#))
        #expect(reports[2].contains("<strong>Incomplete</strong>: the last status unanswered"))
        #expect(reports[2].contains("class=\"badge bad\">INCOMPLETE ("))
    }
}
