extension Elementary {
    /// The largest magnitude of an argument of ``sin(_:)`` and ``cos(_:)``: 2^20 radians.
    public static let angleLimit = 0x1p20

    /// The sine of `x` radians. Traps if `x` is beyond ``angleLimit`` or NaN.
    public static func sin(_ x: Double) -> Double {
        // Below 2^-27 the sine rounds to its argument, whose sign of zero it keeps.
        if x.magnitude < 0x1p-27 { return x }
        let (quadrant, high, low) = reduced(x)
        return value(quadrant: quadrant, high, low)
    }

    /// The cosine of `x` radians. Traps if `x` is beyond ``angleLimit`` or NaN.
    public static func cos(_ x: Double) -> Double {
        let (quadrant, high, low) = reduced(x)
        return value(quadrant: quadrant &+ 1, high, low)
    }

    /// The sine of `quadrant` π/2 + `high` + `low`.
    private static func value(quadrant: Int, _ high: Double, _ low: Double) -> Double {
        let value = quadrant & 1 == 0 ? sineNearZero(high, low) : cosineNearZero(high, low)
        return quadrant & 2 == 0 ? value : -value
    }

    /// The nearest multiple of π/2 and what `x` is beyond it, to about 2^-130.
    ///
    /// The multiple has 20 bits and each part of π/2 but the last has 33, so that their products
    /// are exact (W. J. Cody and W. Waite, Software Manual for the Elementary Functions, 1980,
    /// extended to four parts). Of all doubles within the limit none but 0 is closer than about
    /// 2^-60 to a multiple.
    private static func reduced(_ x: Double) -> (quadrant: Int, high: Double, low: Double) {
        precondition(x.magnitude <= angleLimit, "angle \(x) is beyond 2^20 radians")
        let shifted = x * 0x1.45f306dc9c883p-1 + roundingShift
        let multiple = shifted - roundingShift
        let coarse = x - multiple * 0x1.921fb544p+0
        let (middle, lost) = difference(coarse, multiple * 0x1.0b4611a6p-34)
        let (fine, lostAgain) = difference(middle, multiple * 0x1.3198a2ep-69)
        let rest = (lost + lostAgain) - multiple * 0x1.b839a252049c1p-104
        let high = fine + rest
        return (integer(shifted: shifted), high, (fine - high) + rest)
    }

    /// The sine of `r` + `low`, |r| ≤ 0.79: r - r³/3! + … + r¹⁷/17!.
    private static func sineNearZero(_ r: Double, _ low: Double) -> Double {
        let z = r * r
        let square = z * z
        let first = (-1.0 / 6 + z * (1.0 / 120)) + square * (-1.0 / 5040 + z * (1.0 / 362_880))
        let second =
            (-1.0 / 39_916_800 + z * (1.0 / 6_227_020_800))
            + square * (-1.0 / 1_307_674_368_000 + z * (1.0 / 355_687_428_096_000))
        let series = first + square * square * second
        return r + (low * (1 - 0.5 * z) + r * z * series)
    }

    /// The cosine of `r` + `low`, |r| ≤ 0.79: 1 - r²/2 + r⁴/4! - … + r¹⁶/16!.
    private static func cosineNearZero(_ r: Double, _ low: Double) -> Double {
        let z = r * r
        let square = z * z
        let first = (1.0 / 24 + z * (-1.0 / 720)) + square * (1.0 / 40_320 + z * (-1.0 / 3_628_800))
        let second =
            (1.0 / 479_001_600 + z * (-1.0 / 87_178_291_200))
            + square * (1.0 / 20_922_789_888_000)
        let series = first + square * square * second
        let (sum, lost) = sum(large: 1, small: -0.5 * z)
        return sum + (lost + (square * series - r * low))
    }
}
