import CommandLine
import PlainText
import TestSupport
import Testing
import WireProtocol

@testable import ClientCore

@Suite struct LineTemplateTests {
    private static let line =
        #"{"type":"stat","session":"s0.0","n":7,"phase":"cruise","flag":true,"nothing":null,"#
        + #""faults":["gps_lost",2],"heart_rate_bpm":{"average":151.20,"latest":152.00}}"#

    private func text(_ template: String, _ line: String = Self.line) throws -> String {
        let value = try #require(JSONValue(line: Array(line.utf8)))
        return try LineTemplate(parsing: template).text(value).text
    }

    @Test(arguments: [
        ("{session} {heart_rate_bpm.average}", "s0.0 151.2"),
        ("{heart_rate_bpm.latest}", "152"), ("{n},{flag},{faults}", "7,true,gps_lost,2"),
        ("no value", "no value"), ("{{{session}}}", "{s0.0}"), ("{{session}}", "{session}"),
        ("a\tb", "a\tb"),
    ])
    func `paths stand for values, and doubled braces for braces`(
        template: String, expected: String
    ) throws {
        #expect(try text(template) == expected + "\n")
    }

    @Test(arguments: ["{mood}", "{heart_rate_bpm.sd}", "{session.lap}", "{nothing}"])
    func `a path to nothing prints a hyphen`(template: String) throws {
        #expect(try text(template) == "-\n")
    }

    @Test func `a path to an object prints a hyphen`() throws {
        #expect(try text("{heart_rate_bpm}|") == "-|\n")
    }

    @Test(arguments: [
        ("{session", 1, "\"{\" is not closed"), ("{session} {", 11, "\"{\" is not closed"),
        ("{a} b}", 6, "\"}\" closes nothing"), ("{}", 1, "\"\" is no path to a value"),
        ("x {a..b}", 3, "\"a..b\" is no path"), ("{a b}", 1, "\"a b\" is no path"),
        ("{a{b}", 1, "\"a{b\" is no path"),
    ])
    func `a mistake names the flag and the column`(
        template: String, column: Int, reason: String
    ) throws {
        let error = try #require(throws: ProgramFailure.self) {
            try LineTemplate(parsing: template)
        }
        let told = error.description
        #expect(told.hasPrefix("--template, column \(column): \(reason)"), "\(error)")
        #expect(told.contains("{{ or }}"))
    }

    @Test(arguments: HostileText.all)
    func `nothing in a line or a template moves the cursor`(hostile: HostileText) throws {
        let line = JSONValue.object(["session": .string(hostile.text)])
        let shown = try LineTemplate(parsing: "{session}\u{1B}[2J\n").text(line).text
        #expect(shown.dropLast().unicodeScalars.allSatisfy { $0.isPlain }, "\(shown.plain)")
        #expect(shown.hasSuffix("\\u{1b}[2J\\u{a}\n"))
    }
}
