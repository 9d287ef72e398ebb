import CommandLine
import Testing

@Suite struct FlagTableTests {
    private let table = FlagTable(
        command: "runway fly", summary: "flies.", examples: ["runway fly --seed 1"],
        flags: [
            Flag("--seed", value: "S", "Seed of what is drawn."),
            Flag("--replay", value: "FILE", repeatable: true, "Fly a recording."),
            Flag("--json", "Print lines."),
            Flag("-n", value: "COUNT", "End after so many."),
        ])

    private func error(_ arguments: String...) -> ProgramFailure? {
        #expect(throws: ProgramFailure.self, "\(arguments)") { try table.parse(arguments) }
    }

    @Test func `no arguments are no flags`() throws {
        let flags = try table.parse([])
        #expect(flags.command == "runway fly")
        #expect(!flags.has("--seed"))
        #expect(flags["--seed"] == nil)
        #expect(flags.all("--replay").isEmpty)
    }

    @Test(arguments: [["--seed", "7", "--json"], ["--seed=7", "--json"], ["--json", "--seed=7"]])
    func `a value stands behind its flag or behind an equals sign`(arguments: [String]) throws {
        let flags = try table.parse(arguments)
        #expect(flags["--seed"] == "7")
        #expect(flags.has("--json"))
        #expect(!flags.has("-n"))
    }

    @Test func `only the first equals sign parts flag and value`() throws {
        #expect(try table.parse(["--seed=a=b="])["--seed"] == "a=b=")
    }

    @Test func `a value may begin with one dash, and after an equals sign with two`() throws {
        #expect(try table.parse(["--seed", "-1"])["--seed"] == "-1")
        #expect(try table.parse(["--seed", "-"])["--seed"] == "-")
        #expect(try table.parse(["--seed=--json"])["--seed"] == "--json")
    }

    @Test func `the value of a letter may be attached to it`() throws {
        for arguments in [["-n5"], ["-n=5"], ["-n", "5"]] {
            #expect(try table.parse(arguments)["-n"] == "5", "\(arguments)")
        }
        #expect(try table.parse(["-n-5"])["-n"] == "-5")
        #expect(error("-h1")?.description == "there is no flag -h1; see runway fly --help")
    }

    @Test func `a repeatable flag keeps its values in order`() throws {
        let flags = try table.parse(["--replay", "b", "--seed", "1", "--replay=a", "--replay", "b"])
        #expect(flags.all("--replay") == ["b", "a", "b"])
        #expect(flags["--replay"] == "b")
    }

    @Test(arguments: ["--sed", "--seeds", "--sede", "--seedy"])
    func `an unknown flag that is near one is answered with that one`(name: String) {
        let error = error(name)
        #expect(error?.description == "there is no flag \(name); did you mean --seed?")
    }

    @Test(arguments: ["--altitude", "--s", "--seed123", "-altitude", "-x", "--", "-v", "-H"])
    func `an unknown flag that is near none is answered with the help`(name: String) {
        let told = error(name, "1")?.description
        #expect(told == "there is no flag \(name); see runway fly --help")
    }

    @Test(arguments: ["-seed", "--see", "--SEED", "--esed"])
    func `dashes, capitals, what is left out at the end and a swap are seen through`(
        name: String
    ) {
        #expect(error(name)?.description == "there is no flag \(name); did you mean --seed?")
    }

    @Test func `help and version have a letter each`() throws {
        #expect(try table.parse(["-h"]).has("--help"))
        #expect(try table.parse(["--json", "-V"]).has("--version"))
        #expect(error("-h", "--help")?.description == "--help is given twice; give it once")
        #expect(error("-h=1")?.description == "--help takes no value; write --help alone")
    }

    @Test func `an unknown flag with a value is named without it`() {
        #expect(
            error("--sed=12")?.description == "there is no flag --sed; did you mean --seed?")
    }

    @Test(arguments: [["--seed"], ["--seed="], ["--seed", ""], ["--seed", "--json"]])
    func `a flag without its value is told with the form that is right`(arguments: [String]) {
        let error = #expect(throws: ProgramFailure.self) { try table.parse(arguments) }
        #expect(error?.description == "--seed needs a value; write --seed S")
    }

    @Test(arguments: ["--json=1", "--json=", "--help=all"])
    func `a flag that takes no value refuses one`(argument: String) {
        let name = String(argument.prefix { $0 != "=" })
        #expect(error(argument)?.description == "\(name) takes no value; write \(name) alone")
    }

    @Test func `a flag that is not repeatable is refused the second time`() {
        for arguments in [["--seed", "1", "--seed", "1"], ["--json", "--json"]] {
            let error = #expect(throws: ProgramFailure.self) { try table.parse(arguments) }
            #expect(error?.description == "\(arguments[0]) is given twice; give it once")
        }
    }

    @Test(arguments: ["fast", "", "sky", "=1"])
    func `a word that is no flag is refused`(word: String) {
        let name = word.prefix { $0 != "=" }
        #expect(error("--json", word)?.description.hasSuffix("; see runway fly --help") == true)
        #expect(error(word)?.description.hasPrefix("\"\(name)\" is no flag; ") == true)
    }

    private static let landing = FlagTable(
        command: "runway land", summary: "lands.", examples: [], flags: [Flag("--json", "Lines.")],
        operand: "SESSION")

    @Test(arguments: [["s7"], ["s7", "--json"], ["--json", "s7"]])
    func `one word may stand anywhere among the flags`(arguments: [String]) throws {
        let flags = try Self.landing.parse(arguments)
        #expect(flags.operand == "s7")
        #expect(flags.has("--json") == (arguments.count == 2))
        #expect(Self.landing.help.hasPrefix("runway land SESSION: lands.\n"))
    }

    @Test(arguments: [["-5"], ["--", "-5"], ["--json", "--", "-5"]])
    func `the word may be a negative number, and anything behind two dashes`(
        arguments: [String]
    ) throws {
        #expect(try Self.landing.parse(arguments).operand == "-5")
        #expect(try Self.landing.parse(["--", "--json"]).operand == "--json")
        #expect(try Self.landing.parse(["--", "--"]).operand == "--")
        #expect(try Self.landing.parse(["--"]).operand == nil)
        for late in [["--", "s7", "--json"], ["s7", "-5"]] {
            #expect(throws: ProgramFailure.self) { try Self.landing.parse(late) }
        }
    }

    @Test func `without the word there is none, and a second one is refused`() throws {
        #expect(try Self.landing.parse([]).operand == nil)
        let error = #expect(throws: ProgramFailure.self) { try Self.landing.parse(["s7", "s8"]) }
        #expect(error?.description == "\"s8\" is no flag; give one SESSION")
    }

    private static let looking = FlagTable(
        command: "runway look", summary: "looks.", examples: [],
        flags: [Flag("--session", value: "NAMES", "Which."), Flag("--json", "Lines.")],
        operand: "[SESSION...]", operandFlag: "--session")

    @Test(arguments: [
        ["--session", "s7"], ["s7"], ["s7", "--json"], ["--json", "s7"], ["--", "s7"],
    ])
    func `a word may be the value of a flag`(arguments: [String]) throws {
        #expect(try Self.looking.parse(arguments)["--session"] == "s7")
    }

    @Test func `several words are a list, and a flag without dashes is none of them`() throws {
        #expect(try Self.looking.parse(["s0", "s7,s8"])["--session"] == "s0,s7,s8")
        let told = [["s0", "--session", "s7"], ["json"], [""]].map { words in
            #expect(throws: ProgramFailure.self) { try Self.looking.parse(words) }?.description
        }
        #expect(
            told == [
                "\"s0\" and --session say the same; give [SESSION...] or --session, not both",
                "\"json\" is no flag; did you mean --json?",
                "\"\" is no flag; give one [SESSION...]",
            ])
        #expect(try Self.looking.parse([])["--session"] == nil)
    }

    @Test func `the first mistake of several is told`() {
        let told = error("--json", "--json", "--altitude")?.description
        #expect(told == "--json is given twice; give it once")
    }

    @Test func `the help has the summary, the examples and a row for every flag`() {
        #expect(
            table.help == """
                runway fly: flies.

                Examples:
                  runway fly --seed 1

                Flags:
                  --seed S       Seed of what is drawn.
                  --replay FILE  Fly a recording.
                  --json         Print lines.
                  -n COUNT       End after so many.
                  -h, --help     Print this help and exit.
                  -V, --version  Print the version and exit.

                """)
    }

    @Test func `a long help goes on under itself`() {
        let long = Array(repeating: "words", count: 30).joined(separator: " ")
        let table = FlagTable(
            command: "runway fly", summary: "flies.", examples: [], flags: [Flag("--long", long)])
        let rows = table.help.split(separator: "\n").drop { !$0.contains("--long") }
        #expect(rows.count == 5)
        #expect(rows.first?.count == 100)
        #expect(rows.dropFirst().first?.hasPrefix("                 words") == true)
    }
}
