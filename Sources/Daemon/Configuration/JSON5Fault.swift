import JSON
import PlainText

/// Why a text is not a JSON5 object: where, why, and what to do about it.
package struct JSON5Fault: Error, Hashable, Sendable {
    package let place: TextPlace
    package let reason: String
    package let suggestion: String

    init(_ fault: JSONFault, in text: [UInt8]) {
        place = PlacedText(text).place(of: fault.offset)
        (reason, suggestion) = fault.words
    }
}

extension PlacedJSON {
    /// No configuration needs more than three; it also bounds the recursion.
    private static let configurationLevels = 16

    /// Reads a JSON5 text whose top level is an object; a byte order mark is passed over. Linear
    /// in the length of the text.
    ///
    /// - Throws: the first fault of the text.
    package static func configuration(_ text: [UInt8]) throws(JSON5Fault) -> PlacedJSON {
        do {
            return try .object(in: text[...], .json5, levels: configurationLevels)
        } catch {
            throw JSON5Fault(error, in: text)
        }
    }
}

/// A reason, to be read after the place, and what to do about it.
private typealias Words = (reason: String, suggestion: String)

extension JSONFault {
    fileprivate var words: (reason: String, suggestion: String) {
        switch problem {
        case .expected(let expectation):
            let (what, suggestion) = Self.words(expectation)
            return ("\(what) is expected here, \(instead)", suggestion)
        case .repeatedName(let name):
            return ("\(name.quoted) occurs twice in one object", "keep one of them")
        case .tooDeep(let limit):
            return ("objects and lists lie more than \(limit) deep", "nest fewer")
        case .misspelt(let text), .unknownWord(let text):
            return ("\(text.quoted) is no value", "put a text in quotes")
        case .invisibleCharacter(let scalar):
            let code = String(scalar.value, radix: 16, uppercase: true)
            let zeros = String(repeating: "0", count: max(0, 4 - code.count))
            return (
                "the invisible character U+\(zeros)\(code) stands here",
                "replace it by a plain space"
            )
        case .leadingZero, .notFinite, .tooCloseToZero, .zeroWithExponent, .hexadecimalTooLarge:
            return wordsOfNumber
        case .endlessComment, .loneSlash, .lineSeparatorInComment: return wordsOfComment
        case .endlessString, .controlCharacter, .notUTF8, .unknownEscape, .missingHexDigits,
            .halfSurrogatePair, .zeroCharacter, .continuedLine:
            return wordsOfText
        }
    }

    private var wordsOfNumber: Words {
        switch problem {
        case .leadingZero: ("a number may not begin with 0", "remove the zero")
        case .tooCloseToZero: ("the number is too close to zero", "write 0")
        case .zeroWithExponent: ("a zero takes no exponent", "write 0")
        case .hexadecimalTooLarge:
            ("the number is too large", "write one up to 0x20000000000000")
        case _: ("the number is not finite", "write one between -1.7e308 and 1.7e308")
        }
    }

    private var wordsOfComment: Words {
        switch problem {
        case .endlessComment: ("the comment has no end", "close it with */")
        case .loneSlash: ("a lone / stands here", "begin a comment with // or /*")
        case _: ("a line separator stands in a comment", "end the line with a newline")
        }
    }

    private var wordsOfText: Words {
        switch problem {
        case .endlessString:
            ("the text has no end in its line", "close it with the quote it began with")
        case .controlCharacter(let byte):
            ("the control character \(byte) stands in a text", "write \\t or \\n")
        case .unknownEscape:
            (
                "a backslash must be followed by one of \"'\\/bfnrtux",
                "write \\\\ for a backslash"
            )
        case .missingHexDigits(let count):
            ("the escape needs \(count) hexadecimal digits", "write such as \\x41 or \\u0041")
        case .halfSurrogatePair:
            ("the escape is half of a surrogate pair", "write the character itself")
        case .zeroCharacter: ("the character zero stands in a text", "remove it")
        case .continuedLine:
            ("a text that goes on in the next line is not read", "write it in one line")
        case _: ("the bytes are not UTF-8", "save the file as UTF-8")
        }
    }

    private static func words(_ expectation: JSONProblem.Expectation) -> Words {
        switch expectation {
        case .object: ("an object", "write { first; {} alone means all defaults")
        case .array: ("a list", "write [ first")
        case .end: ("the end of the file", "remove what follows the object")
        case .value: ("a value", "write a number, a text in quotes, true, false, [ or {")
        case .name: ("a name", "write name: value, and put other names in quotes")
        case .colon: ("a colon after the name", "write name: value")
        case .commaOrBrace(let name):
            ("a comma or } after the value of \(name)", "separate with commas")
        case .commaOrBracket: ("a comma or ] after the element", "separate with commas")
        case .digit: ("a digit", "write a number such as 12, 0.5 or 0x1F")
        case .exponentDigit: ("a digit of the exponent", "write a number such as 1e3")
        case .hexadecimalDigit: ("a hexadecimal digit", "write a number such as 0x1F")
        case .endOfNumber:
            ("the end of the number", "write plain digits, without units or separators")
        }
    }

    private var instead: String {
        guard let found else { return "but the file ends" }
        let isPrintable = (0x21...0x7E).contains(found)
        return "not " + (isPrintable ? "\(Unicode.Scalar(found))" : "the byte \(found)")
    }
}
