import CommandLine

/// One thing that is wrong with the settings: where, which one, what, and what would be right.
package struct SettingFinding: Hashable, Sendable {
    enum Statement: Hashable, Sendable {
        /// What the value is, to be read after "cannot be".
        case cannotBe(String)
        /// A sentence that stands alone.
        case sentence(String)
    }

    let origin: SettingOrigin
    /// Its name in the file, nil of a fault of the file itself.
    let name: String?
    let statement: Statement
    let remedy: String
    package let code: ExitCode
    /// A key that nobody reads is told, but no reason not to start.
    let isUnknownKey: Bool

    init(
        _ origin: SettingOrigin, _ name: String?, _ statement: Statement, remedy: String,
        code: ExitCode? = nil, isUnknownKey: Bool = false
    ) {
        self.origin = origin
        self.name = name
        self.statement = statement
        self.remedy = remedy
        // What a flag names may be a missing input; what lasts is a wrong configuration.
        self.code = origin.code == .configuration ? .configuration : code ?? origin.code
        self.isUnknownKey = isUnknownKey
    }
}

extension SettingFinding: CustomStringConvertible {
    /// `run.json5:3:11: rate_hz: cannot be 3; give one of 1, 2`, `--rate cannot be "3"; give …`.
    package var description: String { "\(subject)\(words); \(remedy)" }

    private var subject: String {
        switch (origin, statement) {
        case (.file(let path, let place), _):
            "\(path):\(place): \(name.map { "\($0): " } ?? "")"
        case (.variable(let subject), .cannotBe), (.flag(let subject), .cannotBe): "\(subject) "
        case (.variable(let subject), .sentence): "\(subject): "
        case (.flag, .sentence), (.standard, _): ""
        }
    }

    private var words: String {
        switch statement {
        case .cannotBe(let value): "cannot be \(value)"
        case .sentence(let words): words
        }
    }
}
