/// The elementary functions, the same to the last bit on every IEEE 754 processor.
///
/// A C library may round differently from one processor or release to the next, and a session must
/// not. Everything here is made of additions, multiplications, divisions, square roots and bit
/// patterns of `Double`, which the standard defines exactly and which Swift never contracts.
/// Signs of zero, infinities and NaN are those of C99, annex F.
///
/// Results are within 1 ulp of the exact value. Polynomials are Taylor series, long enough for
/// what they leave out to lie below the rounding of the result. Where that is not accurate enough
/// a number is kept as an unevaluated sum of a high and a low part (T. J. Dekker, "A
/// floating-point technique for extending the available precision", Numerische Mathematik 18,
/// 1971).
public enum Elementary {
    /// Adding and taking it away again rounds to an integer: the sum has no bits left for more.
    static let roundingShift = 0x1.8p52

    /// `value` with the upper 26 bits of its significand, so that the product of two such is exact.
    static func head(_ value: Double) -> Double {
        Double(bitPattern: value.bitPattern & 0xFFFF_FFFF_F800_0000)
    }

    /// 2^`exponent`. Only for the exponents of normal numbers, -1022...1023.
    static func powerOfTwo(_ exponent: Int) -> Double {
        Double(bitPattern: UInt64(truncatingIfNeeded: exponent &+ 1023) &<< 52)
    }

    /// The integer held in the low bits of a number to which ``roundingShift`` was added.
    static func integer(shifted: Double) -> Int {
        Int(Int32(truncatingIfNeeded: shifted.bitPattern))
    }

    /// The difference and what its rounding lost (D. E. Knuth, The Art of Computer Programming,
    /// volume 2, section 4.2.2, theorem B).
    static func difference(_ left: Double, _ right: Double) -> (high: Double, low: Double) {
        let high = left - right
        let taken = left - high
        let restored = high + taken
        return (high, (left - restored) + (taken - right))
    }

    /// The sum and what its rounding lost, for `large` not below `small` in magnitude, or zero
    /// (Dekker 1971, formula 4.14).
    static func sum(large: Double, small: Double) -> (high: Double, low: Double) {
        let high = large + small
        return (high, small - (high - large))
    }
}
