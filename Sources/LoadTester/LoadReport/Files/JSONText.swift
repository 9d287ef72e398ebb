import WireProtocol

/// Writes a JSON object field by field; leaves out unknown values and what is no number.
struct JSONText: ~Copyable {
    private var line = LineBuffer()
    private var needsComma = false

    /// One line, with its newline: an object whose fields `body` writes.
    static func line(_ body: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        json.enclose("{", "}", body)
        return json.line.text + "\n"
    }

    mutating func object(_ name: String? = nil, _ body: (inout JSONText) -> Void) {
        begin(name)
        enclose("{", "}", body)
    }

    mutating func array(_ name: String? = nil, _ body: (inout JSONText) -> Void) {
        begin(name)
        enclose("[", "]", body)
    }

    mutating func objects(_ name: String, _ objects: [some ReportObject]) {
        array(name) { json in
            for object in objects { json.object { object.write(to: &$0) } }
        }
    }

    mutating func texts(_ name: String, _ texts: [String]) {
        array(name) { json in
            for text in texts { json.text(nil, text) }
        }
    }

    mutating func text(_ name: String? = nil, _ text: String) {
        begin(name)
        line.appendJSONString(text)
    }

    /// Writes a text, unless it is empty: that stands for an unknown one.
    mutating func known(_ name: String, _ text: String) {
        if !text.isEmpty { self.text(name, text) }
    }

    mutating func flag(_ name: String, _ flag: Bool) {
        begin(name)
        line.append(flag ? "true" : "false")
    }

    mutating func integer(_ name: String? = nil, _ number: some BinaryInteger) {
        begin(name)
        line.appendInteger(Int64(number))
    }

    /// Writes at most six decimals, without zeros at the end.
    mutating func number(_ name: String? = nil, _ number: Double?) {
        guard let number, number.isFinite else { return }
        begin(name)
        var decimals = 6
        guard var units = Int64(exactly: (number * 1e6).rounded()) else {
            // The shortest text that reads as the same number is JSON too.
            line.append(utf8: number.description)
            return
        }
        while decimals > 0, units % 10 == 0 {
            units /= 10
            decimals -= 1
        }
        line.appendDecimal(units: units, decimals: decimals)
    }

    private mutating func begin(_ name: String?) {
        if needsComma { line.append(",") }
        needsComma = true
        guard let name else { return }
        line.appendJSONString(name)
        line.append(":")
    }

    private mutating func enclose(
        _ opening: StaticString, _ closing: StaticString, _ body: (inout JSONText) -> Void
    ) {
        line.append(opening)
        needsComma = false
        body(&self)
        line.append(closing)
        needsComma = true
    }
}
