extension Elementary {
    /// The sine of an angle in radians; NaN beyond ``largestAngle``.
    public static func sin(_ x: Double) -> Double {
        guard let (quarter, r, low) = reduced(x) else { return .nan }
        let value = quarter & 1 == 0 ? sine(r, low) : cosine(r, low)
        return quarter & 2 == 0 ? value : -value
    }

    /// The cosine of an angle in radians; NaN beyond ``largestAngle``.
    public static func cos(_ x: Double) -> Double {
        guard let (quarter, r, low) = reduced(x) else { return .nan }
        let value = quarter & 1 == 0 ? cosine(r, low) : sine(r, low)
        return (quarter &+ 1) & 2 == 0 ? value : -value
    }

    /// The angle between -π/2 and π/2 whose sine is `x`; NaN outside -1...1.
    ///
    /// Up to a half it is the series x + x³/6 + 3x⁵/40 + 15x⁷/336, brought to the last bits by two
    /// of Newton's steps; beyond it is π/2 - 2 asin √((1 - x)/2).
    public static func asin(_ x: Double) -> Double {
        guard x.magnitude <= 1 else { return .nan }
        guard x.magnitude > 0.5 else { return arcsine(x) }
        let rest = ((1 - x.magnitude) / 2).squareRoot()
        let angle = quarterTurn.high - (2 * arcsine(rest) - quarterTurn.low)
        return x < 0 ? -angle : angle
    }

    /// Radians up to which an angle is told from its neighbours as precisely as needed.
    public static let largestAngle = 0x1p10

    /// The nearest multiple of π/2, and what is left over as a sum of two, within π/4 of zero.
    private static func reduced(_ x: Double) -> (quarter: Int, r: Double, low: Double)? {
        guard x.magnitude <= largestAngle else { return nil }
        let shifted = x * quartersPerRadian + roundingShift
        let multiple = shifted - roundingShift
        // The product has at most 53 bits and the difference is exact.
        let coarse = x - multiple * quarterTurn.high
        let fine = multiple * quarterTurn.low
        let r = coarse - fine
        return (integer(shifted: shifted), r, (coarse - r) - fine)
    }

    /// r - r³/3! + … + r¹⁷/17!, of |r| ≤ π/4.
    private static func sine(_ r: Double, _ low: Double) -> Double {
        let z = r * r
        let fourth = z * z
        let first = (-1.0 / 6 + z * (1.0 / 120)) + fourth * (-1.0 / 5040 + z * (1.0 / 362_880))
        let second =
            (-1.0 / 39_916_800 + z * (1.0 / 6_227_020_800))
            + fourth * (-1.0 / 1_307_674_368_000 + z * (1.0 / 355_687_428_096_000))
        return r + (r * z * (first + fourth * fourth * second) + low * (1 - z / 2))
    }

    /// 1 - r²/2! + … + r¹⁶/16!, of |r| ≤ π/4.
    private static func cosine(_ r: Double, _ low: Double) -> Double {
        let z = r * r
        let fourth = z * z
        let first =
            (1.0 / 24 + z * (-1.0 / 720)) + fourth * (1.0 / 40_320 + z * (-1.0 / 3_628_800))
        let second =
            (1.0 / 479_001_600 + z * (-1.0 / 87_178_291_200)) + fourth * (1.0 / 20_922_789_888_000)
        let (sum, lost) = sum(large: 1, small: -z / 2)
        return sum + (lost + (fourth * (first + fourth * fourth * second) - r * low))
    }

    /// The arcsine of |x| ≤ 1/2.
    private static func arcsine(_ x: Double) -> Double {
        let z = x * x
        var angle = x + x * z * ((1.0 / 6 + z * (3.0 / 40)) + z * z * (15.0 / 336))
        guard x.magnitude > 0x1p-8 else { return angle }
        for _ in 0..<2 { angle += (x - sin(angle)) / cos(angle) }
        return angle
    }

    /// 2 / π.
    private static let quartersPerRadian = 0x1.45f306dc9c883p-1

    /// π/2; the high part has 33 bits.
    private static let quarterTurn = (high: 0x1.921fb544p+0, low: 0x1.0b4611a626331p-34)
}
