import CommandLine
import LinuxIO
import PlainText
import Readout
import StreamClient
import Terminal
import TestSupport
import Testing
import WireProtocol

@testable import ClientCore

/// Whatever stands in a line of a daemon, no command moves a cursor with it.
@Suite struct HostileOutputTests {
    /// A line in which every text is the hostile one, and so are names that may be any.
    private static func line(_ type: String, _ text: String) -> JSONValue {
        let hostile = JSONValue.string(text)
        let inner = JSONValue.object([text: .number(1), "reason": hostile])
        var fields: [String: JSONValue] = ["type": .string(type)]
        for name in names { fields[name] = hostile }
        for name in ["metrics", "statistics", "phases", "limits"] {
            fields[name] = .array([.object(["name": hostile, "unit": hostile, "reason": hostile])])
        }
        for name in ["operations", "words", "policies", "byes", "errors"] { fields[name] = inner }
        fields["faults"] = .array([hostile])
        fields["lines_lost_by_reason"] = inner
        fields["resumes"] = inner
        return .object(fields)
    }

    private static let names = [
        "session", "phase", "t", "since", "plan", "state", "event", "from", "to", "cause", "after",
        "true_phase", "part", "server", "identity", "device", "shard", "speed", "at", "recording",
        "code", "description", "reason", "suggestion", "field",
    ]

    private static func formatter(colored: Bool) -> LineFormatter {
        LineFormatter(
            palette: Palette(isColored: colored), times: LineTimes(.utc, now: nil))
    }

    private static let types = [
        "stat", "sample", "truth", "phase", "advisory", "event", "end", "gap", "warn", "snapshot",
        "hello", "live",
    ]

    /// Expects text without anything but plain characters and the newlines of its lines.
    private func expectPlain(_ shown: ShownText, lines: Int? = nil) {
        let scalars = shown.text.unicodeScalars
        #expect(scalars.allSatisfy { $0.isPlain || $0 == "\n" }, "\(shown.text.plain)")
        if let lines { #expect(scalars.count { $0 == "\n" } == lines, "\(shown.text.plain)") }
    }

    @Test(arguments: HostileText.all)
    func `tail`(hostile: HostileText) {
        for type in Self.types {
            var formatter = Self.formatter(colored: false)
            guard let shown = formatter.text(Self.line(type, hostile.text)) else {
                Issue.record("nothing is shown of \(type)")
                continue
            }
            expectPlain(shown, lines: 1)
        }
    }

    @Test(arguments: HostileText.all)
    func `tail in colours has no sequence but those of its own`(hostile: HostileText) throws {
        var formatter = Self.formatter(colored: true)
        for type in Self.types {
            let found = formatter.text(Self.line(type, hostile.text))
            let expected = formatter.text(Self.line(type, "x"))
            let (shown, harmless) = (try #require(found), try #require(expected))
            let ours = ["1", "2", "31", "32", "33", "0"].map { "\u{1B}[\($0)m" }
            let rest = ours.reduce(shown.text) { $0.replacing($1, with: "") }
            #expect(rest.unicodeScalars.allSatisfy { $0.isPlain || $0 == "\n" })
            let counts = [shown, harmless].map { $0.text.unicodeScalars.count { $0 == "\u{1B}" } }
            #expect(counts[0] == counts[1], "\(type)")
        }
    }

    @Test(arguments: HostileText.all)
    func `status and metrics`(hostile: HostileText) {
        let status = Self.line("status", hostile.text)
        let harmless = Self.line("status", "x")
        let lines = StatusText(status: harmless, limits: nil).lines.count
        expectPlain(StatusText(status: status, limits: nil).shown, lines: lines)
        let metrics = MetricsText(harmless, limits: nil).text.count { $0 == "\n" }
        expectPlain(MetricsText(status, limits: nil).shown, lines: metrics)
    }

    @Test(arguments: HostileText.all)
    func `sessions, describe and the commands`(hostile: HostileText) {
        let line = Self.line("", hostile.text)
        expectPlain(SessionsCommand.text([line, line]), lines: 3)
        var names = PeerNames(1)
        names.user = { _ in hostile.text }
        names.process = { _ in ProcessFacts(name: hostile.text, startedMicroseconds: 0) }
        let client = JSONValue.object([
            "name": .string(hostile.text), "state": .string(hostile.text), "uid": .number(1),
            "pid": .number(1), "connected_ms": .number(0),
        ])
        let clients = ClientsText([client, client], people: names, now: 1).shown(columns: nil)
        expectPlain(clients, lines: 3)
        let lines = DescribeCommand.text(Self.line("", "x")).text.count { $0 == "\n" }
        expectPlain(DescribeCommand.text(line), lines: lines)
        for command in ControlCommand.allCases {
            expectPlain("\(command.text(line))\n", lines: 1)
        }
    }

    @Test(arguments: HostileText.all)
    func `errors, refusals and goodbyes`(hostile: HostileText) {
        let text = hostile.text
        let failures: [ClientFailure] = [
            .noDaemon(tried: [text]), .protocolViolation("it speaks version \(text), not 1.0"),
            .refused(code: text, text, mayPass: false), .dismissed(text),
            .unanswered(request: "pause \(text)", waited: .seconds(10)),
        ]
        for failure in failures { expectPlain("runway: \(ProgramFailure(failure))\n", lines: 1) }
        expectPlain("runway: \(Command.refusal(Self.line("error", text)))\n", lines: 1)
        expectPlain("runway: \(LinkLoss(goodbye: Self.line("bye", text)).reason)\n", lines: 1)
        let refusal = TailRefusal(
            line: Self.line("error", text), isReturn: false, anchorFile: text)
        guard case .failed(let failure) = refusal.end else {
            Issue.record("no failure")
            return
        }
        expectPlain("runway tail: \(failure)\n", lines: 1)
    }

    @Test(arguments: HostileText.all)
    func `the daemon's lines on a terminal mean the same`(hostile: HostileText) throws {
        var buffer = LineBuffer()
        buffer.appendJSONString(hostile.text)
        let line = Array("{\"a\":\(buffer.text)}".utf8)
        let shown = JSONOutput.shown(line[...])
        expectPlain(shown, lines: 1)
        #expect(JSONValue(line: shown.text.utf8) == .object(["a": .string(hostile.text)]))
    }
}
