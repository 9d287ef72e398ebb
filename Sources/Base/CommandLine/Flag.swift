/// One flag of a command line, as data: parsing, help, manual and completion come from the same
/// row.
package struct Flag: Hashable, Sendable {
    /// With its dashes: `--seed`, or `-n`.
    package let name: String
    /// Another name of one letter, with its dash, such as `-h`.
    package let short: String?
    /// What the value is called in the help; nil for a flag without a value.
    package let value: String?
    package let help: String
    package let isRepeatable: Bool
    package let domain: WordDomain

    /// - Parameter domain: nil for the one that the flag's name, or its value's, stands for.
    package init(
        _ name: String, short: String? = nil, value: String? = nil, of domain: WordDomain? = nil,
        repeatable: Bool = false, _ help: String
    ) {
        self.name = name
        self.short = short
        self.value = value
        self.isRepeatable = repeatable
        self.help = help
        self.domain = domain ?? value.map { WordDomain(of: name, called: $0) } ?? .text
    }
}

/// What may stand as a word of a command line, as far as a shell can complete it.
///
/// The words do not lie in the cases: leak checkers do not follow a reference with a tag in it.
package struct WordDomain: Hashable, Sendable {
    package enum Kind: Sendable {
        /// Anything.
        case text
        case file, folder
        case word
        /// Several words with commas between them.
        case words
        /// Names that a running daemon knows: of sessions and lanes, of the metrics of samples, of
        /// days, and of both.
        case sessions, metrics, dayMetrics, queryMetrics
    }

    package let kind: Kind
    /// The words that are always the same.
    package let words: [String]

    private init(_ kind: Kind, _ words: [String] = []) {
        self.kind = kind
        self.words = words
    }

    package static let text = WordDomain(.text)
    package static let file = WordDomain(.file)
    package static let queryMetrics = WordDomain(.queryMetrics)
    package static func word(_ words: [String]) -> WordDomain { WordDomain(.word, words) }
    package static func words(_ words: [String]) -> WordDomain { WordDomain(.words, words) }

    /// The domain of a flag's value, or of an operand without a flag, by what they are called.
    init(of name: String, called value: String) {
        switch (name, value) {
        case ("--session", _), ("--run", _), (_, "SESSION"): self.init(.sessions)
        case ("--metrics", _): self.init(.metrics)
        case (_, "METRIC"): self.init(.dayMetrics)
        case (_, "FILE"), (_, "PATH"): self.init(.file)
        case (_, "DIR"): self.init(.folder)
        case _: self.init(.text)
        }
    }
}
