import Vocabulary

/// Numbers as documents have them: `152`, `-3.25`, `+.5`, `1.2E-4`, with white space around them.
enum DecimalText {
    /// A number in units of 10^-`decimals`, rounded once with ties to even; beyond 64 bits the
    /// nearest number that they hold. Nil for what is no number, NaN and the infinities among it.
    /// Digits beyond 18 change nothing but the rounding.
    ///
    /// - Parameter decimals: 0...9.
    static func units(_ text: ArraySlice<UInt8>, decimals: Int) -> Int64? {
        guard let number = Number(text) else { return nil }
        let magnitude = number.magnitude(decimals: decimals)
        return number.isNegative ? -magnitude : magnitude
    }

    /// What was measured, in units of the metric; nil for what is no number, and below 0 where the
    /// metric never is.
    static func value(_ text: ArraySlice<UInt8>, of metric: Metric) -> Int64? {
        guard let number = Number(text) else { return nil }
        let magnitude = number.magnitude(decimals: metric.decimals)
        guard number.isNegative, number.digits > 0 else { return magnitude }
        return metric.row.limits.lowerBound < 0 ? -magnitude : nil
    }

    /// `digits` times ten to the power of `exponent`, and something less than a unit of the last
    /// digit.
    private struct Number {
        private(set) var isNegative = false
        private(set) var digits: Int64 = 0
        private var exponent = 0
        /// Whether a digit that was left out is not 0.
        private var isMore = false

        private static let digitLimit = Decimal64.powerOfTen(17)

        init?(_ text: ArraySlice<UInt8>) {
            var rest = text.trimmed
            isNegative = rest.first == UInt8(ascii: "-")
            if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
            var count = readDigits(&rest, isFraction: false)
            if rest.first == UInt8(ascii: ".") {
                rest.removeFirst()
                count += readDigits(&rest, isFraction: true)
            }
            guard count > 0, readExponent(rest) else { return nil }
        }

        private mutating func readDigits(_ rest: inout ArraySlice<UInt8>, isFraction: Bool) -> Int {
            let before = rest.count
            while let byte = rest.first, case let digit = byte &- UInt8(ascii: "0"), digit < 10 {
                rest.removeFirst()
                if digits < Self.digitLimit {
                    digits = digits * 10 + Int64(digit)
                    if isFraction { exponent -= 1 }
                } else {
                    isMore = isMore || digit > 0
                    if !isFraction { exponent += 1 }
                }
            }
            return before - rest.count
        }

        /// - Returns: whether the exponent is whole, or missing.
        private mutating func readExponent(_ text: ArraySlice<UInt8>) -> Bool {
            var rest = text
            guard let letter = rest.popFirst() else { return true }
            guard letter | 0x20 == UInt8(ascii: "e") else { return false }
            let isNegative = rest.first == UInt8(ascii: "-")
            if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
            guard let power = rest.number else { return false }
            // A greater exponent makes any number 0, or too large.
            exponent += (isNegative ? -1 : 1) * Int(min(power, 9999))
            return true
        }

        func magnitude(decimals: Int) -> Int64 {
            let shift = exponent + decimals
            if shift >= 0 {
                guard digits > 0 else { return 0 }
                guard shift <= 18 else { return .max }
                let (units, overflow) = digits.multipliedReportingOverflow(
                    by: Decimal64.powerOfTen(shift))
                return overflow ? .max : units
            }
            guard shift >= -18 else { return 0 }
            let divisor = Decimal64.powerOfTen(-shift)
            // The digits that were left out matter only where the rest is exactly a half.
            let isHalf = digits % divisor * 2 == divisor
            return isMore && isHalf
                ? digits / divisor + 1 : digits.dividedRoundingToEven(by: divisor)
        }
    }
}

extension ArraySlice<UInt8> {
    /// The text without white space around it.
    var trimmed: ArraySlice<UInt8> {
        guard let first = firstIndex(where: { !XMLCursor.isSpace($0) }),
            let last = lastIndex(where: { !XMLCursor.isSpace($0) })
        else { return [] }
        return self[first...last]
    }

    /// The number that all its bytes, up to eighteen digits, are; nil for anything else.
    var number: Int64? {
        guard !isEmpty, count <= 18 else { return nil }
        var value: Int64 = 0
        for byte in self {
            guard case let digit = byte &- UInt8(ascii: "0"), digit < 10 else { return nil }
            value = value * 10 + Int64(digit)
        }
        return value
    }
}
