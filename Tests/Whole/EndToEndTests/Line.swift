import WireProtocol

/// A line of the daemon or of an exported file, without its newline.
struct Line {
    let text: String
    let type: String

    init(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        text = String(decoding: bytes, as: UTF8.self)
        type = Self.raw("type", in: bytes).map { String($0.dropFirst().dropLast()) } ?? ""
    }

    static func all(in text: String) -> [Line] {
        text.utf8.split(separator: UInt8(ascii: "\n")).map { Line($0) }
    }

    var value: JSONValue? { JSONValue(line: Array(text.utf8)) }
    var number: Int? { Self.raw("n", in: Array(text.utf8)).flatMap { Int($0) } }
    var session: String? { word("session") }
    var anchor: String? { word("anchor") }

    /// The value of a top-level field that is a text without escapes.
    func word(_ name: String) -> String? {
        Self.raw(name, in: Array(text.utf8)).map { String($0.dropFirst().dropLast()) }
    }

    /// The digits of a top-level number, as they stand there.
    func number(of name: String) -> String? { Self.raw(name, in: Array(text.utf8)) }

    /// The text without the fields that say when the machine computed it.
    var withoutClock: String {
        let comma = UInt8(ascii: ",")
        let fields = text.utf8.split(separator: comma, omittingEmptySubsequences: false)
        let kept = fields.filter { field in
            !field.starts(with: Self.dueField) && !field.starts(with: Self.lateField)
        }
        return String(decoding: Array(kept.joined(separator: [comma])), as: UTF8.self)
    }

    private static let dueField = Array(#""due_us":"#.utf8)
    private static let lateField = Array(#""late_us":"#.utf8)

    /// What stands behind a name of the outermost object up to the next comma or brace.
    private static func raw(_ name: String, in bytes: [UInt8]) -> String? {
        let mark = Array("\"\(name)\":".utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: mark) }) else {
            return nil
        }
        let value = bytes[(start + mark.count)...].prefix {
            $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}")
        }
        return String(decoding: value, as: UTF8.self)
    }
}
