import LoadReport
import LoadTesting
import TestSupport
import Testing
import Vocabulary

@Suite struct StagePlanTests {
    private func plan(_ text: String) throws -> StagePlan {
        try StagePlan(parsing: text, most: 1000)
    }

    private func problem(_ text: String) -> StagePlan.Problem? {
        do throws(StagePlan.Problem) {
            _ = try StagePlan(parsing: text, most: 1000)
            return nil
        } catch {
            return error
        }
    }

    @Test func `stages are read as they are written`() throws {
        let plan = try plan("0-100/10s,100/30s,100-500/1m,500-0/1.5s")
        #expect(plan.stages.map(\.from) == [0, 100, 100, 500])
        #expect(plan.stages.map(\.to) == [100, 100, 500, 0])
        #expect(plan.text == "0-100/10s,100/30s,100-500/1m,500-0/1500ms")
        #expect(plan.mostSubscribers == 500)
        #expect(plan.initialSubscribers == 0)
        #expect(plan.beginnings == [0, 10, 40, 100].map { .seconds($0) })
        #expect(plan.length == .milliseconds(101_500))
    }

    @Test func `what is no plan says which stage is wrong`() {
        #expect(problem("") == .noStage("", stage: 1))
        #expect(problem("100/1s,") == .noStage("", stage: 2))
        #expect(problem("100") == .noStage("100", stage: 1))
        #expect(problem("1-2-3/1s") == .noStage("1-2-3/1s", stage: 1))
        #expect(problem("1/1s/2s") == .noStage("1/1s/2s", stage: 1))
        #expect(problem("0-x/1s") == .badNumber("x", stage: 1))
        #expect(problem("-5/1s") == .badNumber("", stage: 1))
        #expect(problem("1001/1s") == .badNumber("1001", stage: 1))
        #expect(
            problem("5/1s,5-99999999999999999999/1s")
                == .badNumber("99999999999999999999", stage: 2))
        #expect(problem("5/0.5s") == .badSpan("0.5s", stage: 1))
        #expect(problem("5/10") == .badSpan("10", stage: 1))
        #expect(problem("5/25h") == .badSpan("25h", stage: 1))
        #expect(problem("0-5/1s,6/1s") == .jump(stage: 2, begins: 6, ended: 5))
        #expect(problem("0/1s") == .nobody)
        #expect(problem("5/20h,5/20h") == .tooLong)
        let many = Array(repeating: "5/1s", count: 65).joined(separator: ",")
        #expect(problem(many) == .tooMany(65))
    }

    @Test(arguments: ["0-7/2s,7/1s,7-3/1s,3-9/2s,9-0/3s", "5/2s,5-0/1s,0/1s,0-5/1s", "3-1/1s"])
    func `who takes part when adds up to the plan`(text: String) throws {
        let plan = try plan(text)
        let visits = (0..<plan.mostSubscribers).map { plan.visits(of: $0, since: 0) }
        for microseconds in stride(from: 0, to: plan.length.wholeMicroseconds, by: 9_973) {
            let time = MonotonicInstant(microseconds: microseconds)
            let present = visits.count { visits in
                visits.contains { $0.begin <= time && time < $0.end ?? .last }
            }
            let planned = plan.subscribers(at: time - .zero)
            #expect(abs(present - planned) <= 1, "at \(time)")
            let next = plan.subscribers(at: .microseconds(microseconds + 1))
            #expect(present == planned || planned != next || present > planned, "at \(time)")
        }
        for visit in visits.joined() { #expect(visit.end.map { $0 > visit.begin } ?? true) }
        for visits in visits {
            for (left, right) in zip(visits, visits.dropFirst()) {
                #expect(left.end.map { $0 < right.begin } == true)
            }
        }
    }

    @Test
    func `the last of a stage comes at its end, and the first to go has been the last to come`()
        throws
    {
        let plan = try plan("0-4/4s,4-0/4s")
        let origin: MonotonicInstant = 77
        let visits = (0..<4).map { plan.visits(of: $0, since: origin) }
        #expect(visits.map { $0[0].begin - origin } == [1, 2, 3, 4].map { .seconds($0) })
        #expect(visits.map { ($0[0].end ?? 0) - origin } == [8, 7, 6, 5].map { .seconds($0) })
    }

    @Test func `a plan ends with the number of its last stage`() throws {
        #expect(try plan("2-5/3s").subscribers(at: .seconds(99)) == 5)
        #expect(try plan("2-5/3s").subscribers(at: .zero) == 2)
    }
}
