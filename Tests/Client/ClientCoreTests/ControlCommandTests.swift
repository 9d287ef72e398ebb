import CommandLine
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

@Suite struct ControlCommandTests {
    private func request(_ command: ControlCommand, _ arguments: String...) throws -> String {
        try #require(command.requests(command.table.parse(arguments)).first).line
    }

    @Test func `the words of the command line are those of the request`() throws {
        #expect(try request(.start) == #"{"op":"start"}"#)
        let start = try request(
            .start, "--plan", "tempo", "--athlete", "7", "--at", "2026-11-20T06:00:00Z")
        #expect(
            start
                == #"{"op":"start","plan":"tempo","athlete":7,"at":"2026-11-20T06:00:00Z"}"#)
        for command in [ControlCommand.pause, .resume, .stop] {
            let line = #"{"op":"\#(command.rawValue)","session":"s7.0"}"#
            #expect(try request(command, "s7.0", "--json") == line)
        }
    }

    @Test func `several sessions are several requests, and kinds of plans need no flag`() throws {
        for arguments in [["s0", "s7.2"], ["--session", "s0,s7.2"]] {
            let stop = try ControlCommand.stop.table.parse(arguments)
            #expect(
                try ControlCommand.stop.requests(stop).map(\.line) == [
                    #"{"op":"stop","session":"s0"}"#, #"{"op":"stop","session":"s7.2"}"#,
                ])
            #expect(try ControlCommand.stop.requests(stop).map(\.name) == ["stop s0", "stop s7.2"])
        }
        #expect(try request(.start, "tempo") == #"{"op":"start","plan":"tempo"}"#)
        #expect(
            try request(.start, "--at", "07:30") == #"{"op":"start","at":"07:30"}"#)
    }

    @Test(arguments: [
        (ControlCommand.pause, [], "no session is named"),
        (.stop, ["s07"], "\"s07\" is not the name"),
        (.resume, ["*"], "is not the name"), (.start, ["--plan", "sprint"], "no plan \"sprint\""),
        (.start, ["--athlete", "x"], "whole number"),
        (.start, ["--at", "noon"], "is not a moment"),
    ])
    func `a mistake is told before anything is sent`(
        command: ControlCommand, arguments: [String], told: String
    ) throws {
        let flags = try command.table.parse(arguments)
        do {
            let line = try command.requests(flags)
            Issue.record("\(line) would be sent")
        } catch {
            #expect(error.code == .usage)
            #expect(error.description.contains(told), "\(error)")
        }
    }

    @Test(arguments: zip(ControlCommand.allCases, ["starts", "pauses", "resumes", "stops"]))
    func `a person is told what happens when`(command: ControlCommand, verb: String) {
        let answer = #"{"session":"s7.0","at":"2026-11-20T12:34:56.020000Z"}"#
        let value = JSONValue(line: answer.utf8) ?? .null
        #expect(command.text(value) == "s7.0 \(verb) at 12:34:56 UTC")
    }

    @Test(arguments: [ErrorCode.wrongState, .unknownSession, .noRoom, .shuttingDown])
    func `a refusal that may pass is told apart from one that would come again`(code: ErrorCode) {
        var line = LineBuffer()
        ErrorLine.append(
            WireError(code, reason: "That is why.", suggestion: "Do this."), id: nil, to: &line)
        let failure = Command.refusal(JSONValue(line: line.text.utf8))
        #expect(failure.code == (code.isRetryable ? .temporaryFailure : .refused))
        #expect(failure.description == "\(code.description) That is why. Do this.")
    }

    @Test func `a refusal names the flag instead of the field`() {
        var line = LineBuffer()
        let error = WireError.badField("at", reason: "It lies too far ahead.")
        ErrorLine.append(error, id: nil, to: &line)
        let text = Command.refusal(JSONValue(line: line.text.utf8)).description
        #expect(text.hasPrefix("--at: "))
        #expect(text.contains(" --at must be a time such as"))
    }
}
