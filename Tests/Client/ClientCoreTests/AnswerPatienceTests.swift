import CommandLine
import StreamClient
import Testing
import Vocabulary

@testable import ClientCore

@Suite struct AnswerPatienceTests {
    private let patience = AnswerPatience(.seconds(10), from: Self.second(5))

    private static func second(_ count: Int64) -> MonotonicInstant { .zero + .seconds(count) }

    @Test func `where nothing comes the time is over after one silence`() {
        let (heardAt, end) = (Self.second(1), Self.second(15))
        #expect(patience.left(at: Self.second(5), heardAt: heardAt) == .seconds(10))
        #expect(patience.left(at: end - .microseconds(1), heardAt: heardAt) == .microseconds(1))
        #expect(patience.left(at: end, heardAt: heardAt) == nil)
    }

    @Test func `while bytes come it goes on`() {
        #expect(patience.left(at: Self.second(15), heardAt: Self.second(14)) == .seconds(9))
        #expect(patience.left(at: Self.second(24), heardAt: Self.second(14)) == nil)
    }

    @Test func `a drip of bytes has an end`() {
        var now = Self.second(5)
        while let left = patience.left(at: now, heardAt: now) {
            #expect(left <= .seconds(10))
            now += .seconds(1)
        }
        #expect(now == Self.second(5) + .seconds(10) * AnswerPatience.dripFactor)
    }

    @Test(arguments: [(10_012_000, 10_000), (250_400, 250), (60_080_000, 60_100)])
    func `how long was waited is told as people say it`(
        microseconds: Int64, milliseconds: Int64
    ) {
        let waited = patience.waited(at: Self.second(5) + .microseconds(microseconds))
        #expect(waited == .milliseconds(milliseconds))
    }

    @Test func `the flag says how long, and nothing is ten seconds`() throws {
        func patience(_ arguments: String...) throws -> Duration {
            try StatusCommand.table.parse(arguments).patience
        }
        #expect(try patience() == .seconds(10))
        #expect(try patience("--timeout", "240ms") == .milliseconds(240))
        for text in ["0s", "99ms", "2h", "soon"] {
            let error = #expect(throws: ProgramFailure.self) { try patience("--timeout", text) }
            #expect(error?.code == .usage)
            #expect(error?.description.contains("a span from 100ms to 1h") == true)
        }
    }

    @Test(arguments: Command.allCases)
    func `every command that asks once has the flag`(command: Command) {
        let asksOnce: Set<Command> = [
            .sessions, .athletes, .status, .clients, .metrics, .describe, .start, .pause, .resume,
            .stop, .add, .remove, .log, .query, .plot,
        ]
        let hasFlag = command.table.flags.contains { $0.name == "--timeout" }
        #expect(hasFlag == asksOnce.contains(command))
    }
}
