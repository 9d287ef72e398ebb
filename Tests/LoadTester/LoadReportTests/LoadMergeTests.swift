import Statistics
import StreamAudit
import TestSupport
import Testing

@testable import LoadReport

@Suite struct LoadMergeTests {
    private static let seeds = Seeds.of(1...60, few: 8)

    private func text(_ result: LoadResult) -> String {
        LoadJSON.text(of: result, LoadVerdict(of: result))
    }

    /// Merged, written, and read back as another merge would get it.
    private func merged(_ files: [LoadReportFile], _ name: String) throws -> LoadReportFile {
        try SyntheticParts.file(try LoadMerge.merge(files), name: name)
    }

    @Test(arguments: seeds)
    func `no order and no merge before makes a difference`(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let files = try SyntheticParts.files(chance.number(2...6), seed: seed)
        let whole = text(try LoadMerge.merge(files))
        for _ in 0..<4 {
            var rest = files.shuffled(using: &chance)
            while rest.count > 1 {
                let count = chance.number(2...rest.count)
                let some = try merged(Array(rest.prefix(count)), "merged")
                rest = Array(rest.dropFirst(count))
                rest.insert(some, at: chance.number(0...rest.count))
            }
            #expect(text(rest[0].result) == whole, "seed \(seed)")
        }
    }

    @Test(arguments: seeds)
    func `what one tester would have counted alone, parts count together`(seed: UInt64) throws {
        let files = try SyntheticParts.files(4, seed: seed)
        var alone = LatencyHistogram()
        for file in files { alone.merge(file.result.latency.total) }
        let result = try LoadMerge.merge(files)
        #expect(result.latency.total == alone)
        for (name, path) in AuditCounts.fields {
            let sum = files.reduce(0) { $0 + $1.result.counts[keyPath: path] }
            #expect(result.counts[keyPath: path] == sum, "\(name), seed \(seed)")
        }
        #expect(result.measured.lines == files.reduce(0) { $0 + $1.result.measured.lines })
        let series = files.flatMap(\.result.seconds).reduce(0) { $0 + $1.lines }
        #expect(result.seconds.reduce(0) { $0 + $1.lines } == series)
        #expect(result.setup.subscribers == 800)
    }

    @Test(arguments: seeds)
    func `a report that is read back says the same`(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let result = try SyntheticParts.result(1, of: 3, &chance)
        var back = try SyntheticParts.file(result).result
        back.parts = []
        #expect(text(back) == text(result), "seed \(seed)")
        let merged = try LoadMerge.merge(try SyntheticParts.files(3, seed: seed))
        #expect(text(try SyntheticParts.file(merged).result) == text(merged), "seed \(seed)")
    }

    private func part(_ index: Int, from: Int64, seconds: Double) throws -> LoadResult {
        var chance = SeededGenerator(seed: UInt64(index) + 1)
        var result = try SyntheticParts.result(index, of: 2, &chance)
        result.losses = []
        result.failure = nil
        result.isInterrupted = false
        result.notReceived = NotReceived()
        for defect in Defect.allCases { result.counts[defect] = 0 }
        result.measured.span = LoadSpan(from: from, to: from + Int64(seconds * 1e6))
        result.measured.seconds = seconds
        result.measured.lines = 1000
        result.tester.saturatedSeconds = 0
        return result
    }

    @Test func `a rate is over the time in which any run measured`() throws {
        let first = try SyntheticParts.file(part(0, from: 1_000_000_000, seconds: 10), name: "a")
        let second = try SyntheticParts.file(part(1, from: 1_004_000_000, seconds: 8), name: "b")
        let result = try LoadMerge.merge([first, second])
        #expect(result.measured.seconds == 12)
        #expect(LoadFigure.named("lines_per_s")?.value(in: result) == 2000.0 / 12)
        #expect(LoadFigure.named("together_s")?.value(in: result) == 6)
        #expect(LoadFigure.named("runs")?.value(in: result) == 2)
        let verdict = LoadVerdict(of: result)
        #expect(verdict.standing == .incomplete)
        #expect(
            verdict.text == "INCOMPLETE (the 2 runs measured together for 6.0 of 12.0 s)")
        #expect(verdict.invalidity == "the 2 runs measured together for 6.0 of 12.0 s")
        #expect(!verdict.isValid)
        let table = LoadTable(result, verdict).text
        #expect(table.contains("any of 2 runs measured, all at once for 6.0 s"))
    }

    @Test func `time in which nobody measured is no part of a rate`() throws {
        let first = try SyntheticParts.file(part(0, from: 1_000_000_000, seconds: 10), name: "a")
        let second = try SyntheticParts.file(part(1, from: 9_000_000_000, seconds: 10), name: "b")
        let result = try LoadMerge.merge([first, second])
        #expect(result.measured.seconds == 20)
        #expect(LoadFigure.named("together_s")?.value(in: result) == 0)
    }

    @Test func `losses of a part that never measured stand where they came`() throws {
        let one = try part(0, from: 1_000_000_000, seconds: 9)
        var other = try part(1, from: 0, seconds: 0)
        other.measured.span = nil
        other.setup.began = "1970-01-01T00:16:42.000000Z"
        other.losses = [LoadLoss(cause: .linkLost, count: 1, first: 3, last: 3, subscribers: [1])]
        let files = [
            try SyntheticParts.file(one, name: "a"), try SyntheticParts.file(other, name: "b"),
        ]
        for files in [files, files.reversed()] {
            #expect(try LoadMerge.merge(files).losses.map(\.first) == [5])
        }
    }

    @Test func `testers of one daemon count it once, and two daemons add up`() throws {
        var (one, two) = (
            try part(0, from: 1_000_000_000, seconds: 9),
            try part(1, from: 1_000_000_000, seconds: 9)
        )
        one.setup.fleet.daemon = "process 7"
        two.setup.fleet.daemon = "process 7"
        two.daemon?.processor = 0.5
        let same = try LoadMerge.merge([
            SyntheticParts.file(one, name: "a"), SyntheticParts.file(two, name: "b"),
        ])
        #expect(same.daemon?.processor == 0.5)
        #expect(same.setup.fleet.sessions == 200)
        two.setup.fleet.daemon = "process 8"
        let different = try LoadMerge.merge([
            SyntheticParts.file(one, name: "a"), SyntheticParts.file(two, name: "b"),
        ])
        #expect(different.daemon?.processor == 0.91)
        #expect(different.setup.fleet.sessions == 400)
    }

    @Test func `the page and the table of many runs can be written`() throws {
        let result = try LoadMerge.merge(try SyntheticParts.files(40, seed: 3))
        let verdict = LoadVerdict(of: result)
        let page = LoadPage(result, verdict).text
        #expect(page.contains("part 39/40 on host19"))
        #expect(page.contains("Latency over time"))
        #expect(LoadTable(result, verdict).text.contains("run 39/40"))
        #expect(!SeriesLines.text(of: result).contains("\"p50\""))
    }
}
