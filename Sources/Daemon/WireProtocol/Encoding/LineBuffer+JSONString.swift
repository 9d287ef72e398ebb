extension LineBuffer {
    /// Appends `text` as a JSON string, with quotes and with the escapes of RFC 8259, section 7.
    public mutating func appendJSONString(_ text: some StringProtocol) {
        var text = String(text)
        text.withUTF8 { appendQuoted($0) }
    }

    /// Appends the texts as a list of JSON strings, `["…","…"]`.
    public mutating func appendList(_ texts: [some StringProtocol]) {
        append("[")
        for (index, text) in texts.enumerated() {
            if index > 0 { append(",") }
            appendJSONString(text)
        }
        append("]")
    }

    /// Appends `,"name":` and the text as a JSON string; nothing for nil.
    public mutating func appendField(_ name: StaticString, _ text: String?) {
        guard let text else { return }
        appendName(name)
        appendJSONString(text)
    }

    /// Appends `,"name":` and the number; nothing for nil.
    public mutating func appendField(_ name: StaticString, _ number: Int?) {
        guard let number else { return }
        appendName(name)
        appendInteger(Int64(number))
    }

    /// Appends `,"name":` and `true` or `false`.
    public mutating func appendField(_ name: StaticString, _ flag: Bool) {
        appendName(name)
        append(flag ? "true" : "false")
    }

    /// Appends `,"name":`; the name must need no escapes.
    public mutating func appendName(_ name: StaticString) {
        append(",\"")
        append(name)
        append("\":")
    }

    private mutating func appendQuoted(_ bytes: UnsafeBufferPointer<UInt8>) {
        append(UInt8(ascii: "\""))
        var start = 0
        for (index, byte) in bytes.enumerated() where Self.needsEscape(byte) {
            append(UnsafeBufferPointer(rebasing: bytes[start..<index]))
            appendEscape(byte)
            start = index + 1
        }
        append(UnsafeBufferPointer(rebasing: bytes[start...]))
        append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func appendEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case UInt8(ascii: "\n"): append("\\n")
        case UInt8(ascii: "\r"): append("\\r")
        case UInt8(ascii: "\t"): append("\\t")
        default:
            let digits = Array("0123456789abcdef".utf8)
            append("\\u00")
            append(digits[Int(byte >> 4)])
            append(digits[Int(byte & 15)])
        }
    }
}
