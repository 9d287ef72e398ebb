extension Elementary {
    /// `x`^`y`. NaN for a negative base with an exponent that is not an integer.
    ///
    /// Exact wherever the result is: powers of integers that fit have no error.
    public static func pow(_ x: Double, _ y: Double) -> Double {
        // Beyond 2^65 even the base nearest to 1 overflows or vanishes.
        guard x > 0, x < .infinity, y.magnitude < 0x1p65 else { return unusualPower(x, y) }
        return positivePower(x, y)
    }

    /// e^(`y` log `x`) with the logarithm and the product as sums of two.
    private static func positivePower(_ x: Double, _ y: Double) -> Double {
        let logarithm = logarithm(x)
        let logHead = head(logarithm.high)
        let logTail = (logarithm.high - logHead) + logarithm.low
        let yHead = head(y)
        let leading = yHead * logHead
        let following = (y - yHead) * logHead + y * logTail
        let (high, low) = sum(large: leading, small: following)
        return exponential(high: high, low: low)
    }

    /// The cases of C99, annex F.9.4.4, and negative bases.
    private static func unusualPower(_ x: Double, _ y: Double) -> Double {
        if x == 1 || y == 0 { return 1 }
        if x.isNaN || y.isNaN { return x + y }
        let base = x.magnitude
        if y.isInfinite {
            if base == 1 { return 1 }
            return (base > 1) == (y > 0) ? .infinity : 0
        }
        let isInteger = y.rounded(.towardZero) == y
        if x < 0, base < .infinity, !isInteger { return .nan }
        let magnitude = magnitudeOfPower(base, y)
        let isOdd = isInteger && (y / 2).rounded(.towardZero) != y / 2
        return isOdd && x.sign == .minus ? -magnitude : magnitude
    }

    /// The power of a base without sign, zero and infinity included, to a finite exponent.
    private static func magnitudeOfPower(_ base: Double, _ y: Double) -> Double {
        if base == 0 || base == .infinity { return (base == 0) == (y < 0) ? .infinity : 0 }
        if base == 1 { return 1 }
        if y.magnitude >= 0x1p65 { return (base > 1) == (y > 0) ? .infinity : 0 }
        return positivePower(base, y)
    }
}
