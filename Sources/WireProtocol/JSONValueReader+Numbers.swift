/// Numbers.
extension JSONValueReader {
    mutating func number() -> Double? {
        let start = place
        let isNegative = skip("-")
        let whole = place
        let integer = digits(from: 0)
        let hasLeadingZero = place > whole + 1 && bytes[whole] == UInt8(ascii: "0")
        guard place > whole, !hasLeadingZero else { return nil }
        var units = integer
        let point = place
        if skip(".") {
            units = digits(from: integer ?? 0).flatMap { integer == nil ? nil : $0 }
            guard place > point + 1 else { return nil }
        }
        let decimals = max(0, place - point - 1)
        guard let hasExponent = exponent() else { return nil }
        // Both are exact, and so the quotient is the nearest double.
        if let units, !hasExponent, decimals < Self.powersOfTen.count {
            let value = Double(units) / Self.powersOfTen[decimals]
            return isNegative ? -value : value
        }
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static let powersOfTen = (0..<20).map { power in
        (0..<power).reduce(1.0) { product, _ in product * 10 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    /// The number with more digits behind it; nil once it is not exact as a double.
    private mutating func digits(from first: Int) -> Int? {
        var number: Int? = first
        while place < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[place] {
            let digit = Int(bytes[place] - UInt8(ascii: "0"))
            number = number.flatMap { $0 < 1 << 49 ? $0 * 10 + digit : nil }
            place += 1
        }
        return number
    }

    /// Whether there is an exponent; nil for one without digits.
    private mutating func exponent() -> Bool? {
        guard skip("e") || skip("E") else { return false }
        if !skip("+") { _ = skip("-") }
        let start = place
        _ = digits(from: 0)
        return place > start ? true : nil
    }
}
