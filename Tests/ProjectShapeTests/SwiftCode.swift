/// The code of a Swift text: comments and string literals are blanks, lines stay where they were.
struct SwiftCode {
    let bytes: [UInt8]

    var lines: [Substring] {
        String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
    }

    init(_ text: String) {
        var scanner = Scanner(bytes: Array(text.utf8))
        scanner.blankOut()
        bytes = scanner.bytes
    }

    private struct Scanner {
        var bytes: [UInt8]
        private var index = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func blankOut() {
            while index < bytes.count { blankOutNext() }
        }

        private mutating func blankOutNext() {
            if isAt("//") {
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
            } else if isAt("/*") {
                while index < bytes.count, !isAt("*/") { blank() }
                blank(2)
            } else if let pounds = poundsBeforeQuote {
                blankOutString(pounds: pounds)
            } else {
                index += 1
            }
        }

        /// How many `#` stand here before a string literal; nil if none begins here.
        private var poundsBeforeQuote: Int? {
            let count = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
            let quote = index + count
            return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? count : nil
        }

        private mutating func blankOutString(pounds: Int) {
            let tail = String(repeating: "#", count: pounds)
            blank(pounds)
            let quote = isAt("\"\"\"") ? "\"\"\"" : "\""
            blank(quote.utf8.count)
            while index < bytes.count, !isAt(quote + tail) {
                if isAt("\\\(tail)(") {
                    blankOutInterpolation(opening: 2 + pounds)
                } else {
                    blank(isAt("\\\(tail)") ? 2 + pounds : 1)
                }
            }
            blank(quote.utf8.count + pounds)
        }

        /// What is interpolated may hold strings with quotes and parentheses of their own.
        private mutating func blankOutInterpolation(opening: Int) {
            blank(opening)
            var depth = 1
            while index < bytes.count, depth > 0 {
                if let pounds = poundsBeforeQuote {
                    blankOutString(pounds: pounds)
                    continue
                }
                if bytes[index] == UInt8(ascii: "(") { depth += 1 }
                if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
                blank()
            }
        }

        private func isAt(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

        private mutating func blank(_ count: Int = 1) {
            for place in index..<min(index + count, bytes.count)
            where bytes[place] != UInt8(ascii: "\n") {
                bytes[place] = UInt8(ascii: " ")
            }
            index += count
        }
    }
}

extension StringProtocol {
    /// The identifiers and keywords, in order.
    var words: [SubSequence] { split { !($0.isLetter || $0.isNumber || $0 == "_") } }
}
