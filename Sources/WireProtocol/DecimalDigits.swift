/// Writes the digits of a number from the last to the first, two at a time.
struct DecimalDigits {
    /// What is left of the number.
    var rest: UInt64
    /// One past the place of the next digit.
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
