/// Text that may be written to a terminal or a log.
///
/// Its literals are taken as they stand, newlines and control sequences too: they are a part of
/// the program. Whatever is interpolated becomes one line of plain text, so that no name, cell or
/// message from outside moves a cursor, changes a title, turns the direction of what follows or
/// begins a line. There is no other way to make one from a text.
public struct ShownText: Hashable, Sendable {
    public private(set) var text: String

    private init(unchecked text: String) { self.text = text }

    /// A text of several lines: every one is plain, and the newlines between them stay.
    public init(lines text: String) {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        self.text = lines.map { String(Substring($0)).plain }.joined(separator: "\n")
    }

    /// A line of JSON without its newline: what is not plain stands as an escape of JSON, bytes
    /// that are no UTF-8 as U+FFFD.
    public init(json line: some Collection<UInt8>) {
        text = String(decoding: line, as: UTF8.self).plainJSON
    }

    public static func + (left: ShownText, right: ShownText) -> ShownText {
        ShownText(unchecked: left.text + right.text)
    }

    public static func += (left: inout ShownText, right: ShownText) { left.text += right.text }
}

extension ShownText: ExpressibleByStringInterpolation {
    /// A static string can only come from a literal, which keeps variables out.
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
