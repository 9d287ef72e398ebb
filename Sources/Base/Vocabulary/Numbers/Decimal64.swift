/// A decimal number with a fixed number of decimals: `units` / 10^`decimals`.
///
/// Inside the program a measured value is an integer in units of its metric's last decimal. This
/// type carries such an integer with its decimals: from texts that are read, to texts that are
/// printed.
public struct Decimal64: Hashable, Sendable {
    public var units: Int64
    public var decimals: Int

    /// Traps unless `decimals` is 0...18.
    public init(units: Int64, decimals: Int) {
        precondition((0...18).contains(decimals), "decimals \(decimals) outside 0...18")
        self.units = units
        self.decimals = decimals
    }

    /// The number nearest to `number` with `decimals` decimals, halves away from 0; nil if 64 bits
    /// do not hold it or `number` is not finite. Traps unless `decimals` is 0...18.
    public init?(rounding number: Double, decimals: Int) {
        let scaled = number * Double(Self.powerOfTen(decimals))
        guard let units = Int64(exactly: scaled.rounded()) else { return nil }
        self.init(units: units, decimals: decimals)
    }

    /// 10^`exponent`. Traps outside 0...18.
    public static func powerOfTen(_ exponent: Int) -> Int64 { powers[exponent] }

    private static let powers: [19 of Int64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
        100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
        100_000_000_000_000_000, 1_000_000_000_000_000_000,
    ]
}

extension Decimal64 {
    /// Reads `-12` or `3.25`: an optional minus, one to nine digits, and optionally a point with
    /// one to nine digits behind it. Nil for anything else: no plus, exponent, space or lone point.
    public init?(parsing text: some StringProtocol) {
        var bytes = text.utf8[...]
        let negative = bytes.first == UInt8(ascii: "-")
        if negative { bytes.removeFirst() }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ (1...9).contains($0.count) }) else { return nil }
        var units: Int64 = 0
        for byte in parts.joined() {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            units = units * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        self.init(units: negative ? -units : units, decimals: parts.count == 2 ? parts[1].count : 0)
    }

    /// The same number without trailing zeros in its decimals.
    public var shortened: Decimal64 {
        var short = self
        while short.decimals > 0, short.units % 10 == 0 {
            short = Decimal64(units: short.units / 10, decimals: short.decimals - 1)
        }
        return short
    }

    /// The same number with `newDecimals` decimals, ties to even. Traps if it does not fit.
    public func rounded(to newDecimals: Int) -> Decimal64 {
        if newDecimals >= decimals {
            return Decimal64(
                units: units * Self.powerOfTen(newDecimals - decimals), decimals: newDecimals)
        }
        let divisor = Self.powerOfTen(decimals - newDecimals)
        return Decimal64(units: units.dividedRoundingToEven(by: divisor), decimals: newDecimals)
    }
}

extension Int64 {
    /// The quotient rounded to the nearest integer, ties to even. Traps unless `divisor` > 0.
    public func dividedRoundingToEven(by divisor: Int64) -> Int64 {
        precondition(divisor > 0, "divisor \(divisor) must be positive")
        var (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        if remainder < 0 {
            quotient -= 1
            remainder += divisor
        }
        let twice = UInt64(remainder) * 2
        if twice > UInt64(divisor) || (twice == UInt64(divisor) && quotient & 1 == 1) {
            quotient += 1
        }
        return quotient
    }

    /// The quotient rounded towards minus infinity. Traps unless `divisor` > 0.
    public func dividedRoundingDown(by divisor: Int64) -> Int64 {
        precondition(divisor > 0, "divisor \(divisor) must be positive")
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }

    /// The remainder that goes with ``dividedRoundingDown(by:)``: never negative.
    public func remainderRoundingDown(by divisor: Int64) -> Int64 {
        self - dividedRoundingDown(by: divisor) * divisor
    }
}

extension Decimal64: CustomStringConvertible {
    public var description: String {
        let scale = Self.powerOfTen(decimals)
        let magnitude = units.magnitude
        let whole = "\(units < 0 ? "-" : "")\(magnitude / UInt64(scale))"
        guard decimals > 0 else { return whole }
        let digits = String(magnitude % UInt64(scale))
        return whole + "." + String(repeating: "0", count: decimals - digits.count) + digits
    }
}
