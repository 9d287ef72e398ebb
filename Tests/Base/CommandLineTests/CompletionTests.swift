import Testing

@testable import CommandLine

@Suite struct CompletionTests {
    private let table = FlagTable(
        command: "runway test", summary: "tests.", examples: [],
        flags: [
            Flag("--kind", value: "KIND", of: .word(["mean", "median", "none"]), "The kind."),
            Flag("--stats", value: "NAMES", of: .words(["average", "latest"]), "The statistics."),
            Flag("--session", value: "NAMES", "The sessions."),
            Flag("--out", value: "DIR", "Where to."),
            Flag("-n", value: "COUNT", "How many."),
            Flag("--replay", value: "FILE", repeatable: true, "What flies."),
            Flag("--json", "As it is."),
        ], operand: "[SESSION...]", operandFlag: "--session")

    private func words(_ line: String...) -> [String] {
        let completion = table.completion(of: line)
        return completion.candidates.map { completion.head + $0.word }
    }

    @Test func `a flag is completed by its beginning, and once it is given no more`() {
        #expect(words("--st") == ["--stats"])
        #expect(words("--json", "--j") == [])
        #expect(words("--replay", "a", "--re") == ["--replay"])
        #expect(words("--kind=mean", "--ki") == [])
        #expect(words("-") == table.flags.map(\.name))
        #expect(table.completion(of: ["--o"]).candidates[0].meaning == "Where to.")
    }

    @Test func `a value is completed behind its flag, a blank or an equals sign between`() {
        #expect(words("--kind", "me") == ["mean", "median"])
        #expect(words("--kind=n") == ["--kind=none"])
        #expect(words("--kind", "") == ["mean", "median", "none"])
        #expect(table.completion(of: ["--out", ""]).domain.kind == .folder)
        #expect(table.completion(of: ["--out=a"]).domain.kind == .folder)
        #expect(table.completion(of: ["--replay", "r"]).domain.kind == .file)
        #expect(words("-n", "1") == [])
        // What stands there is the value of --kind, though it looks like a flag.
        #expect(words("--kind", "--js", "--js") == ["--json"])
    }

    @Test func `of a list the word behind the last comma is completed`() {
        #expect(words("--stats", "latest,av") == ["latest,average"])
        #expect(words("--stats=average,") == ["--stats=average,average", "--stats=average,latest"])
        #expect(table.completion(of: ["--stats", ""]).isList)
        #expect(!table.completion(of: ["--kind", ""]).isList)
    }

    @Test func `operands have the domain of their flag, or of their name`() {
        let sessions = table.completion(of: ["--json", "s0", "s1,s"])
        #expect(
            sessions.domain.kind == .sessions && sessions.head == "s1," && sessions.prefix == "s")
        #expect(table.completion(of: ["--", "--json"]).domain.kind == .sessions)
        let add = FlagTable(
            command: "runway add", summary: "adds.", examples: [], flags: [],
            operand: "SESSION METRIC VALUE [UNIT]")
        let domains = (0..<6).map { index in
            add.completion(of: Array(repeating: "s0", count: index) + [""]).domain.kind
        }
        #expect(domains == [.sessions, .dayMetrics, .text, .text, .text, .text])
    }

    @Test func `without an operand an empty word stands for the flags`() {
        let table = FlagTable(command: "runway status", summary: "says.", examples: [], flags: [])
        #expect(table.completion(of: [""]).candidates.map(\.word) == ["--help", "--version"])
        #expect(table.completion(of: ["x"]).candidates == [])
        #expect(table.completion(of: []).candidates == [])
    }

    @Test func `no line traps, whatever stands in it`() {
        let words = [
            "", "-", "--", "=", "--=", "--kind=", "--stats", ",", "--stats=,", "--no", "-n", "s0",
            "é",
        ]
        for first in words {
            for second in words {
                for third in words {
                    let found = table.completion(of: [first, second, third])
                    #expect(found.candidates.allSatisfy { $0.word.hasPrefix(found.prefix) })
                }
            }
        }
    }
}
