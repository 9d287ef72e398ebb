import CommandLine
import Testing

@testable import ClientCore

@Suite struct TailOptionsTests {
    private func options(_ arguments: String...) throws -> TailOptions {
        try TailOptions(TailCommand.table.parse(arguments))
    }

    @Test(arguments: [
        ("stat", false), ("sample", false), ("stat,phase", false), ("phase,advisory,event", false),
        ("stat,sample", true), ("sample,truth", true), ("truth,phase,stat", true),
    ])
    func `lines say their kind when more than one measuring kind is followed`(
        kinds: String, expected: Bool
    ) throws {
        #expect(try options("--kinds", kinds).style.marksKind == expected)
        #expect(try !options().style.marksKind)
    }

    @Test(arguments: [
        [], ["--output", "short"], ["--output", "full"], ["--json"], ["--output", "json"],
        ["--json", "--output", "json"], ["--template", "{n}"],
        ["--output", "template", "--template", "{n}"],
    ])
    func `a form of output is named once, or twice alike`(arguments: [String]) throws {
        let flags = try TailCommand.table.parse(arguments)
        let form = try OutputForm(flags)
        let word =
            switch form {
            case .short: "short"
            case .full: "full"
            case .json: "json"
            case .template: "template"
            }
        let isNamed = arguments.contains("--" + word) || arguments.contains(word)
        #expect(isNamed || (arguments.isEmpty && word == "short"))
    }

    @Test(arguments: [
        (["--json", "--output", "full"], "--json and --output full are two forms"),
        (["--json", "--template", "{n}"], "--json and --template are two forms"),
        (["--output", "short", "--template", "{n}"], "--output short and --template are two"),
        (["--output", "template"], "--output template needs the template"),
        (["--output", "xml"], "--output cannot be \"xml\"; give short, full, json or template"),
        (["--json", "--time", "iso"], "--time is for text"),
        (["--template", "{n}", "--time", "none"], "--time is for text"),
        (["--template", "{n"], "--template, column 1: "),
    ])
    func `forms of output that contradict each other are refused`(
        arguments: [String], reason: String
    ) throws {
        let flags = try TailCommand.table.parse(arguments)
        let error = try #require(throws: ProgramFailure.self) { try OutputForm(flags) }
        #expect("\(error)".hasPrefix(reason), "\(error)")
    }
}
