import Vocabulary

extension LineBuffer {
    public mutating func appendInteger(_ value: Int64) {
        appendDecimal(units: value, decimals: 0)
    }

    public mutating func append(_ decimal: Decimal64) {
        appendDecimal(units: decimal.units, decimals: decimal.decimals)
    }

    /// Appends `units` / 10^`decimals` with exactly `decimals` decimals: `151.20`, `-0.05`.
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

/// Writes the digits of a number from the last to the first, two at a time.
struct DecimalDigits {
    /// What is left of the number.
    var rest: UInt64
    /// One past the byte that the next digit goes to.
    var end: UnsafeMutablePointer<UInt8>

    @inline(__always)
    mutating func write(_ byte: UInt8) {
        end -= 1
        end.pointee = byte
    }

    /// Writes the `count` lowest digits of what is left, with zeros in front if need be.
    @inline(__always)
    mutating func write(_ count: Int) {
        var missing = count
        while missing >= 2 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            rest = quotient
            end -= 2
            (end[0], end[1]) = Self.pair(Int(pair))
            missing -= 2
        }
        guard missing == 1 else { return }
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        rest = quotient
        write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit))
    }

    /// The two digits of `value`, 0...99.
    @inline(__always)
    static func pair(_ value: Int) -> (UInt8, UInt8) {
        let start = pairs.utf8Start + value &* 2
        return (start[0], start[1])
    }

    /// The number of digits of `value`; 1 for zero.
    @inline(__always)
    static func count(_ value: UInt64) -> Int {
        // 1233 / 4096 is just above log10(2), so that the guess is right or one too small.
        let bits = 64 &- (value | 1).leadingZeroBitCount
        let guess = (bits &* 1233) &>> 12
        return guess &+ (value >= powers[guess] ? 1 : 0)
    }

    private static let pairs: StaticString = """
        00010203040506070809101112131415161718192021222324252627282930313233343536373839\
        40414243444546474849505152535455565758596061626364656667686970717273747576777879\
        8081828384858687888990919293949596979899
        """

    private static let powers: [20 of UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
        100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
        100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]
}
