import PlainText

/// The flags of one command, from which parsing and help come.
package struct FlagTable: Sendable {
    /// How the command is called, `runwayd` or `runway tail`.
    package let command: String
    /// One sentence.
    package let summary: String
    package let examples: [String]
    package let flags: [Flag]
    /// What the help calls the arguments that are no flags, a word each; nil if there are none. A
    /// word that ends with `...`, in brackets or not, may be given several times.
    package let operand: String?
    /// What the operands may be, a sentence; empty where their names say it.
    let operandHelp: String
    /// The flag whose value the operands are, with commas between, such as `--session`.
    let operandFlag: String?

    package init(
        command: String, summary: String, examples: [String], flags: [Flag],
        operand: String? = nil, operandHelp: String = "", operandFlag: String? = nil
    ) {
        self.command = command
        self.summary = summary
        self.examples = examples
        self.operand = operand
        self.operandHelp = operandHelp
        self.operandFlag = operandFlag
        self.flags = flags + [Self.help, Self.version]
    }

    package static let help = Flag("--help", short: "-h", "Print this help and exit.")
    package static let version = Flag("--version", short: "-V", "Print the version and exit.")

    /// Reads the arguments after the command's name, as `--flag value`, `--flag=value` or, of one
    /// letter, `-n5`; a value that begins with two dashes needs the second form. Where the command
    /// has operands, one may be a negative number, and behind `--` all are, getopt(3). Where the
    /// operands are a flag's value, they are found there.
    ///
    /// - Throws: an unknown flag, a missing or superfluous value, a flag given twice, or a word
    ///   that is no flag where the command has no operand.
    package func parse(_ arguments: [String]) throws(ProgramFailure) -> ParsedFlags {
        var parsed = ParsedFlags(command: command)
        var rest = arguments[...]
        let isRepeated = ["...", "...]"].contains { operand?.hasSuffix($0) ?? false }
        let operandsAtMost = isRepeated ? .max : operand?.split(separator: " ").count ?? 0
        var isBehindFlags = false
        while let argument = rest.popFirst() {
            if argument == "--", operand != nil, !isBehindFlags {
                isBehindFlags = true
            } else if parsed.operands.count < operandsAtMost,
                isBehindFlags || Self.isOperand(argument), !isFlagWithoutDashes(argument)
            {
                parsed.operands.append(argument)
            } else {
                let (name, attached) = parts(of: argument)
                guard let flag = flag(named: name), !isBehindFlags else { throw unknown(name) }
                try parsed.add(try value(of: flag, attached: attached, from: &rest), for: flag)
            }
        }
        try nameOperands(&parsed)
        return parsed
    }

    private func nameOperands(_ parsed: inout ParsedFlags) throws(ProgramFailure) {
        guard let operandFlag, let operand, let first = parsed.operand else { return }
        guard !parsed.has(operandFlag) else {
            throw .usage(
                "\"\(first)\" and \(operandFlag) say the same",
                suggestion: "give \(operand) or \(operandFlag), not both")
        }
        parsed.set(operandFlag, parsed.operands.joined(separator: ","))
    }

    /// Whether a word is a flag whose dashes were forgotten, where operands are a flag's value.
    private func isFlagWithoutDashes(_ word: String) -> Bool {
        operandFlag != nil && flag(named: "--\(word)") != nil
    }

    private static func isOperand(_ argument: String) -> Bool {
        guard argument.hasPrefix("-") else { return !argument.isEmpty }
        return argument.dropFirst().first?.isNumber ?? false
    }

    func flag(named name: String) -> Flag? {
        flags.first { $0.name == name || $0.short == name }
    }

    /// The name of a flag and the value that is attached to it, of `--seed=5` or `-n5`.
    private func parts(of argument: String) -> (name: String, attached: String?) {
        let letter = String(argument.prefix(2))
        if argument.count > 2, letter != "--", !argument.contains("="),
            flag(named: letter)?.value != nil
        {
            return (letter, String(argument.dropFirst(2)))
        }
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
    }

    private func value(
        of flag: Flag, attached: String?, from rest: inout ArraySlice<String>
    ) throws(ProgramFailure) -> String {
        guard let placeholder = flag.value else {
            guard attached == nil else {
                throw .usage("\(flag.name) takes no value", suggestion: "write \(flag.name) alone")
            }
            return ""
        }
        let isFlagNext = rest.first?.hasPrefix("--") ?? true
        guard let value = attached ?? (isFlagNext ? nil : rest.popFirst()), !value.isEmpty else {
            throw .usage(
                "\(flag.name) needs a value", suggestion: "write \(flag.name) \(placeholder)")
        }
        return value
    }

    private func unknown(_ name: String) -> ProgramFailure {
        let near = name.suggestion(from: flags.map(\.name))
        guard name.hasPrefix("-") else {
            return .usage(
                "\"\(name)\" is no flag",
                suggestion: near ?? operand.map { "give one \($0)" } ?? "see \(command) --help")
        }
        return .usage("there is no flag \(name)", suggestion: near ?? "see \(command) --help")
    }
}

extension FlagTable {
    /// The help text, ending with a newline; no line is wider than 100 columns.
    package var help: String {
        let width = flags.map { Self.form($0).count }.max() ?? 0
        let margin = String(repeating: " ", count: width + 4)
        let rows = flags.map { flag in
            let form = Self.form(flag)
            let gap = String(repeating: " ", count: width - form.count)
            let lines = flag.help.wrapped(atColumn: 100 - margin.count)
            return "  \(form)\(gap)  \(lines.joined(separator: "\n\(margin)"))\n"
        }
        let shown = examples.map { "  \($0)\n" }
        let call = operand.map { "\(command) \($0)" } ?? command
        let note = operandHelp.wrapped(atColumn: 100).map { "\($0)\n" }.joined()
        return "\(call): \(summary)\n\(note)\nExamples:\n\(shown.joined())\nFlags:\n"
            + rows.joined()
    }

    private static func form(_ flag: Flag) -> String {
        let names = flag.short.map { "\($0), \(flag.name)" } ?? flag.name
        return flag.value.map { "\(names) \($0)" } ?? names
    }
}
