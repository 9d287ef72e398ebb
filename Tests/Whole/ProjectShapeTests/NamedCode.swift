/// The code spans of a line of a page, by what they name.
struct PageLine {
    private let spans: [Substring]

    init(_ line: Substring) {
        spans = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map(\.element)
    }

    /// `StreamServer/StreamHub.swift`, from the module or from the top.
    var swiftFiles: [Substring] {
        spans.filter { $0.hasSuffix(".swift") && !$0.contains { " *<".contains($0) } }
    }

    /// What is no code of Swift: `config/relay/file`, `.ci/shape.py`, from the top.
    var otherFiles: [Substring] {
        spans.filter { span in
            span.contains("/") && !span.hasSuffix(".swift") && span.allSatisfy(Self.isOfPath)
        }
    }

    private static func isOfPath(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "/._-+@".contains(character)
    }

    /// `StreamHub.publish`, and `WayToPresent.init`.
    var functions: [(owner: Substring, name: Substring)] {
        spans.compactMap { span in
            let parts = span.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isName(parts[0]), Self.isName(parts[1]),
                parts[0].first?.isUppercase == true, parts[1].first?.isLowercase == true,
                !Self.endings.contains(parts[1])
            else { return nil }
            return (parts[0], parts[1])
        }
    }

    /// Of files that stand without their folder.
    private static let endings: Set<Substring> = ["md", "swift", "py", "json5"]

    private static func isName(_ text: Substring) -> Bool {
        text.words.count == 1 && text.words[0] == text
    }

    var suites: [Substring] {
        spans.filter { span in
            Self.isName(span) && span.hasSuffix("Tests") && span != "Tests"
                && span.first?.isUppercase == true
        }
    }
}

/// The code that pages name.
struct NamedCode {
    let sources: [Repository.File]
    let tests: [Repository.File]

    /// What a page names and is not there, each with the number of its line.
    ///
    /// - Parameter exists: whether there is a file or folder at a path from the top.
    func findings(in page: String, exists: (String) -> Bool) -> [String] {
        page.lines.enumerated().flatMap { number, text in
            let line = PageLine(text)
            let missing =
                line.swiftFiles.filter { file(named: $0) == nil && !exists(String($0)) }
                + line.otherFiles.filter { !exists(String($0)) }
            let findings =
                missing.map { "there is no file \($0)" } + functionFindings(line)
                + line.suites.filter { !hasSuite($0) }.map { "there is no suite \($0)" }
            return findings.map { "\(number + 1): \($0)" }
        }
    }

    private func file(named name: Substring) -> Repository.File? {
        (sources + tests).first { $0.path == name || $0.path.hasSuffix("/\(name)") }
    }

    /// A function is declared in a file that its line names; anywhere, if the line names none.
    private func functionFindings(_ line: PageLine) -> [String] {
        let named = line.swiftFiles
        let files = named.isEmpty ? sources : named.compactMap(file)
        let place = named.isEmpty ? "the sources" : named.joined(separator: ", ")
        guard named.isEmpty || !files.isEmpty else { return [] }
        return line.functions.filter { function in
            !files.contains { Self.declares(function.owner, function.name, $0) }
        }.map { "no \($0.owner).\($0.name) in \(place)" }
    }

    private static let types: Set<Substring> = [
        "struct", "class", "enum", "extension", "protocol", "actor",
    ]
    private static let members: Set<Substring> = ["func", "var", "let", "case"]

    /// Whether a file has both, the type or an extension of it, and a member of the name.
    private static func declares(
        _ owner: Substring, _ name: Substring, _ file: Repository.File
    ) -> Bool {
        guard file.text.contains(owner), file.text.contains(name) else { return false }
        let words = SwiftCode(file.text).text[...].words
        let pairs = zip(words, words.dropFirst())
        return pairs.contains { types.contains($0) && $1 == owner }
            && (name == "init" && words.contains(name)
                || pairs.contains { members.contains($0) && $1 == name })
    }

    private func hasSuite(_ name: Substring) -> Bool {
        tests.contains { file in
            guard file.text.contains("struct \(name)") else { return false }
            let words = SwiftCode(file.text).text[...].words
            return zip(words, words.dropFirst()).contains { $0 == "struct" && $1 == name }
        }
    }
}

/// Ways through the code: the functions in the order of their calls.
struct Ways: Equatable {
    struct Way: Equatable {
        let name: String
        var steps: [String] = []
    }

    private(set) var ways: [Way] = []

    /// Those of a page: a heading with an arrow, below it a table with a function in each row.
    init(page: String) {
        var isWay = false
        for line in page.lines {
            if line.hasPrefix("## ") {
                isWay = line.contains(" -> ")
                if isWay { ways.append(Way(name: String(line.dropFirst(3)))) }
            } else if line.hasPrefix("| `"), isWay {
                let steps = PageLine(line).functions.map { "\($0.owner).\($0.name)" }
                ways[ways.count - 1].steps += steps
            }
        }
    }

    /// Those of `.ci/shape.py`: of several functions of one name it tells the first parameter.
    init(script: String) {
        var isWay = false
        for line in script.lines {
            let words = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.map(\.element)
            if line.hasPrefix("    \""), line.hasSuffix("\": ["), let name = words.first {
                isWay = true
                ways.append(Way(name: String(name)))
            } else if line.hasPrefix("    ]") {
                isWay = false
            } else if isWay {
                let steps = words.map { String($0.prefix { $0 != "(" }) }
                ways[ways.count - 1].steps += steps
            }
        }
    }
}
