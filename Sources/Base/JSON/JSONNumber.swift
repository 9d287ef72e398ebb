/// A number of a JSON text: the nearest double, and the integer that it is.
public struct JSONNumber: Hashable, Sendable {
    /// Correctly rounded; finite.
    public let double: Double
    private let isNegative: Bool
    /// All digits, those behind the point too, as one integer.
    private let digits: UInt64
    /// Whether all digits fit.
    private let hasAllDigits: Bool
    /// The power of ten by which the digits are multiplied.
    private let exponent: Int

    init(double: Double, isNegative: Bool, digits: JSONDigits) {
        self.double = double
        self.isNegative = isNegative
        self.digits = digits.value
        hasAllDigits = digits.areAll
        exponent = digits.exponent
    }

    /// Whether every digit is zero.
    var isZero: Bool { hasAllDigits && digits == 0 }

    /// The number as an integer, exact in all 64 bits, also of `1e3` and `12.0`; nil for one with a
    /// fraction, and beyond 2^53 for one of more digits than 64 bits hold.
    ///
    /// Below 2^53, a fraction that is lost in the nearest double counts as none.
    public var integer: Int64? {
        if double.magnitude < 0x1p53 { return Int64(exactly: double) }
        guard hasAllDigits, (-19...19).contains(exponent) else { return nil }
        let power = (0..<exponent.magnitude).reduce(into: UInt64(1)) { power, _ in power *= 10 }
        let (magnitude, isBeyond) = digits.multipliedReportingOverflow(by: power)
        if exponent >= 0 { return isBeyond ? nil : signed(magnitude) }
        return digits.isMultiple(of: power) ? signed(digits / power) : nil
    }

    /// The number in units of its last decimal, of `decimals` decimals, exact: `71.3` with one
    /// decimal is 713. Nil if the number has more decimals, or if 64 bits do not hold all its
    /// digits or the units.
    public func units(decimals: Int) -> Int64? {
        guard hasAllDigits else { return nil }
        guard digits != 0 else { return 0 }
        let shift = exponent + decimals
        guard (-19...19).contains(shift) else { return nil }
        let power = (0..<shift.magnitude).reduce(into: UInt64(1)) { power, _ in power *= 10 }
        guard shift >= 0 else {
            return digits.isMultiple(of: power) ? signed(digits / power) : nil
        }
        let (magnitude, isBeyond) = digits.multipliedReportingOverflow(by: power)
        return isBeyond ? nil : signed(magnitude)
    }

    private func signed(_ magnitude: UInt64) -> Int64? {
        isNegative ? Int64(exactly: 0 - Int128(magnitude)) : Int64(exactly: magnitude)
    }
}

/// The digits of a number while they are passed over.
struct JSONDigits {
    private(set) var value: UInt64 = 0
    /// Whether the value holds all of them.
    private(set) var areAll = true
    /// The power of ten by which the value is to be multiplied.
    private(set) var exponent = 0
    private(set) var hasExponent = false

    /// The largest exponent that is kept: any number with it is zero or not finite.
    private static let exponentMax = 1 << 20

    @inline(__always)
    mutating func add(_ byte: UInt8) {
        // Ten times the value plus a digit fits into 64 bits.
        guard value < UInt64.max / 10 else { return areAll = false }
        value = value &* 10 &+ UInt64(byte & 15)
    }

    /// Moves the point: the last `count` digits stand behind it.
    mutating func noteFraction(_ count: Int) { exponent = -min(count, Self.exponentMax) }

    mutating func noteExponent(_ digits: UnsafeBufferPointer<UInt8>.SubSequence, isNegative: Bool) {
        hasExponent = true
        let magnitude = digits.reduce(0) { min($0 * 10 + Int($1 & 15), Self.exponentMax) }
        exponent += isNegative ? -magnitude : magnitude
    }

    /// The nearest double without its sign; nil if only the text can tell.
    var double: Double? {
        // The digits are exact and the power too, so that their quotient is the nearest double.
        guard areAll, value <= 1 << 53, (-22...0).contains(exponent) else { return nil }
        return Double(value) / Self.powersOfTen[-exponent]
    }

    private static let powersOfTen = (0...22).map { power in
        (0..<power).reduce(1.0) { product, _ in product * 10 }
    }

    /// The digits of a hexadecimal number.
    static func whole(_ value: UInt64) -> JSONDigits {
        var digits = JSONDigits()
        digits.value = value
        return digits
    }
}
