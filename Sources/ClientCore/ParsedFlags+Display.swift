import CommandLine
import LinuxIO
import Terminal
import Vocabulary

/// Flags that several commands read alike.
extension ParsedFlags {
    /// A span such as `10s`, in milliseconds.
    func milliseconds(_ name: String) throws(UsageError) -> Int? {
        try value(name, allowed: "a span such as 10s or 5m") { text in
            FleetDuration(parsing: text).map { Int($0.microseconds / 1000) }
        }
    }

    /// Refuses a value that is none of `words`.
    func check(_ name: String, isOneOf words: [String]) throws(UsageError) {
        _ = try value(name, allowed: Self.list(words)) { words.contains($0) ? $0 : nil }
    }

    /// A value that is one of a type's words; refuses any other.
    func word<Word: CaseIterable & RawRepresentable<String>>(
        _ name: String
    ) throws(UsageError) -> Word? {
        try value(name, allowed: Self.list(Word.allCases.map(\.rawValue)), read: Word.init)
    }

    private static func list(_ words: [String]) -> String {
        "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
    }

    /// The colours that `--color` and the environment ask for.
    func palette() throws(UsageError) -> Palette {
        try check("--color", isOneOf: ["auto", "always", "never"])
        return Palette(
            choice: self["--color"], isTerminal: StandardStream.output.isTerminal,
            noColor: Environment.value("NO_COLOR"), terminalType: Environment.value("TERM"),
            forced: Environment.value("CLICOLOR_FORCE"))
    }
}
