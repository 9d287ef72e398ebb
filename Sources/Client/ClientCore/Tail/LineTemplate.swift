import CommandLine
import PlainText
import WireProtocol

/// The form of a line for `--template`: text with the names of values in braces.
struct LineTemplate {
    private let parts: [Part]

    private enum Part {
        case text(ShownText)
        /// The path to a value: the names of the fields that lead to it.
        case value([String])
    }

    /// Reads `{session} {heart_rate_bpm.average}`; `{{` and `}}` are braces.
    ///
    /// - Throws: for a brace without its partner or without a path; names the column.
    init(parsing template: String) throws(ProgramFailure) {
        let characters = Array(template)
        var (parts, at) = ([Part](), 0)
        while at < characters.count {
            let brace = characters[at]
            if "{}".contains(brace), at + 1 < characters.count, characters[at + 1] == brace {
                parts.append(.text("\(brace)"))
                at += 2
            } else if brace == "{" {
                let path = try Self.path(in: characters, from: at)
                parts.append(.value(path.split(separator: ".").map(String.init)))
                at += path.count + 2
            } else {
                guard brace != "}" else { throw Self.mistake("\"}\" closes nothing", at) }
                parts.append(.text(brace == "\t" ? "\t" : "\(brace)"))
                at += 1
            }
        }
        self.parts = parts
    }

    /// The path behind the brace at `start`.
    private static func path(
        in characters: [Character], from start: Int
    ) throws(ProgramFailure) -> String {
        guard let end = characters[start...].firstIndex(of: "}") else {
            throw mistake("\"{\" is not closed", start)
        }
        let path = characters[(start + 1)..<end]
        let names = path.split(separator: ".", omittingEmptySubsequences: false)
        let isPath = names.allSatisfy { name in
            !name.isEmpty && name.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
        }
        guard isPath else { throw mistake("\(String(path).quoted) is no path to a value", start) }
        return String(path)
    }

    private static func mistake(_ reason: String, _ index: Int) -> ProgramFailure {
        .usage(
            "--template, column \(index + 1): \(reason)",
            suggestion: "write {session} or {heart_rate_bpm.average}, and {{ or }} for a brace")
    }

    /// The line in this form, with its newline; `-` for values that it lacks.
    func text(_ line: JSONValue) -> ShownText {
        let shown = parts.map { part -> ShownText in
            switch part {
            case .text(let text): text
            case .value(let path): "\(Self.value(of: line, at: path) ?? "-")"
            }
        }
        return shown.joined() + "\n"
    }

    private static func value(of line: JSONValue, at path: [String]) -> String? {
        path.reduce(line as JSONValue?) { $0?[$1] }?.words
    }
}

extension JSONValue {
    /// The value as words, those of a list with commas between; nil for an object and for null.
    var words: String? {
        switch self {
        case .string(let text): text
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .boolean(let flag): "\(flag)"
        case .array(let items): items.compactMap(\.words).joined(separator: ",")
        case .object, .null: nil
        }
    }
}
