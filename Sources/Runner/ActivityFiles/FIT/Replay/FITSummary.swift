import Vocabulary

/// What the message of a session or a lap says.
struct FITSummary: Sendable {
    /// Bytes from the beginning of the file.
    let place: Int
    /// Ticks; nil if it is not told.
    let start: Int64?
    /// Nil for a lap.
    let sport: FITSport?
    let totals: TrackTotals

    init(session message: FITMessage) {
        self.init(message, sport: FITSport(message, field: 5))
    }

    init(lap message: FITMessage) { self.init(message, sport: nil) }

    /// The fields of start, elapsed and timer time and distance have the same numbers in both.
    private init(_ message: FITMessage, sport: FITSport?) {
        place = message.offset
        self.sport = sport
        totals = TrackTotals(
            elapsed: Self.span(message.integer(7)), timer: Self.span(message.integer(8)),
            distance: message.integer(9).flatMap {
                $0 > 0 && Metric.distance.allows($0) ? $0 : nil
            })
        start = message.integer(2).flatMap(UInt32.init(exactly:)).map(FITTime.ticks)
    }

    /// A span from milliseconds; nil for 0, which tells nothing, as a distance of 0 does.
    private static func span(_ milliseconds: Int64?) -> FleetDuration? {
        guard let milliseconds, (1...Int64(UInt32.max)).contains(milliseconds) else { return nil }
        return FleetDuration(ticks: milliseconds.dividedRoundingToEven(by: 20))
    }

    /// The sums over laps, each only if all of the laps tell it: timer and distance.
    static func sum(of laps: [FITSummary]) -> TrackTotals {
        var totals = TrackTotals()
        let timers = laps.compactMap(\.totals.timer)
        let distances = laps.compactMap(\.totals.distance)
        guard !laps.isEmpty else { return totals }
        if timers.count == laps.count { totals.timer = timers.reduce(.zero) { $0 + $1 } }
        if distances.count == laps.count { totals.distance = distances.reduce(0, +) }
        return totals
    }
}
