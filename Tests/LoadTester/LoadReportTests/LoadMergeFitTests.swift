import StreamAudit
import TestSupport
import Testing

@testable import LoadReport

/// Reports that do not fit each other are refused: which file, what, and what would be right.
@Suite struct LoadMergeFitTests {
    struct Change: CustomTestStringConvertible {
        let told: String
        let change: @Sendable (inout LoadResult) -> Void

        init(_ told: String, _ change: @escaping @Sendable (inout LoadResult) -> Void) {
            self.told = told
            self.change = change
        }

        var testDescription: String { told }
    }

    private static let changes = [
        Change("the tester is \"runway 0.2.0\" here, and \"runway 0.1.0\" in a.json") {
            $0.setup.tester = "runway 0.2.0"
        },
        Change("the daemon is \"runwayd 9\"") { $0.setup.fleet.server = "runwayd 9" },
        Change("the protocol is \"2.0\" here") { $0.setup.fleet.protocolVersion = "2.0" },
        Change("the sample rate is \"5.0 Hz\"") { $0.setup.fleet.rateHertz = 5 },
        Change("the speed is \"max\"") { $0.setup.fleet.speed = "max" },
        Change("the device is \"optical\"") { $0.setup.fleet.device = "optical" },
        Change("the schedule is \"days\" here, and \"laps\"") { $0.setup.fleet.schedule = "days" },
        Change("the daemon's place is \"embedded\"") { $0.setup.fleet.isEmbedded = true },
        Change("the request is \"x\"") { $0.setup.request = "x" },
        Change("the mix of subscribers is unknown here") { $0.setup.manner = "" },
        Change("--warm-up is \"6 s\" here, and \"5 s\"") { $0.setup.course.warmUpSeconds = 6 },
        Change("--for is \"60 s\" here") { $0.setup.course.seconds = 60 },
        Change("the lengths of the stages is \"4s,6s\"") {
            $0.setup.course.stages = "0-9/4s,9/6s"
        },
        Change("the number of parts is \"3\" here") { $0.setup.share = LoadShare(parsing: "1/3") },
        Change("the number of parts is \"none\" here") { $0.setup.share = nil },
        Change("--subscribers of all parts is \"401\"") { $0.setup.subscribersInAll = 401 },
        Change("--ramp of all parts is \"7/s\"") { $0.setup.course.connectionsPerSecond = 7 },
        Change("--stages of all parts is \"0-9/4s,9/5s\"") {
            $0.setup.course.stages = "0-9/4s,9/5s"
        },
        Change("the fleet's identity is \"other\" here, and \"8nnnm0ae\" in a.json; add --any-fl") {
            $0.setup.fleet.identity = "other"
        },
        Change("another run was part 0/2 too, that of a.json; merge one run of each part") {
            $0.setup.share = LoadShare(parsing: "0/2")
        },
        Change("its run aaaaaaaaaaaaaaaa is in a.json too; give each run once") {
            $0.setup.run = "aaaaaaaaaaaaaaaa"
        },
    ]

    private func results() throws -> (LoadResult, LoadResult) {
        var chance = SeededGenerator(seed: 11)
        var first = try SyntheticParts.result(0, of: 2, &chance)
        first.setup.run = "aaaaaaaaaaaaaaaa"
        return (first, try SyntheticParts.result(1, of: 2, &chance))
    }

    private func fault(_ files: [LoadReportFile], mixesFleets: Bool = false) -> String? {
        do {
            _ = try LoadMerge.merge(files, mixesFleets: mixesFleets)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: changes)
    func `one that differs is refused in words`(change: Change) throws {
        var (first, second) = try results()
        let one = try SyntheticParts.file(first, name: "a.json")
        #expect(fault([one, try SyntheticParts.file(second, name: "b.json")]) == nil)
        change.change(&second)
        let told = try #require(fault([one, try SyntheticParts.file(second, name: "b.json")]))
        #expect(told.hasPrefix("b.json: "))
        #expect(told.contains(change.told), "\(told)")
        first.setup.run = "bbbbbbbbbbbbbbbb"
    }

    @Test func `fleets of two seeds are merged where that is meant`() throws {
        var (first, second) = try results()
        second.setup.fleet.identity = "other"
        second.setup.fleet.seed = "43"
        first.setup.fleet.sessions = 7
        second.setup.fleet.sessions = 8
        let files = try [SyntheticParts.file(first), SyntheticParts.file(second, name: "b")]
        let result = try LoadMerge.merge(files, mixesFleets: true)
        #expect(result.setup.fleet.seed.isEmpty)
        #expect(result.parts.map(\.setup.fleet.seed) == ["42", "43"])
        #expect(fault(files) != nil)
    }

    @Test func `a search for a limit has no sum`() throws {
        var (first, _) = try results()
        first = try first.searched(capacity: 300)
        let text = LoadJSON.text(of: first, LoadVerdict(of: first))
        let error = #expect(throws: MergeFault.self) {
            try LoadReading.report(Array(text.utf8), file: "s.json")
        }
        #expect(error?.reason == "it is of a search for a limit, which has no sum")
    }

    @Test func `counts that no number holds are refused`() throws {
        var (first, second) = try results()
        first.counts.lines = LoadMerge.countMax
        second.counts.lines = 1
        let files = try [SyntheticParts.file(first), SyntheticParts.file(second, name: "b.json")]
        #expect(
            fault(files) == "b.json: with it lines exceeds what can be counted, 2^53; leave it out")
    }

    @Test func `a name from outside moves no cursor`() throws {
        var (first, second) = try results()
        second.setup.fleet.server = "x\u{1B}[2J\n"
        first.setup.machine.host = "a\u{202E}b"
        let files = try [SyntheticParts.file(first), SyntheticParts.file(second, name: "\u{7}")]
        let told = fault(files)
        #expect(told?.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{7F}" } == true)
        let result = try LoadMerge.merge([try SyntheticParts.file(first)])
        #expect(!LoadTable(result, LoadVerdict(of: result)).text.contains("\u{202E}"))
    }
}
