import TestSupport

/// Writes values in the forms that JSON5 allows, as chance has it.
struct JSON5Writer {
    var generator: SeededGenerator

    mutating func text(of sample: JSON5Sample) -> String { space() + value(sample) + space() }

    private mutating func value(_ sample: JSON5Sample) -> String {
        switch sample {
        case .object(let fields):
            list(fields.map { name($0.0) + space() + ":" + space() + value($0.1) }, "{", "}")
        case .array(let items): list(items.map { value($0) }, "[", "]")
        case .text(let text): quoted(text)
        case .number(let number): written(number)
        case .boolean(let flag): "\(flag)"
        case .null: "null"
        }
    }

    private mutating func list(_ parts: [String], _ opening: String, _ closing: String) -> String {
        var text = opening + space()
        for (place, part) in parts.enumerated() {
            text += part + space()
            if place < parts.count - 1 || chance() { text += "," + space() }
        }
        return text + closing
    }

    private mutating func name(_ name: String) -> String {
        let plain = ["a", "b_1", "$c", "é", "limits", "true", "ⅷ"]
        return plain.contains(name) && chance() ? name : quoted(name)
    }

    private mutating func quoted(_ text: String) -> String {
        let quote: Unicode.Scalar = chance() ? "'" : "\""
        return text.unicodeScalars.reduce("\(quote)") { $0 + character($1, quote) } + "\(quote)"
    }

    private mutating func character(_ scalar: Unicode.Scalar, _ quote: Unicode.Scalar) -> String {
        let short: [Unicode.Scalar: String] = [
            "\n": "\\n", "\t": "\\t", "\u{8}": "\\b", "\\": "\\\\", "\"": "\\\"", "'": "\\'",
            "/": "\\/",
        ]
        let mustEscape = scalar == quote || scalar == "\\" || scalar.value < 0x20
        guard mustEscape || chance(in: 4) else { return "\(scalar)" }
        if let escape = short[scalar], chance() { return escape }
        if scalar.value < 0x100, chance() { return "\\x" + hex(UInt16(scalar.value), 2) }
        return String(scalar).utf16.map { "\\u" + hex($0, 4) }.joined()
    }

    private mutating func hex(_ value: UInt16, _ width: Int) -> String {
        let digits = String(value, radix: 16, uppercase: chance())
        return String(repeating: "0", count: width - digits.count) + digits
    }

    private mutating func written(_ number: Double) -> String {
        let sign = number.sign == .minus ? "-" : chance(in: 3) ? "+" : ""
        if let whole = UInt64(exactly: number.magnitude) {
            if chance(in: 3) {
                return sign + (chance() ? "0x" : "0X")
                    + String(whole, radix: 16, uppercase: chance())
            }
            return "\(sign)\(whole)" + (chance(in: 3) ? "." : chance(in: 3) ? ".0" : "")
        }
        let text = "\(number.magnitude)"
        return sign + (text.hasPrefix("0.") && chance() ? String(text.dropFirst()) : text)
    }

    private mutating func space() -> String {
        let parts = [
            "", "", "", " ", "\n", "\r\n", "\t", "\u{B}", "\u{C}", "//é ,}\n", "// x\r", "/**/",
            "/* * / é\n{ */", "/***/",
        ]
        return (0..<Int.random(in: 0...2, using: &generator)).map { _ in
            parts.randomElement(using: &generator)!
        }.joined()
    }

    private mutating func chance(in count: Int = 2) -> Bool {
        Int.random(in: 0..<count, using: &generator) == 0
    }
}
