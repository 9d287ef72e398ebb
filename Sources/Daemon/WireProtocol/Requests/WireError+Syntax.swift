import JSON

extension WireError {
    /// The `bad_json` of a line that is not one object of strict JSON.
    public init(_ fault: JSONFault) {
        self.init(
            .badJSON, reason: fault.reason, suggestion: "Send one JSON object per line.",
            column: fault.offset + 1)
    }
}

extension JSONFault {
    /// Why a request line is not one object of strict JSON, as a sentence.
    fileprivate var reason: String {
        switch problem {
        case .expected(let expectation): Self.sentence(expectation) + ", \(instead)."
        case .tooDeep(let limit):
            "Objects and arrays lie more than \(limit) deep, \(instead)."
        case .misspelt(let word): "A value is expected here; did you mean \(word)?"
        case .repeatedName(let name): "\(Excerpt.quoted(name)) occurs twice in one object."
        case .leadingZero: "A number may not begin with 0."
        case .notFinite: "The number is too large."
        case .tooCloseToZero: "The number is too close to zero."
        case .endlessString(let start): "The string that starts in column \(start + 1) has no end."
        case .controlCharacter(let byte):
            "The control character \(byte) must be written as an escape."
        case .notUTF8: "The bytes are not UTF-8."
        case .unknownEscape: "A backslash must be followed by one of \"\\/bfnrtu."
        case .missingHexDigits: "\\u must be followed by four hexadecimal digits."
        case .halfSurrogatePair: "The escape is half of a surrogate pair."
        case .unknownWord, .zeroWithExponent, .hexadecimalTooLarge, .zeroCharacter,
            .continuedLine, .endlessComment, .loneSlash, .lineSeparatorInComment,
            .invisibleCharacter:
            // Of JSON5 only; a hostile line must not find a trap here, should that change.
            "The line is not JSON."
        }
    }

    private static func sentence(_ expectation: JSONProblem.Expectation) -> String {
        switch expectation {
        case .object: "A request is a JSON object and starts with {"
        case .end: "Nothing may follow the object"
        case .array, .value: "A value is expected here"
        case .name: "A field name in double quotes is expected here"
        case .colon: "A colon is expected here, after the field name"
        case .commaOrBrace: "A comma or } is expected here, after the field's value"
        case .commaOrBracket: "A comma or ] is expected here, after the element"
        case .digit, .exponentDigit, .hexadecimalDigit, .endOfNumber: "A digit is expected here"
        }
    }

    private var instead: String {
        guard let found else { return "but the line ends" }
        let isPrintable = (0x21...0x7E).contains(found)
        return "not " + (isPrintable ? "\(Unicode.Scalar(found))" : "the byte \(found)")
    }
}
