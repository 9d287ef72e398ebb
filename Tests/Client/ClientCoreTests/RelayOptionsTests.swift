import CommandLine
import Relay
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

@Suite struct RelayOptionsTests {
    private func options(_ arguments: String...) throws -> RelayOptions {
        try RelayOptions(
            RelayCommand.table.parse(["--exec", "cat", "--anchor-file", "/x/a"] + arguments))
    }

    @Test func `without flags a relay takes 5000 lines, a mebibyte, a second`() throws {
        let options = try options()
        #expect(options.limits == BatchLimits(lines: 5000, bytes: 1 << 20, age: .seconds(1)))
        #expect(options.patience == DeliveryPatience(attempt: .seconds(300), giveUp: nil))
        #expect(options.name == "relay" && !options.acknowledgesLines)
        #expect(options.files.status == "/x/a.status" && options.files.lock == "/x/a.lock")
        #expect(options.files.metrics == nil)
    }

    @Test func `the subscription loses no line, whatever else is asked for`() throws {
        let options = try options("--kinds", "sample,phase", "--session", "s7")
        let request = try ChannelFlagsRequest.text(options)
        #expect(request.contains(#""queue":{"policy":"close"}"#))
        #expect(request.contains(#""kinds":["sample","phase"]"#))
    }

    @Test(
        arguments: [
            ("1", 1), ("512k", 512 << 10), ("4M", 4 << 20), ("1G", 1 << 30), ("0", nil),
            ("2G", nil),
            ("1025M", nil), ("k", nil), ("", nil), ("-1", nil), ("9223372036854775807k", nil),
            ("1m", nil),
        ] as [(String, Int?)])
    func `bytes are numbers with a binary unit, up to a gibibyte`(text: String, bytes: Int?) {
        #expect(RelayOptions.bytes(text) == bytes)
    }

    @Test(arguments: [
        (["--batch-lines", "0"], "--batch-lines cannot be \"0\""),
        (["--batch-bytes", "1T"], "--batch-bytes cannot be \"1T\"; give from 1 to 1G"),
        (["--batch-age", "0s"], "--batch-age cannot be \"0s\""),
        (["--give-up", "soon"], "--give-up cannot be \"soon\"; give a span"),
        (["--name", "a/b"], "--name cannot be \"a/b\""), (["--name", "é"], "--name cannot be"),
        (["--ack", "all"], "--ack cannot be \"all\"; give exit or lines"),
        (["--ack", "lines", "--id", "{session}"], "--id: two lines may have the same id"),
        (["--key", "{mood}"], "--key, column 1: there is no field"),
        (["--value", "a..b"], "--value: \"a..b\" is no path"),
        (["--value", "n", "--clock"], "--clock is for whole lines"),
        (["--from", "start", "--since", "5m"], "--from and --since each say where to begin"),
        (["--window", "banana"], "--window: "),
    ])
    func `mistakes are told with what would be right`(arguments: [String], reason: String) throws {
        let flags = try RelayCommand.table.parse(
            ["--exec", "cat", "--anchor-file", "/x/a"] + arguments)
        let failure = try #require(throws: ProgramFailure.self) { try RelayOptions(flags) }
        #expect(failure.code == .usage && failure.description.hasPrefix(reason), "\(failure)")
    }

    @Test func `a command is needed`() throws {
        let flags = try RelayCommand.table.parse(["--anchor-file", "/x/a"])
        let failure = try #require(throws: ProgramFailure.self) { try RelayOptions(flags) }
        #expect(failure.description.contains("write runway relay --exec"))
    }
}

/// What an option set subscribes to.
private enum ChannelFlagsRequest {
    static func text(_ options: RelayOptions) throws -> String {
        try options.tail.request(after: nil)
    }
}
