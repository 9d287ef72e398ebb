/// The code of a Swift text: comments and string literals are blanks, lines stay where they were.
struct SwiftCode {
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var lines: [Substring] { text.lines }

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
            switch bytes[index] {
            case UInt8(ascii: "/"): blankOutComment()
            case UInt8(ascii: "#"), UInt8(ascii: "\""): blankOutString()
            case _: index += 1
            }
        }

        private mutating func blankOutComment() {
            if isAt("//") {
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
            } else if isAt("/*") {
                while index < bytes.count, !isAt("*/") { blank() }
                blank(2)
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

        private mutating func blankOutString() {
            guard let pounds = poundsBeforeQuote else {
                index += 1
                return
            }
            let tail = String(repeating: "#", count: pounds)
            blank(pounds)
            let end = (isAt("\"\"\"") ? "\"\"\"" : "\"") + tail
            blank(end.utf8.count - pounds)
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "\"") where isAt(end): return blank(end.utf8.count)
                case UInt8(ascii: "\\") where isAt("\\\(tail)("):
                    blankOutInterpolation(opening: 2 + pounds)
                case UInt8(ascii: "\\") where isAt("\\\(tail)"): blank(2 + pounds)
                case _: blank()
                }
            }
        }

        /// What is interpolated may hold strings with quotes and parentheses of their own.
        private mutating func blankOutInterpolation(opening: Int) {
            blank(opening)
            var depth = 1
            while index < bytes.count, depth > 0 {
                if poundsBeforeQuote != nil {
                    blankOutString()
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

extension Substring {
    /// The identifiers and keywords, in order.
    var words: [Substring] {
        utf8.split { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
                false
            case _: true
            }
        }.map { Substring($0) }
    }
}

extension String {
    /// The lines without their ends, the one after the last newline too.
    var lines: [Substring] {
        utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { Substring($0) }
    }
}
