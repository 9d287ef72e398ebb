/// Numbers.
extension JSONScanner {
    /// Passes over a number: `-` int frac exp of RFC 8259, section 6; of JSON5 also `+.5`, `5.`
    /// and `0x1F`.
    public mutating func number() throws(JSONFault) -> JSONNumber {
        let start = index
        let isNegative = consume(UInt8(ascii: "-"))
        if isJSON5 {
            if !isNegative { _ = consume(UInt8(ascii: "+")) }
            if next == UInt8(ascii: "I") || next == UInt8(ascii: "N") {
                throw fault(.notFinite, at: start)
            }
        }
        let first = index
        if consume(UInt8(ascii: "0")) {
            if isJSON5, consume(UInt8(ascii: "x")) || consume(UInt8(ascii: "X")) {
                return try hexadecimal(from: start, isNegative)
            }
            guard next.map(Self.isDigit) != true else { throw fault(.leadingZero, at: start) }
        }
        let hasZero = index > first
        var digits = JSONDigits()
        let whole = hasZero ? 1 : pass(&digits)
        try passFraction(&digits, afterDigit: whole > 0)
        try passExponent(&digits)
        if isJSON5 { try refuseNeighbour() }
        return try number(digits, isNegative, of: first..<index, from: start)
    }

    /// How many digits are passed over.
    private mutating func pass(_ digits: inout JSONDigits) -> Int {
        let start = index
        while let byte = next, Self.isDigit(byte) {
            digits.add(byte)
            index += 1
        }
        return index - start
    }

    /// In JSON5 one digit on either side of the point is enough.
    private mutating func passFraction(
        _ digits: inout JSONDigits, afterDigit: Bool
    ) throws(JSONFault) {
        guard afterDigit || isJSON5 else { throw fault(.expected(.digit)) }
        guard consume(UInt8(ascii: ".")) else {
            guard afterDigit else { throw fault(.expected(.digit)) }
            return
        }
        let count = pass(&digits)
        guard count > 0 || isJSON5 && afterDigit else { throw fault(.expected(.digit)) }
        digits.noteFraction(count)
    }

    private mutating func passExponent(_ digits: inout JSONDigits) throws(JSONFault) {
        guard consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) else { return }
        let isNegative = consume(UInt8(ascii: "-"))
        if !isNegative { _ = consume(UInt8(ascii: "+")) }
        let start = index
        while let byte = next, Self.isDigit(byte) { index += 1 }
        guard index > start else { throw fault(.expected(.exponentDigit)) }
        digits.noteExponent(bytes[start..<index], isNegative: isNegative)
    }

    private mutating func hexadecimal(
        from start: Int, _ isNegative: Bool
    ) throws(JSONFault) -> JSONNumber {
        let first = index
        while let byte = next, Self.hexDigit(byte) != nil { index += 1 }
        guard index > first else { throw fault(.expected(.hexadecimalDigit)) }
        let text = String(decoding: bytes[first..<index], as: UTF8.self)
        try refuseNeighbour()
        guard let value = UInt64(text, radix: 16), value <= 1 << 53 else {
            throw fault(.hexadecimalTooLarge, at: start)
        }
        return JSONNumber(
            double: isNegative ? -Double(value) : Double(value), isNegative: isNegative,
            digits: .whole(value))
    }

    private func refuseNeighbour() throws(JSONFault) {
        guard let byte = next else { return }
        guard !Self.isLetter(byte), !Self.isDigit(byte), !"+-._".utf8.contains(byte) else {
            throw fault(.expected(.endOfNumber))
        }
    }

    private func number(
        _ digits: JSONDigits, _ isNegative: Bool, of range: Range<Int>, from start: Int
    ) throws(JSONFault) -> JSONNumber {
        let text = { String(decoding: bytes[range], as: UTF8.self) }
        guard let magnitude = digits.double ?? Double(text()), magnitude.isFinite else {
            throw fault(.notFinite, at: start)
        }
        let number = JSONNumber(
            double: isNegative ? -magnitude : magnitude, isNegative: isNegative, digits: digits)
        guard magnitude == 0, dialect != .lenient else { return number }
        guard number.isZero else { throw fault(.tooCloseToZero, at: start) }
        guard !(isJSON5 && digits.hasExponent) else { throw fault(.zeroWithExponent, at: start) }
        return number
    }
}
