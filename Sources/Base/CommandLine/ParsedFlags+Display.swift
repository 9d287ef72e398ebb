import LinuxIO
import PlainText
import Terminal

/// Flags that several commands read alike.
extension ParsedFlags {
    /// Refuses a value that is none of `words`.
    package func check(_ name: String, isOneOf words: [String]) throws(ProgramFailure) {
        _ = try value(name, allowed: Self.list(words)) { words.contains($0) ? $0 : nil }
    }

    /// A value that is one of a type's words; refuses any other.
    package func word<Word: CaseIterable & RawRepresentable<String>>(
        _ name: String
    ) throws(ProgramFailure) -> Word? {
        try value(name, allowed: Self.list(Word.allCases.map(\.rawValue)), read: Word.init)
    }

    private static func list(_ words: [String]) -> String {
        "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
    }

    /// The colours that `--color` and the environment ask for.
    package func palette() throws(ProgramFailure) -> Palette {
        try check("--color", isOneOf: ["auto", "always", "never"])
        return Palette(
            choice: self["--color"], isTerminal: StandardStream.output.isTerminal,
            noColor: Environment.value("NO_COLOR"), terminalType: Environment.value("TERM"),
            forced: Environment.value("CLICOLOR_FORCE"))
    }

    /// Says something on standard error in the name of the command; nothing for nil.
    package func tell(_ text: String?) {
        if let text { _ = StandardStream.error.write("\(command): \(text)\n") }
    }
}

extension Symbols {
    /// The symbols that were chosen, or else those that the locale and the terminal of the
    /// environment can show.
    package init(choice: String? = nil) {
        self.init(
            choice: choice, locale: ["LC_ALL", "LC_CTYPE", "LANG"].map(Environment.value),
            terminalType: Environment.value("TERM"))
    }
}
