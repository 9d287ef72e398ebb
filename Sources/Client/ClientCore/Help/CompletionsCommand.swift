import CommandLine
import Configuration
import LinuxIO
import PlainText

/// `runway completions`: the scripts by which shells complete command lines, and the words that
/// these ask for.
///
/// A script knows nothing of commands and flags. It hands over the line as far as it is written,
/// and gets a first line that says what is to be completed (`words`; `list`, without a blank
/// behind; `files`; `folders`) and then a line for each word: the word, a blank, its meaning.
enum CompletionsCommand {
    static let table = FlagTable(
        command: "runway completions",
        summary: "prints the script by which a shell completes runway and runwayd.",
        examples: [
            "source <(runway completions bash)",
            "runway completions zsh > ~/.zfunc/_runway",
            "runway completions fish > ~/.config/fish/completions/runway.fish",
            "runway completions bash -- runway tail --se",
        ], flags: [], operand: "SHELL [WORD...]",
        operandHelp: "SHELL is bash, zsh or fish. With a command line behind --, what may stand as "
            + "its last word, which the scripts ask for.")

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        guard let shell = flags.operand.flatMap(Shell.init(rawValue:)) else {
            throw .usage(
                flags.operand.map { "there is no script for \"\($0)\"" } ?? "the shell is missing",
                suggestion: "give bash, zsh or fish")
        }
        let words = Array(flags.operands.dropFirst())
        guard let program = words.first else {
            try StandardStream.output.print(ShownText(lines: shell.script))
            return .success
        }
        let line = CompletedLine(
            program: program, words: shell == .bash ? CompletedLine.joined(words) : words)
        let answer = line.completion().map { line.answer($0, cut: shell == .bash) } ?? ""
        try StandardStream.output.print(ShownText(lines: answer))
        return .success
    }
}

/// A command line whose last word is completed.
struct CompletedLine {
    private let isDaemon: Bool
    /// The words behind the program's name; at least one.
    private let words: [String]

    /// - Parameter words: with the program's name.
    init(program: String, words: [String]) {
        isDaemon = program.split(separator: "/").last == "runwayd"
        self.words = words.count > 1 ? Array(words.dropFirst()) : [""]
    }

    /// The words as they were typed: bash takes `--seed=5` for three.
    static func joined(_ words: [String]) -> [String] {
        words.reduce(into: []) { joined, word in
            if let last = joined.last, word == "=" || last.hasSuffix("="), last.hasPrefix("--") {
                joined[joined.count - 1] = last + word
            } else {
                joined.append(word)
            }
        }
    }

    /// What may stand as the last word; nil behind a command that does not exist.
    func completion() -> Completion? {
        if isDaemon { return DaemonFlags.table.completion(of: words) }
        guard words.count > 1, let name = words.first else { return Self.commands(words[0]) }
        if name == ProgramHelp.word { return Self.commands(words.last ?? "", flags: false) }
        guard let command = Command(rawValue: name) else { return nil }
        let rest = Array(words.dropFirst())
        if command == .load, rest.count > 1, rest.first == LoadMergeCommand.word {
            return LoadMergeCommand.table.completion(of: Array(rest.dropFirst()))
        }
        return command.table.completion(of: rest)
    }

    private static func commands(_ word: String, flags: Bool = true) -> Completion {
        let commands = Command.allCases.map {
            Completion.Candidate($0.rawValue, $0.table.summary)
        }
        let help = Completion.Candidate(ProgramHelp.word, ProgramHelp.summary)
        let general = [FlagTable.help, FlagTable.version].map {
            Completion.Candidate($0.name, $0.help)
        }
        return Completion(commands + (flags ? [help] + general : []), of: word)
    }

    /// The lines for the script.
    ///
    /// - Parameter cut: whether the shell takes what is behind `=` for a word of its own.
    func answer(_ completion: Completion, cut: Bool) -> String {
        switch completion.domain.kind {
        case .file: return "files\n"
        case .folder: return "folders\n"
        case .text, .word, .words, .sessions, .metrics, .dayMetrics, .queryMetrics: break
        }
        let found = completion.candidates + DaemonNames.candidates(of: completion, socket)
        let head = cut ? String(completion.head.drop(through: "=")) : completion.head
        let rows = found.map { candidate in
            // A daemon's text makes no line of its own, which the shell would take for words.
            let line = candidate.meaning.unicodeScalars.prefix {
                $0.properties.generalCategory != .control
            }
            let meaning = String(line).wrapped(atColumn: 72).first ?? ""
            return "\(head)\(candidate.word) \(meaning)\n"
        }
        return (completion.isList ? "list\n" : "words\n") + rows.joined()
    }

    /// What the line has as `--socket`.
    private var socket: String? {
        let attached = words.last { $0.hasPrefix("--socket=") }?.drop(through: "=")
        let place = words.lastIndex(of: "--socket").map { words.index(after: $0) }
        let next = place.flatMap { words.indices.contains($0) ? words[$0] : nil }
        return attached.map(String.init) ?? next
    }
}

extension String {
    /// What follows the first such character; all if there is none.
    fileprivate func drop(through mark: Character) -> Substring {
        firstIndex(of: mark).map { self[index(after: $0)...] } ?? self[...]
    }
}
