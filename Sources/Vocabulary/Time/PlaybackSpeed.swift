/// How much faster than the clock fleet time runs, in thousandths: 1000 is real time.
///
/// At ``fastest`` the clock does not move fleet time at all: it goes on as lines are computed and
/// read.
public struct PlaybackSpeed: Hashable, Sendable {
    public static let realTime = PlaybackSpeed(thousandths: 1000)!
    /// Written `max`.
    public static let fastest = PlaybackSpeed(clockThousandths: 0)
    /// 0.1 to 3600 times real time: slow enough to read along, an hour in a second.
    public static let allowedThousandths: ClosedRange<Int64> = 100...3_600_000

    /// 0 for ``fastest``.
    public let thousandths: Int64

    public init?(thousandths: Int64) {
        guard Self.allowedThousandths.contains(thousandths) else { return nil }
        self.init(clockThousandths: thousandths)
    }

    private init(clockThousandths: Int64) { thousandths = clockThousandths }

    /// Whether the clock says which instant is due.
    public var isPaced: Bool { thousandths > 0 }

    /// Reads `60`, `0.5` or `max`; nil outside the allowed range and for more than three decimals.
    public init?(parsing text: some StringProtocol) {
        guard text != Self.fastestText else {
            self = .fastest
            return
        }
        guard let decimal = Decimal64(parsing: text), decimal.decimals <= 3 else { return nil }
        self.init(thousandths: decimal.rounded(to: 3).units)
    }
}

extension PlaybackSpeed: CustomStringConvertible {
    private static let fastestText = "max"

    public var description: String {
        guard isPaced else { return Self.fastestText }
        var decimal = Decimal64(units: thousandths, decimals: 3)
        while decimal.decimals > 0, decimal.units % 10 == 0 {
            decimal = Decimal64(units: decimal.units / 10, decimals: decimal.decimals - 1)
        }
        return "\(decimal)"
    }
}
