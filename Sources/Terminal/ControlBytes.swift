extension [UInt8] {
    /// What begins a control sequence: ESC and `[`.
    mutating func appendControl() {
        append(0x1B)
        append(UInt8(ascii: "["))
    }

    /// Appends a number that is not negative.
    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    /// Appends the UTF-8 of a scalar.
    mutating func append(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        switch value {
        case ..<0x80: append(UInt8(value))
        case ..<0x800: append(UInt8(0xC0 | value >> 6))
        case ..<0x1_0000:
            append(UInt8(0xE0 | value >> 12))
            append(UInt8(0x80 | value >> 6 & 0x3F))
        case _:
            append(UInt8(0xF0 | value >> 18))
            append(UInt8(0x80 | value >> 12 & 0x3F))
            append(UInt8(0x80 | value >> 6 & 0x3F))
        }
        if value >= 0x80 { append(UInt8(0x80 | value & 0x3F)) }
    }
}

extension Int {
    /// The digits of a number that is not negative.
    var digitCount: Int {
        switch self {
        case ..<10: 1
        case ..<100: 2
        case ..<1000: 3
        case _: 4 + (self / 10_000 > 0 ? (self / 10_000).digitCount : 0)
        }
    }
}
