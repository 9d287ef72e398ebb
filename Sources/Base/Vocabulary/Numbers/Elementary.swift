/// The elementary functions, the same to the last bit on every IEEE 754 processor.
///
/// The same seed must give the same bytes everywhere, and a C library may round differently from
/// one processor or release to the next. These functions use nothing but additions,
/// multiplications, divisions, square roots and bit patterns of `Double`. The standard defines
/// those exactly, and Swift never contracts them to fused operations. Signs of zero, infinities and
/// NaN are those of C99, annex F.
///
/// Results are within 1 ulp of the exact value. Polynomials are Taylor series, long enough for the
/// omitted terms to be below the rounding of the result. Where `Double` is not accurate enough, a
/// number is the unevaluated sum of a high and a low part (T. J. Dekker, "A floating-point
/// technique for extending the available precision", Numerische Mathematik 18, 1971).
public enum Elementary {
    /// Adding this number and subtracting it again rounds to an integer: the sum is so large that
    /// its last bit is worth one.
    static let roundingShift = 0x1.8p52

    /// `value` with the upper 26 bits of its significand; the product of two such heads is exact.
    static func head(_ value: Double) -> Double {
        Double(bitPattern: value.bitPattern & 0xFFFF_FFFF_F800_0000)
    }

    /// 2^`exponent`. Only for the exponents of normal numbers, -1022...1023.
    static func powerOfTwo(_ exponent: Int) -> Double {
        Double(bitPattern: UInt64(truncatingIfNeeded: exponent &+ 1023) &<< 52)
    }

    /// The integer in the low bits of a number to which ``roundingShift`` was added.
    static func integer(shifted: Double) -> Int {
        Int(Int32(truncatingIfNeeded: shifted.bitPattern))
    }

    /// The sum and what its rounding lost, for `large` not below `small` in magnitude, or zero
    /// (Dekker 1971, formula 4.14).
    static func sum(large: Double, small: Double) -> (high: Double, low: Double) {
        let high = large + small
        return (high, small - (high - large))
    }
}

extension Elementary {
    /// e^`x`. Overflows to infinity above 709.78, becomes subnormal below -708.39 and 0 below
    /// -745.13.
    public static func exp(_ x: Double) -> Double { exponential(high: x, low: 0) }

    /// e^(`high` + `low`), where `low` is at most about an ulp of `high`.
    ///
    /// With k the integer nearest to x / ln 2 the exponential is 2^k e^r, and r = x - k ln 2 lies
    /// within half of ln 2 of zero.
    static func exponential(high: Double, low: Double) -> Double {
        guard high.magnitude < 746 else {
            return high.isNaN ? high : high > 0 ? .infinity : 0
        }
        let shifted = high * binaryDigitsPerNat + roundingShift
        let multiple = shifted - roundingShift
        // The product has at most 53 bits and the difference is exact.
        let coarse = high - multiple * logOfTwo.high
        let fine = multiple * logOfTwo.low - low
        let r = coarse - fine
        let value = exponential(reduced: r, low: (coarse - r) - fine)
        // 2^k alone may overflow or underflow where the result does not: multiply in two steps.
        let exponent = integer(shifted: shifted)
        let half = exponent >> 1
        return value * powerOfTwo(half) * powerOfTwo(exponent &- half)
    }

    /// e^(`r` + `low`) for |r| ≤ 0.35: 1 + r + r² (1/2! + r/3! + … + r¹¹/13!).
    private static func exponential(reduced r: Double, low: Double) -> Double {
        let square = r * r
        let fourth = square * square
        let first = (1.0 / 2 + r * (1.0 / 6)) + square * (1.0 / 24 + r * (1.0 / 120))
        let second = (1.0 / 720 + r * (1.0 / 5040)) + square * (1.0 / 40_320 + r * (1.0 / 362_880))
        let third =
            (1.0 / 3_628_800 + r * (1.0 / 39_916_800))
            + square * (1.0 / 479_001_600 + r * (1.0 / 6_227_020_800))
        let tail = square * (first + fourth * (second + fourth * third))
        let (sum, lost) = sum(large: 1, small: r)
        return sum + (lost + (tail + (low + low * r)))
    }

    /// 1 / ln 2.
    private static let binaryDigitsPerNat = 0x1.71547652b82fep+0

    /// ln 2; the high part is a multiple of 2^-42, so that its product with an exponent is exact.
    static let logOfTwo = (high: 0x1.62e42fefa3800p-1, low: 0x1.ef35793c76730p-45)
}
