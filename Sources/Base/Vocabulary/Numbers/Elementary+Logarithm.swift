extension Elementary {
    /// The natural logarithm of `x`: -infinity of zero, NaN of a negative number.
    public static func log(_ x: Double) -> Double {
        guard x > 0, x < .infinity else {
            return x == 0 ? -.infinity : x < 0 ? .nan : x
        }
        let (high, low) = logarithm(x)
        return high + low
    }

    /// The natural logarithm of a positive finite number to about 68 bits, as a sum of two.
    ///
    /// With x = 2^k m, m within √½...√2, and c the multiple of 1/4 nearest to m,
    /// log x = k ln 2 + log c + log(m / c).
    static func logarithm(_ x: Double) -> (high: Double, low: Double) {
        let (exponent, m) = exponentAndFraction(x)
        let shifted = 4 * m + roundingShift
        let c = 0.25 * (shifted - roundingShift)
        let index = integer(shifted: shifted) &- 3
        let ratio = logarithm(ofRatio: m, to: c)
        // Both terms are multiples of 2^-42 below 2^11, so that their sum is exact.
        let known = exponent * logOfTwo.high + logHighs[index]
        let (high, lost) = sum(large: known, small: ratio.high)
        let low = lost + (ratio.low + (exponent * logOfTwo.low + logLows[index]))
        return sum(large: high, small: low)
    }

    /// k and m with `x` = 2^k m and m in √½..<√2.
    private static func exponentAndFraction(_ x: Double) -> (exponent: Double, fraction: Double) {
        let isSubnormal = x < .leastNormalMagnitude
        let bits = (isSubnormal ? x * 0x1p54 : x).bitPattern
        // The exponent field counts up where the significand passes √2.
        let sinceRoot = Int64(bitPattern: bits &- 0x3FE6_A09E_667F_3BCD)
        let exponent = sinceRoot >> 52
        let fraction = bits &- UInt64(bitPattern: exponent << 52)
        return (Double(exponent &- (isSubnormal ? 54 : 0)), Double(bitPattern: fraction))
    }

    /// log(`m` / `c`) for a ratio within 17 % of 1.
    ///
    /// It is 2 artanh s with s = (m - c) / (m + c), |s| ≤ 0.077, and artanh s = s + s v with
    /// v = s²/3 + s⁴/5 + …. The first two terms are taken as sums of two.
    private static func logarithm(
        ofRatio m: Double, to c: Double
    ) -> (high: Double, low: Double) {
        let numerator = m - c
        let denominator = m + c
        let inverse = 1 / denominator
        let s = numerator * inverse
        let sHead = head(s)
        // The low part of the quotient is the remainder that its head leaves, over the denominator.
        let denominatorHead = head(denominator)
        let denominatorTail = m - (denominatorHead - c)
        let sTail =
            ((numerator - sHead * denominatorHead) - sHead * denominatorTail) * inverse

        let square = sHead * sHead
        let squareHead = head(square)
        let squareTail = (square - squareHead) + sTail * (s + sHead)
        let leading = third.high * squareHead
        let rest = third.low * squareHead + (third.high + third.low) * squareTail
        let following = rest + artanhRemainder(s * s)
        let vHead = head(leading + following)
        let vTail = following - (vHead - leading)

        let (high, lost) = sum(large: sHead, small: sHead * vHead)
        let low = lost + (sTail + (sTail * vHead + s * vTail))
        return (2 * high, 2 * low)
    }

    /// z²/5 + z³/7 + … + z⁹/19, of z ≤ 0.006.
    private static func artanhRemainder(_ z: Double) -> Double {
        let square = z * z
        let first = (1.0 / 5 + z * (1.0 / 7)) + square * (1.0 / 9 + z * (1.0 / 11))
        let second = (1.0 / 13 + z * (1.0 / 15)) + square * (1.0 / 17 + z * (1.0 / 19))
        return square * (first + square * square * second)
    }

    /// 1/3; the high part has 25 bits.
    private static let third = (high: 0x1.555555p-2, low: 0x1.5555555555555p-28)

    /// The logarithms of 3/4, 1, 5/4 and 3/2 to a multiple of 2^-42, like ``logOfTwo``.
    private static let logHighs: [4 of Double] = [
        -0x1.269621134e000p-2, 0, 0x1.c8ff7c79aa000p-3, 0x1.9f323ecbfa000p-2,
    ]

    /// The logarithms minus ``logHighs``.
    private static let logLows: [4 of Double] = [
        0x1.1b61f10522625p-44, 0, -0x1.7794f689f8434p-45, -0x1.ed03525ca2643p-44,
    ]
}
