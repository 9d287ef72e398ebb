import CommandLine
import Testing
import Vocabulary
import WireProtocol

@testable import Relay

@Suite struct RelayFormTests {
    private func form(
        key: String? = nil, id: String? = nil, value: RelayForm.Value = .line
    ) throws -> RelayForm {
        RelayForm(
            key: try key.map { try HeadTemplate(parsing: $0, flag: "--key", sub: "r") },
            id: try id.map { try HeadTemplate(parsing: $0, flag: "--id", sub: "r") },
            value: value)
    }

    private func made(_ line: String, _ form: RelayForm) throws -> String {
        var sink = KeptLines()
        let stop = Intake(form).take(line + "\n", into: &sink).stop
        #expect(stop == .end)
        return try #require(sink.form.first)
    }

    @Test(arguments: ["", #","due_us":81234567"#, #","due_us":-3,"late_us":84"#])
    func `the value is the line without its clock fields`(clock: String) throws {
        let line = RelayLine.data(7, clock: clock)
        #expect(try made(line, form()) == RelayLine.data(7) + "\n")
        #expect(try made(line, form(value: .lineWithClock)) == line + "\n")
    }

    @Test(arguments: [
        ("{session}", "s7.12"), ("{lane}", "s7"), ("{n}", "31"), ("{type}", "stat"),
        ("{t}", "2026-11-20T23:31:05.000000Z"), ("{day}", "2026-11-20"),
        ("{anchor}", "\(RelayLine.anchor(31))"),
        ("{sub}:{session}:{n}", "r:s7.12:31"),
        ("{{{n}}}", "{31}"), ("é {n}", "é 31"),
        (String(repeating: "é", count: 99) + "{n}", String(repeating: "é", count: 99) + "31"),
        (
            "e" + String(repeating: "\u{301}", count: 40) + "{n}",
            "e" + String(repeating: "\u{301}", count: 40) + "31"
        ),
    ])
    func `key and id stand before the value, with tabs between`(
        template: String, text: String
    ) throws {
        let line = RelayLine.data(31, session: "s7.12")
        #expect(try made(line, form(key: template)) == "\(text)\t\(line)\n")
        #expect(try made(line, form(id: template)) == "\(text)\t\(line)\n")
        #expect(
            try made(line, form(key: "{lane}", id: template)) == "s7\t\(text)\t\(line)\n")
    }

    @Test func `a fleet is told by the same characters of all its anchors`() throws {
        let lines = try [1, 31].map { try made(RelayLine.data($0), form(key: "{fleet}")) }
        let fleets = lines.map { $0.prefix { $0 != "\t" } }
        #expect(fleets[0] == fleets[1] && fleets[0].count == 8)
        #expect("\(RelayLine.anchor(1))".hasPrefix("a1\(fleets[0])"))
    }

    @Test(arguments: [
        ("{", "column 1: \"{\" is not closed"), ("a}", "column 2: \"}\" closes nothing"),
        ("{n}{mood}", "column 4: there is no field \"mood\""), ("x", "names no field"),
        ("{sub}", "names no field"), ("{n}\t", "a tab or another control character"), ("", "names"),
    ])
    func `a template with a mistake is refused, with its column`(
        template: String, reason: String
    ) throws {
        let error = try #require(throws: ProgramFailure.self) { try form(key: template) }
        #expect("\(error)".hasPrefix("--key, column "), "\(error)")
        #expect("\(error)".contains(reason), "\(error)")
    }

    @Test(arguments: [
        ("{anchor}", true), ("{session}:{n}", true), ("{n}{session}", true),
        ("{session}{type}{n}", true), ("{session}0x{n}", true), ("{sub}{session}-{n}", true),
        ("{session}{n}", false), ("{session}0{n}", false), ("{n}{session}{n}", false),
        ("{session}-{lane}{n}", false), ("{lane}:{n}", false), ("{session}", false),
    ])
    func `an id tells lines apart if it has session and number apart, or the anchor`(
        template: String, isUnique: Bool
    ) throws {
        let template = try HeadTemplate(parsing: template, flag: "--id", sub: "r")
        #expect(template.isUnique == isUnique)
    }

    @Test(arguments: [
        ("n,heart_rate_bpm.average", #"{"n":7,"heart_rate_bpm.average":151.20}"#),
        ("heart_rate_bpm", #"{"heart_rate_bpm":{"average":151.20}}"#),
        ("mood,t", #"{"t":"2026-11-20T23:31:05.000000Z"}"#), ("mood", "{}"),
    ])
    func `chosen fields keep the bytes of their values`(fields: String, text: String) throws {
        let value = RelayForm.Value.fields(try ValueFields(parsing: fields, flag: "--value"))
        #expect(try made(RelayLine.data(7), form(value: value)) == text + "\n")
    }

    @Test(arguments: ["", "a,", "a..b", "a b", "n,n", "\u{1b}"])
    func `fields that cannot be are refused`(fields: String) {
        #expect(throws: ProgramFailure.self) { try ValueFields(parsing: fields, flag: "--value") }
    }

    @Test func `a list is walked without fields of its own`() throws {
        let line = RelayLine.data(1).dropLast() + #","a":[{"n":2},[3]],"b":true}"#
        let value = RelayForm.Value.fields(try ValueFields(parsing: "n,a,b", flag: "--value"))
        #expect(
            try made(String(line), form(value: value)) == #"{"n":1,"a":[{"n":2},[3]],"b":true}"#
                + "\n")
    }
}
