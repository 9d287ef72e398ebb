import CommandLine
import Testing

@testable import ClientCore

@Suite struct CompletionsTests {
    private func words(_ line: String...) -> [String] {
        let line = CompletedLine(program: line[0], words: line)
        return line.completion()?.candidates.map(\.word) ?? ["no command"]
    }

    @Test func `the first word is a command`() {
        #expect(words("runway", "comp") == ["completions"])
        #expect(words("runway", "he") == ["help"])
        #expect(words("runway", "--v") == ["--version"])
        #expect(words("runway") == words("runway", ""))
        #expect(words("runway", "").count == Command.allCases.count + 3)
        #expect(words("runway", "help", "tai") == ["tail"])
        #expect(words("runway", "nonsense", "") == ["no command"])
    }

    @Test func `the flags of both programs and of merge are known`() {
        #expect(words("/usr/bin/runwayd", "--dev") == ["--device"])
        #expect(words("runway", "load", "merge", "--any") == ["--any-fleet"])
        #expect(words("runway", "load", "--any") == [])
    }

    @Test(arguments: Command.allCases)
    func `every flag of a command is completed`(command: Command) {
        for flag in command.table.flags {
            #expect(words("runway", command.rawValue, flag.name).contains(flag.name))
        }
    }

    @Test(arguments: Command.allCases)
    func `every word that a flag offers is one that its command takes`(command: Command) throws {
        for flag in command.table.flags {
            guard flag.domain.kind == .word else { continue }
            // Each is told in the help, so that both stay the same.
            for word in flag.domain.words where !["--phase", "--sort"].contains(flag.name) {
                #expect(flag.help.contains(word), "\(flag.name) \(word)")
            }
        }
    }

    @Test func `bash hands over what it has cut at equals signs`() {
        #expect(CompletedLine.joined(["runway", "--seed", "=", "5"]) == ["runway", "--seed=5"])
        #expect(CompletedLine.joined(["runway", "--seed", "="]) == ["runway", "--seed="])
        #expect(CompletedLine.joined(["a", "=", "b"]) == ["a", "=", "b"])
    }

    @Test(arguments: Shell.allCases)
    func `a script asks for words of its own shell, for both programs`(shell: Shell) {
        #expect(shell.script.contains("runway completions \(shell) -- "))
        #expect(shell.script.contains("runwayd"))
    }
}

@Suite struct ManualTests {
    @Test func `every command, the daemon, its configuration and the protocol have a page`() {
        let files = Manual.pages.map(\.file)
        let commands = Command.allCases.map { "runway-\($0.rawValue).1" }
        let others = [
            "runway.1", "runway-load-merge.1", "runwayd.json5.5", "runway-protocol.7", "runwayd.8",
        ]
        #expect(Set(files) == Set(commands + others))
        #expect(files.count == commands.count + others.count)
        for file in files { #expect(Manual.page(named: file)?.file == file) }
        #expect(Manual.page(named: "tail")?.file == "runway-tail.1")
        #expect(Manual.page(named: "") == nil)
    }

    @Test(arguments: Command.allCases)
    func `a page names every flag and shows every example`(command: Command) throws {
        let page = try #require(Manual.page(named: command.rawValue)).text
        for flag in command.table.flags {
            let name = flag.name.dropFirst().split(separator: "-").joined(separator: "\\-")
            #expect(page.contains(name), "\(flag.name)")
        }
        #expect(page.contains(".Sh EXIT STATUS") && page.contains(".Sh EXAMPLES"))
    }

    @Test func `help --man lists the pages, prints one, and refuses what is none`() throws {
        let list = try ProgramHelp.text(of: ["--man"])
        #expect(list.split(separator: "\n").map(String.init) == Manual.pages.map(\.file))
        #expect(try ProgramHelp.text(of: ["--man", "tail"]).hasPrefix(".Dd "))
        for words in [["--man", "nonsense"], ["--man", "tail", "log"]] {
            let error = #expect(throws: ProgramFailure.self) { try ProgramHelp.text(of: words) }
            #expect(error?.code == .usage)
        }
    }
}
