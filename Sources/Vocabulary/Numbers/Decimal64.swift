/// A decimal number with a fixed number of places: `units` / 10^`decimals`.
///
/// It is how numbers leave and enter the exact part of the program: metrics are integers with the
/// places of their ``Metric``, and what is printed has a stated number of places.
public struct Decimal64: Hashable, Sendable {
    public var units: Int64
    public var decimals: Int

    public init(units: Int64, decimals: Int) {
        precondition((0...18).contains(decimals), "decimals \(decimals) outside 0...18")
        self.units = units
        self.decimals = decimals
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
    /// Reads `-12`, `3.25` and the like: an optional sign, digits, and optionally a point and more
    /// digits, at most nine on either side. No exponent, no spaces, no lone point.
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

    /// The same number with `places` decimals, ties to even. Traps if it does not fit.
    public func rounded(to places: Int) -> Decimal64 {
        if places >= decimals {
            return Decimal64(
                units: units * Self.powerOfTen(places - decimals), decimals: places)
        }
        let divisor = Self.powerOfTen(decimals - places)
        return Decimal64(units: units.dividedRoundingToEven(by: divisor), decimals: places)
    }
}

extension Int64 {
    /// The quotient rounded to the nearest integer, ties to even. `divisor` must be positive.
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

    /// The quotient rounded towards minus infinity. `divisor` must be positive.
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
