extension JSONScanner {
    /// Passes over a number: `-` int frac exp of RFC 8259, section 6.
    mutating func number() throws(JSONFault) {
        let start = index
        _ = take(UInt8(ascii: "-"))
        if take(UInt8(ascii: "0")) {
            guard !Self.isDigit(next) else {
                throw fault("A number may not begin with 0", at: start)
            }
        } else {
            try digits()
        }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            throw fault("The number is too large", at: start)
        }
        guard value != 0 || Self.isZero(text) else {
            throw fault("The number is too close to zero", at: start)
        }
    }

    /// Whether every digit before the exponent is zero.
    private static func isZero(_ text: String) -> Bool {
        text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy {
            !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0)
        }
    }

    private mutating func digits() throws(JSONFault) {
        guard Self.isDigit(next) else { throw fault("A digit is expected here") }
        while Self.isDigit(next) { index += 1 }
    }

    static func isDigit(_ byte: UInt8?) -> Bool {
        byte.map((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) ?? false
    }
}
