/// Where a text stops being JSON, and why; the caller puts it into words.
public struct JSONFault: Error, Hashable, Sendable {
    public let problem: JSONProblem
    /// The byte of the text that the problem is about, from 0; the count of bytes at its end.
    public let offset: Int
    /// The byte at ``offset``; nil at the end of the text.
    public let found: UInt8?

    public init(_ problem: JSONProblem, offset: Int, found: UInt8?) {
        self.problem = problem
        self.offset = offset
        self.found = found
    }
}

/// What can be wrong with a JSON text.
public enum JSONProblem: Hashable, Sendable {
    /// Something else stands where the expected part must stand.
    case expected(Expectation)
    /// A name that its object has already.
    case repeatedName(String)
    /// More levels of objects and arrays than this limit.
    case tooDeep(Int)
    /// A word that begins like this word of strict JSON and differs from it.
    case misspelt(String)
    /// A bare word of JSON5 that is no value.
    case unknownWord(String)

    case leadingZero
    /// A number beyond the range of a double, or `Infinity` or `NaN` of JSON5.
    case notFinite
    /// A number that is not zero, but closer to zero than any double.
    case tooCloseToZero
    /// A zero with an exponent, about which decoders of JSON5 disagree.
    case zeroWithExponent
    /// A hexadecimal number beyond 2^53, where a double skips integers.
    case hexadecimalTooLarge

    /// The string that begins at this byte has no end: in the text, or in JSON5 in its line.
    case endlessString(start: Int)
    case controlCharacter(UInt8)
    case notUTF8
    case unknownEscape
    case missingHexDigits(Int)
    case halfSurrogatePair
    /// An escape of JSON5 that stands for the character zero.
    case zeroCharacter
    /// A string of JSON5 that goes on in the next line.
    case continuedLine

    case endlessComment
    case loneSlash
    /// U+2028 or U+2029 in a comment, which ends the line for some readers only.
    case lineSeparatorInComment
    /// White space beyond ASCII.
    case invisibleCharacter(Unicode.Scalar)

    public enum Expectation: Hashable, Sendable {
        /// The object that the text must be.
        case object
        /// The list that the text must be.
        case array
        /// The end of the text behind its value.
        case end
        case value
        case name
        case colon
        /// Behind the value of the field of this name.
        case commaOrBrace(after: String)
        case commaOrBracket
        case digit
        case exponentDigit
        case hexadecimalDigit
        case endOfNumber
    }
}
