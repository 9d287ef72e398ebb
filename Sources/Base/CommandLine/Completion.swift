/// What can stand where a command line ends, for the completion of shells.
package struct Completion: Hashable, Sendable {
    /// A word that may stand there, and what it means; empty if its name says it.
    package struct Candidate: Hashable, Sendable {
        package let word: String
        package let meaning: String

        package init(_ word: String, _ meaning: String = "") {
            self.word = word
            self.meaning = meaning
        }
    }

    /// What the word is to be.
    package let domain: WordDomain
    /// Words that do not depend on the domain, such as flags and commands.
    package let candidates: [Candidate]
    /// What of the last word is not completed, such as `--seed=` or `steps,`.
    package let head: String
    /// The beginning of what is sought.
    package let prefix: String

    init(_ domain: WordDomain, _ candidates: [Candidate] = [], head: String = "", prefix: String) {
        self.domain = domain
        self.candidates = candidates
        self.head = head
        self.prefix = prefix
    }

    /// The words of a list that begin with what is sought.
    package init(_ candidates: [Candidate], of word: String) {
        self.init(.text, candidates.filter { $0.word.hasPrefix(word) }, prefix: word)
    }
}

extension FlagTable {
    /// What may stand as the last of these words, which follow the command's name.
    ///
    /// - Parameter words: the last one is completed, and may be empty.
    package func completion(of words: [String]) -> Completion {
        guard let last = words.last else { return Completion([], of: "") }
        let line = CommandLineWalk(words.dropLast(), in: self)
        if let flag = line.open { return Self.completion(flag.domain, of: last) }
        if !line.isBehindFlags, last.hasPrefix("-") {
            guard let mark = last.firstIndex(of: "="),
                let flag = flag(named: String(last[..<mark])), flag.value != nil
            else { return Completion(candidates(without: line.given), of: last) }
            let value = last.index(after: mark)
            return Self.completion(
                flag.domain, of: String(last[value...]), behind: String(last[..<value]))
        }
        guard let operand = operandDomain(at: line.operands) else {
            return Completion(last.isEmpty ? candidates(without: line.given) : [], of: last)
        }
        return Self.completion(operand, of: last)
    }

    /// Of a list of words the last one is completed, behind its comma.
    private static func completion(
        _ domain: WordDomain, of text: String, behind head: String = ""
    ) -> Completion {
        let comma = domain.isList ? text.lastIndex(of: ",") : nil
        let start = comma.map { text.index(after: $0) } ?? text.startIndex
        let (head, prefix) = (head + text[..<start], String(text[start...]))
        let words = domain.words.filter { $0.hasPrefix(prefix) }
        return Completion(domain, words.map { .init($0) }, head: head, prefix: prefix)
    }

    private func candidates(without given: Set<String>) -> [Completion.Candidate] {
        flags.filter { $0.isRepeatable || !given.contains($0.name) }
            .map { .init($0.name, $0.help) }
    }

    /// What the operand of this place is; nil if there is none.
    private func operandDomain(at index: Int) -> WordDomain? {
        if let operandFlag { return flag(named: operandFlag)?.domain }
        let names = (operand ?? "").split(separator: " ")
        guard let last = names.last else { return nil }
        guard index < names.count || last.contains("...") else { return nil }
        let name = index < names.count ? names[index] : last
        return WordDomain(of: "", called: String(name.filter(\.isLetter)))
    }
}

extension Completion {
    /// Whether another word may follow behind a comma.
    package var isList: Bool { domain.isList }
}

extension WordDomain {
    fileprivate var isList: Bool {
        switch kind {
        case .words, .sessions, .metrics, .queryMetrics: true
        case .text, .file, .folder, .word, .dayMetrics: false
        }
    }
}

/// What the words in front of the one that is completed say of it.
private struct CommandLineWalk {
    /// The flag whose value is next.
    private(set) var open: Flag?
    private(set) var given: Set<String> = []
    private(set) var operands = 0
    private(set) var isBehindFlags = false

    init(_ words: ArraySlice<String>, in table: FlagTable) {
        for word in words {
            if open != nil {
                open = nil
            } else if isBehindFlags || !word.hasPrefix("-") {
                operands += 1
            } else if word == "--" {
                isBehindFlags = true
            } else {
                let name = String(word.prefix { $0 != "=" })
                guard let flag = table.flag(named: name) else { continue }
                given.insert(flag.name)
                if flag.value != nil, name == word { open = flag }
            }
        }
    }
}
