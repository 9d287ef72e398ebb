/// How much faster than the clock fleet time runs, in thousandths: 1000 is real time.
package struct PlaybackSpeed: Hashable, Sendable {
    package static let realTime = PlaybackSpeed(thousandths: 1000)!
    /// 0.1 to 3600 times real time: slow enough to read along, an hour in a second.
    package static let allowedThousandths: ClosedRange<Int64> = 100...3_600_000

    package let thousandths: Int64

    package init?(thousandths: Int64) {
        guard Self.allowedThousandths.contains(thousandths) else { return nil }
        self.thousandths = thousandths
    }

    /// Reads `60` or `0.5`; nil outside the allowed range and for more than three decimals.
    package init?(parsing text: some StringProtocol) {
        guard let decimal = Decimal64(parsing: text), decimal.decimals <= 3 else { return nil }
        self.init(thousandths: decimal.rounded(to: 3).units)
    }
}

extension PlaybackSpeed: CustomStringConvertible {
    package var description: String {
        var decimal = Decimal64(units: thousandths, decimals: 3)
        while decimal.decimals > 0, decimal.units % 10 == 0 {
            decimal = Decimal64(units: decimal.units / 10, decimals: decimal.decimals - 1)
        }
        return "\(decimal)"
    }
}
