/// Which characters draw graphs and frames; fonts and terminals differ in what they have.
package enum Symbols: String, CaseIterable, Sendable {
    case braille, block, ascii

    /// - Parameters:
    ///   - choice: the name of a case, or anything else for automatic.
    ///   - locale: the values of `LC_ALL`, `LC_CTYPE` and `LANG` in this order; the first that is
    ///     not empty names the character set.
    ///   - terminalType: the value of `TERM`; the fonts of the Linux console have no braille.
    package init(choice: String?, locale: [String?], terminalType: String?) {
        if let chosen = choice.flatMap(Self.init(rawValue:)) {
            self = chosen
        } else if !Self.isUnicode(locale) {
            self = .ascii
        } else {
            self = Self.isLinuxConsole(terminalType ?? "") ? .block : .braille
        }
    }

    /// The following choice, round and round.
    package var next: Symbols {
        switch self {
        case .braille: .block
        case .block: .ascii
        case .ascii: .braille
        }
    }

    /// Whether the character set of a locale such as `de_DE.utf8@euro` is UTF-8.
    private static func isUnicode(_ locale: [String?]) -> Bool {
        let name = locale.lazy.compactMap(\.self).first { !$0.isEmpty } ?? ""
        guard let dot = name.firstIndex(of: ".") else { return false }
        let charset = name[dot...].dropFirst().prefix { $0 != "@" }
        return ["utf-8", "utf8"].contains(charset.lowercased())
    }

    /// Whether it is the console, or the program `screen` on it.
    private static func isLinuxConsole(_ type: String) -> Bool {
        type == "linux" || type.hasPrefix("linux-") || type.hasSuffix(".linux")
    }
}
