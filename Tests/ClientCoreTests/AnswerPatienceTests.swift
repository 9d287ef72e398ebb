import CommandLine
import StreamClient
import Testing

@testable import ClientCore

@Suite struct AnswerPatienceTests {
    private let patience = AnswerPatience(milliseconds: 10_000, from: 5_000_000)

    @Test func `where nothing comes the time is over after one silence`() {
        #expect(patience.milliseconds(at: 5_000_000, heardAt: 1_000_000) == 10_000)
        #expect(patience.milliseconds(at: 14_999_001, heardAt: 1_000_000) == 1)
        #expect(patience.milliseconds(at: 15_000_000, heardAt: 1_000_000) == nil)
    }

    @Test func `while bytes come it goes on`() {
        #expect(patience.milliseconds(at: 15_000_000, heardAt: 14_000_000) == 9000)
        #expect(patience.milliseconds(at: 24_000_000, heardAt: 14_000_000) == nil)
    }

    @Test func `a drip of bytes has an end`() {
        var now: Int64 = 5_000_000
        while let left = patience.milliseconds(at: now, heardAt: now) {
            #expect(left <= 10_000)
            now += 1_000_000
        }
        #expect(now == 5_000_000 + AnswerPatience.dripFactor * 10_000_000)
    }

    @Test(arguments: [(10_012_000, 10_000), (250_400, 250), (60_080_000, 60_100)])
    func `how long was waited is told as people say it`(
        microseconds: Int64, milliseconds: Int64
    ) {
        let waited = patience.waitedMilliseconds(at: 5_000_000 + microseconds)
        #expect(waited == milliseconds)
    }

    @Test func `the flag says how long, and nothing is ten seconds`() throws {
        func patience(_ arguments: String...) throws -> Int {
            try StatusCommand.table.parse(arguments).patienceMilliseconds
        }
        #expect(try patience() == 10_000)
        #expect(try patience("--timeout", "240ms") == 240)
        for text in ["0s", "99ms", "2h", "soon"] {
            let error = #expect(throws: ProgramFailure.self) { try patience("--timeout", text) }
            #expect(error?.code == .usage)
            #expect(error?.description.contains("a span from 100ms to 1h") == true)
        }
    }

    @Test(arguments: Command.allCases)
    func `every command that asks once has the flag`(command: Command) {
        let asksOnce: Set<Command> = [
            .sessions, .status, .clients, .metrics, .describe, .start, .pause, .resume, .stop,
        ]
        let hasFlag = command.table.flags.contains { $0.name == "--timeout" }
        #expect(hasFlag == asksOnce.contains(command))
    }
}
