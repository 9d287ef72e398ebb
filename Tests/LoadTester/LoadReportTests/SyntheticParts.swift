import LoadReport
import Statistics
import StreamAudit
import TestSupport

@testable import LoadReport

/// Parts of load tests that never took place, as files have them.
enum SyntheticParts {
    private static let begin: Int64 = 1_790_000_000_000_000

    /// The reports of `count` parts of one load test, each written and read back.
    static func files(_ count: Int, seed: UInt64) throws -> [LoadReportFile] {
        var chance = SeededGenerator(seed: seed)
        return try (0..<count).map { index in
            try file(result(index, of: count, &chance), name: "\(index).json")
        }
    }

    /// A result as merging gets it.
    static func file(
        _ result: LoadResult, name: String = "a.json", asserting: [String] = []
    ) throws -> LoadReportFile {
        let assertions = try asserting.map { try LoadAssertion(parsing: $0) }
        let text = LoadJSON.text(of: result, LoadVerdict(of: result, assertions: assertions))
        return try LoadReading.report(Array(text.utf8), file: name)
    }

    static func result(
        _ index: Int, of count: Int, _ chance: inout SeededGenerator
    ) throws -> LoadResult {
        var result = SyntheticResult.lively(seed: chance.next(), seconds: chance.number(3...9))
        result.truth = nil
        let digits = String(chance.next(), radix: 16)
        result.setup.run = String(repeating: "0", count: 16 - digits.count) + digits
        result.setup.tester = "runway 0.1.0"
        result.setup.manner = "steady=90.00,slow=5.00,resume=5.00, all follow all"
        result.setup.share = LoadShare(parsing: "\(index)/\(count)")
        result.setup.subscribersInAll = 200 * count
        result.setup.course.stages = "0-200/4s,200/5s"
        result.setup.dice = chance.next()
        result.setup.machine.host = "host\(index / 2)"
        result.setup.fleet.daemon = "process \(chance.happens(oneIn: 3) ? 7 : 70 + index)"
        let from = begin + Int64(chance.number(0...3_000_000))
        result.measured.span = LoadSpan(
            from: from, to: from + result.measured.seconds.inMicroseconds)
        result.tester.saturatedSeconds = chance.below(3)
        addTrouble(to: &result, &chance)
        try addStages(to: &result, &chance)
        return result
    }

    private static func addTrouble(to result: inout LoadResult, _ chance: inout SeededGenerator) {
        if chance.happens(oneIn: 2) { result.notReceived?.count = chance.number(1...500) }
        if chance.happens(oneIn: 2) {
            result.notReceived?.oldestMicroseconds = Int64(chance.number(1...5_000_000))
        }
        if chance.happens(oneIn: 3) { result.counts[chance.pick(Defect.allCases)] = 1 }
        if chance.happens(oneIn: 4) { result.isInterrupted = true }
        if chance.happens(oneIn: 4) { result.failure = "no subscriber is connected" }
        let causes: [LoadLoss.Cause] = [
            .linkLost, .bye("slow"), .bye("shutdown"), .controlLost, .notLive, .refused("busy"),
        ]
        for cause in causes where chance.happens(oneIn: 3) {
            let first = Double(chance.number(-5_000_000...3_000_000)) / 1e6
            let numbers = (0..<chance.number(1...8)).map { _ in chance.below(400) }
            result.losses.append(
                LoadLoss(
                    cause: cause, count: numbers.count + 1, first: first, last: first + 1.5,
                    subscribers: numbers))
        }
    }

    private static func addStages(
        to result: inout LoadResult, _ chance: inout SeededGenerator
    ) throws {
        let plan = try StagePlan(parsing: result.setup.course.stages, most: 1000)
        for stage in plan.stages.prefix(chance.number(1...2)) {
            var figures = LoadStage(stage, begins: stage.from == 0 ? 0.000_017 : 4.012_345)
            figures.seconds = Double(chance.number(3_000_000...4_000_000)) / 1e6
            figures.counts.lines = chance.below(10_000)
            figures.counts.links.lost = chance.below(3)
            figures.notReceived = chance.below(3)
            figures.connected = 200
            for _ in 0..<50 { figures.latency.record(Int64(chance.below(90_000))) }
            result.stages.append(figures)
        }
    }
}
