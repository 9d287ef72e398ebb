/// Exact rounding of quotients and roots, by search rather than by formula.
enum Rounding {
    /// `numerator` / `denominator` to the nearest integer, ties to even; neither is negative.
    static func toEven(_ numerator: Int64, over denominator: Int64) -> Int64 {
        let floor = numerator / denominator
        let rest = 2 * (numerator - floor * denominator)
        if rest == denominator { return floor + floor % 2 }
        return rest > denominator ? floor + 1 : floor
    }

    /// √(`square` / `divisor`²) to the nearest integer, ties to even.
    static func rootToEven(_ square: Int128, over divisor: Int128) -> Int64 {
        // The largest number of halves that is not above the root.
        var low: Int128 = 0
        var high: Int128 = 1 << 32
        while high - low > 1 {
            let middle = (low + high) / 2
            if middle * middle * divisor * divisor <= 4 * square {
                low = middle
            } else {
                high = middle
            }
        }
        if low % 2 == 0 { return Int64(low / 2) }
        let isTie = low * low * divisor * divisor == 4 * square
        return Int64(isTie && low / 2 % 2 == 0 ? low / 2 : low / 2 + 1)
    }
}
