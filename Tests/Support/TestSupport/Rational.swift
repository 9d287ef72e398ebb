/// An exact fraction, for references that must not round before the end.
package struct Rational: Sendable {
    private let numerator: Int128
    private let denominator: Int128

    /// - Parameter denominator: positive.
    package init(_ numerator: Int128, over denominator: Int128 = 1) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The same in lowest terms, so that sums of many do not overflow.
    private var reduced: Rational {
        var (a, b) = (numerator.magnitude, denominator.magnitude)
        while b != 0 { (a, b) = (b, a % b) }
        let divisor = Int128(max(a, 1))
        return Rational(numerator / divisor, over: denominator / divisor)
    }

    package static func + (left: Self, right: Self) -> Self {
        Self(
            left.numerator * right.denominator + right.numerator * left.denominator,
            over: left.denominator * right.denominator
        ).reduced
    }

    package static func * (left: Self, right: Self) -> Self {
        Self(left.numerator * right.numerator, over: left.denominator * right.denominator).reduced
    }

    /// The largest integer that is not above it.
    package var floor: Int64 { Int64(floor(scale: 1)) }

    private func floor(scale: Int128) -> Int128 {
        let scaled = numerator * scale
        let floor = scaled / denominator
        return floor * denominator > scaled ? floor - 1 : floor
    }

    /// `scale` times the fraction, to the nearest integer, ties to even.
    package func rounded(scale: Int128 = 1) -> Int64 {
        let floor = floor(scale: scale)
        let twiceRest = 2 * (numerator * scale - floor * denominator)
        let isUp = twiceRest > denominator || (twiceRest == denominator && floor % 2 != 0)
        return Int64(isUp ? floor + 1 : floor)
    }

    package func isAtLeast(percent: Int) -> Bool {
        numerator * 100 >= Int128(percent) * denominator
    }
}

extension Rational: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        let (left, right) = (left.reduced, right.reduced)
        return left.numerator == right.numerator && left.denominator == right.denominator
    }
}
