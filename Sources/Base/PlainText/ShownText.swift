/// Text that is safe to write to a terminal or a log.
///
/// Literals are kept as they are, newlines and control sequences included: they are part of the
/// program. Every interpolated value becomes one line of plain text. So a name or a message from
/// outside cannot move the cursor, set the title, change the text direction or begin a new line. No
/// other way makes a `ShownText` from a variable.
public struct ShownText: Hashable, Sendable {
    public private(set) var text: String

    private init(unchecked text: String) { self.text = text }

    /// Text of several lines: each line becomes plain, the newlines between them are kept.
    public init(lines text: String) {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        self.text = lines.map { String(Substring($0)).plain }.joined(separator: "\n")
    }

    /// A line of JSON without its newline. Scalars that are not plain become JSON escapes; bytes
    /// that are not UTF-8 become U+FFFD.
    public init(json line: some Collection<UInt8>) {
        text = String(decoding: line, as: UTF8.self).plainJSON
    }

    public static func + (left: ShownText, right: ShownText) -> ShownText {
        ShownText(unchecked: left.text + right.text)
    }

    public static func += (left: inout ShownText, right: ShownText) { left.text += right.text }
}

extension ShownText: ExpressibleByStringInterpolation {
    /// Only a literal makes a `StaticString`, so a variable cannot get in here unescaped.
    public init(stringLiteral literal: StaticString) { text = literal.description }

    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 8)
        }

        public mutating func appendLiteral(_ literal: StaticString) { text += literal.description }

        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            text += value.description.plain
        }

        public mutating func appendInterpolation(_ shown: ShownText) { text += shown.text }
    }
}

extension Sequence<ShownText> {
    public func joined(separator: ShownText = "") -> ShownText {
        var isFirst = true
        return reduce(into: "") { whole, part in
            if !isFirst { whole += separator }
            whole += part
            isFirst = false
        }
    }
}
