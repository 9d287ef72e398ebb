/// An exact fraction, for references that must not round before the end.
struct Rational {
    let numerator: Int128
    let denominator: Int128

    /// - Parameter denominator: positive.
    init(_ numerator: Int128, _ denominator: Int128) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// `scale` times the fraction, to the nearest integer, ties to even.
    func rounded(scale: Int128) -> Int64 {
        let scaled = numerator * scale
        var floor = scaled / denominator
        if floor * denominator > scaled { floor -= 1 }
        let twiceRest = 2 * (scaled - floor * denominator)
        let isUp = twiceRest > denominator || (twiceRest == denominator && floor % 2 != 0)
        return Int64(isUp ? floor + 1 : floor)
    }

    func isAtLeast(percent: Int) -> Bool { numerator * 100 >= Int128(percent) * denominator }
}
