import Vocabulary

extension LineBuffer {
    public mutating func appendInteger(_ value: Int64) {
        appendDecimal(units: value, decimals: 0)
    }

    public mutating func append(_ decimal: Decimal64) {
        appendDecimal(units: decimal.units, decimals: decimal.decimals)
    }

    /// Appends `units` / 10^`decimals` with exactly `decimals` places: `151.20`, `-0.05`.
    ///
    /// Traps when `decimals` is outside 0...18.
    public mutating func appendDecimal(units: Int64, decimals: Int) {
        precondition((0...18).contains(decimals), "decimals \(decimals) outside 0...18")
        let magnitude = units.magnitude
        let digits = Swift.max(DecimalDigits.count(magnitude), decimals + 1)
        let length = digits + (decimals > 0 ? 1 : 0) + (units < 0 ? 1 : 0)
        append(length) { start in
            if units < 0 { start.pointee = UInt8(ascii: "-") }
            var writer = DecimalDigits(rest: magnitude, end: start + length)
            if decimals > 0 {
                writer.write(decimals)
                writer.write(UInt8(ascii: "."))
            }
            writer.write(digits - decimals)
        }
    }
}
