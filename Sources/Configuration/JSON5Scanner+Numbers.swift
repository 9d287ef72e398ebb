extension JSON5Scanner {
    static func startsNumber(_ byte: UInt8) -> Bool {
        isDigit(byte) || "+-.".utf8.contains(byte)
    }

    /// Passes over a number: `-12`, `+.5`, `5.`, `1e-3`, `0x1F`.
    mutating func number() throws(JSON5Fault) {
        let start = index
        if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
        if next == UInt8(ascii: "I") || next == UInt8(ascii: "N") { throw notFinite(at: start) }
        if take(UInt8(ascii: "0")) {
            if take(UInt8(ascii: "x")) || take(UInt8(ascii: "X")) {
                return try hexadecimal(from: start)
            }
            guard next.map(Self.isDigit) != true else {
                throw fault("a number may not begin with 0", "remove the zero", at: start)
            }
            try fraction(afterDigit: true)
        } else {
            try fraction(afterDigit: digits() > 0)
        }
        let hasExponent = try exponent()
        try refuseNeighbour()
        try holdAgainstDouble(from: start, hasExponent: hasExponent)
    }

    /// The number of decimal digits that are passed over.
    private mutating func digits() -> Int {
        let start = index
        while let byte = next, Self.isDigit(byte) { index += 1 }
        return index - start
    }

    /// A digit must stand on one side of the point at least.
    private mutating func fraction(afterDigit: Bool) throws(JSON5Fault) {
        let hasDigits = take(UInt8(ascii: ".")) && digits() > 0
        guard afterDigit || hasDigits else {
            throw unexpected("a digit", "write a number such as 12, 0.5 or 0x1F")
        }
    }

    private mutating func exponent() throws(JSON5Fault) -> Bool {
        guard take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) else { return false }
        if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
        guard digits() > 0 else {
            throw unexpected("a digit of the exponent", "write a number such as 1e3")
        }
        return true
    }

    private mutating func hexadecimal(from start: Int) throws(JSON5Fault) {
        let first = index
        while let byte = next, Self.isHexDigit(byte) { index += 1 }
        guard index > first else {
            throw unexpected("a hexadecimal digit", "write a number such as 0x1F")
        }
        let text = String(decoding: bytes[first..<index], as: UTF8.self)
        try refuseNeighbour()
        // Beyond 2^53 the decoder reads some of them, and a double skips some.
        guard let value = UInt64(text, radix: 16), value <= 1 << 53 else {
            throw fault("the number is too large", "write one up to 0x20000000000000", at: start)
        }
    }

    private mutating func refuseNeighbour() throws(JSON5Fault) {
        guard let byte = next, Self.isLetter(byte) || Self.startsNumber(byte) || byte == 0x5F
        else { return }
        throw unexpected("the end of the number", "write plain digits, without units or separators")
    }

    private mutating func holdAgainstDouble(
        from start: Int, hasExponent: Bool
    ) throws(JSON5Fault) {
        var text = String(decoding: bytes[start..<index], as: UTF8.self)
        if text.hasPrefix("+") { text.removeFirst() }
        guard let value = Double(text), value.isFinite else { throw notFinite(at: start) }
        guard value == 0 else { return }
        guard Self.isZero(text) else {
            throw fault("the number is too close to zero", "write 0", at: start)
        }
        // The decoder takes some of them for numbers that are too small.
        guard !hasExponent else {
            throw fault("a zero takes no exponent", "write 0", at: start)
        }
    }

    /// Whether every digit before the exponent is zero.
    private static func isZero(_ text: String) -> Bool {
        text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }.allSatisfy {
            !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0)
        }
    }

    mutating func notFinite(at start: Int) -> JSON5Fault {
        fault("the number is not finite", "write one between -1.7e308 and 1.7e308", at: start)
    }

    static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}
