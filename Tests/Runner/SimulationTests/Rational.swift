/// An exact fraction, for checks of integer arithmetic.
struct Rational: Equatable {
    var numerator: Int128
    var denominator: Int128

    init(_ numerator: Int128, over denominator: Int128 = 1) {
        var (a, b) = (numerator, denominator)
        while b != 0 { (a, b) = (b, a % b) }
        let divisor = a == 0 ? 1 : a
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    static func + (left: Self, right: Self) -> Self {
        Self(
            left.numerator * right.denominator + right.numerator * left.denominator,
            over: left.denominator * right.denominator)
    }

    static func * (left: Self, right: Self) -> Self {
        Self(left.numerator * right.numerator, over: left.denominator * right.denominator)
    }

    /// The largest integer that is not above it, of a number that is not negative.
    var floor: Int64 { Int64(numerator / denominator) }

    /// The nearest integer, ties to even, of a number that is not negative.
    var rounded: Int64 {
        let whole = numerator / denominator
        let twice = 2 * (numerator % denominator)
        let isUp = twice > denominator || (twice == denominator && whole % 2 == 1)
        return Int64(isUp ? whole + 1 : whole)
    }
}
