import CommandLine
import Configuration
import Testing
import Vocabulary

@testable import ClientCore

@Suite struct ProgramHelpTests {
    private func failure(_ words: [String]) -> ProgramFailure? {
        #expect(throws: ProgramFailure.self, "\(words)") { try ProgramHelp.text(of: words) }
    }

    @Test func `help has a row for every command and for itself`() {
        for command in Command.allCases {
            #expect(ProgramHelp.text.contains("\n  \(command.rawValue) "))
        }
        #expect(ProgramHelp.text.contains("\n  help         prints this help"))
        #expect(ProgramHelp.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test func `help of a command is what its own flag prints`() throws {
        for command in Command.allCases {
            #expect(try ProgramHelp.text(of: [command.rawValue]) == command.table.help)
        }
        for words in [[], ["help"], ["--help"], ["-h"]] {
            #expect(try ProgramHelp.text(of: words) == ProgramHelp.text)
        }
    }

    @Test(arguments: [
        ("tial", "tail"), ("lvie", "live"), ("staus", "status"), ("sess", "sessions"),
        ("Export", "export"), ("hlep", "help"), ("puase", "pause"),
    ])
    func `a misspelt command gets the nearest one`(word: String, name: String) {
        #expect(
            "\(ProgramHelp.unknown(word))"
                == "there is no command \"\(word)\"; did you mean \(name)?")
    }

    @Test func `a word that is near to no command is answered with the help`() {
        for word in ["fly", "x", "", "daemon"] {
            #expect(
                "\(ProgramHelp.unknown(word))"
                    == "there is no command \"\(word)\"; see runway --help")
        }
        #expect(failure(["tial"])?.code == .usage)
        #expect(
            failure(["tial"])?.description == "there is no command \"tial\"; did you mean tail?")
        #expect(
            failure(["tail", "live"])?.description
                == "help takes one command, not \"live\" too; write runway help tail")
    }

    @Test func `a flag in front of a command is told where it belongs`() {
        #expect(
            "\(ProgramHelp.unknown("--json"))"
                == "there is no flag --json in front of a command; write runway COMMAND --json, "
                + "or see runway --help")
        #expect("\(ProgramHelp.unknown("--hlep"))".hasSuffix("; did you mean --help?"))
        #expect(
            "\(ProgramHelp.unknown("-v"))".hasSuffix(
                "; write runway COMMAND -v, "
                    + "or see runway --help"))
    }

    @Test(arguments: Command.allCases.map(\.table) + [DaemonFlags.table])
    func `every table of flags takes the short forms of help and version`(
        table: FlagTable
    ) throws {
        #expect(try table.parse(["-h"]).has("--help"))
        #expect(try table.parse(["-V"]).has("--version"))
        let names = table.flags.flatMap { [$0.name] + [$0.short].compactMap(\.self) }
        #expect(Set(names).count == names.count)
    }

    @Test func `the help says where the socket is, and what each exit code means`() {
        for path in ["--socket", "RUNWAY_SOCKET", "/run/runway/runwayd.sock"] {
            #expect(ProgramHelp.text.contains(path))
        }
        let told = ProgramHelp.text.split { !$0.isNumber }.compactMap { Int32($0) }
        // A fault of the program itself is no ending to count on, and signals are a range.
        for code in ExitCode.allCases where code != .failure && code.rawValue < 128 {
            #expect(told.contains(code.rawValue), "\(code)")
        }
    }

    @Test func `the help of add names every metric of a day but positions`() {
        for metric in DayMetric.allCases {
            let isTold = EntryCommand.add.table.help.contains(metric.name)
            #expect(isTold == DayMetric.ofPeople.contains(metric))
        }
        #expect(EntryCommand.add.table.help.contains("body_mass_kg (kg or lb)"))
    }

    @Test func `the help of live says how many fly`() {
        #expect(LiveCommand.table.help.contains("(default: 12; 0 with"))
        #expect(TailCommand.table.help.contains("(default: 3; 0 with"))
    }
}
