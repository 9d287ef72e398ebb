import Vocabulary

/// The distance of a track as a series that never falls.
enum TrackDistance {
    /// Centimetres that are never suspicious, besides what the fastest runner covers.
    private static let usualStep: Int64 = 5000

    /// Leaves out distances far beyond those behind them, and adds up a distance that began anew:
    /// with a lap, with a file that was put together. Where it falls otherwise, a recorder has
    /// corrected itself: the distance stands still until it is reached again.
    static func straighten(_ points: inout [TrackPoint], _ losses: inout TrackLosses) {
        var known = points.indices.filter { points[$0].sample[.distance] != nil }[...]
        dropFirst(of: &known, in: &points, &losses)
        let told = known.map { points[$0].sample[.distance] ?? 0 }
        guard let first = known.first else { return }
        var (base, last, lastTime): (Int64, Int64, Int64) = (0, told[0], points[first].time)
        for (place, index) in known.enumerated() {
            let ahead = told[place...].prefix(TrackOrder.horizon + 1)
            let reach = reach(from: lastTime, to: points[index].time)
            if told[place] > last + reach, isTakenBack(ahead, to: last, behind: place) {
                losses.note(.distanceOutOfOrder, at: points[index].place)
                points[index].sample[.distance] = nil
                continue
            }
            if told[place] >= last {
                last = told[place]
            } else if told[place] < last / 2, !leapsBack(ahead, over: last, reach) {
                base += last
                last = told[place]
            }
            lastTime = points[index].time
            let total = base + last
            points[index].sample[.distance] = Metric.distance.allows(total) ? total : nil
        }
    }

    /// Leaves out a first distance that is left over from before: the next one is less.
    private static func dropFirst(
        of known: inout ArraySlice<Int>, in points: inout [TrackPoint], _ losses: inout TrackLosses
    ) {
        guard known.count > 1, let first = known.first,
            let distance = points[first].sample[.distance],
            let next = points[known[known.startIndex + 1]].sample[.distance], next < distance
        else { return }
        losses.note(.distanceOutOfOrder, at: points[first].place)
        points[first].sample[.distance] = nil
        known.removeFirst()
    }

    /// Whether most of what follows a leap lies before it, or nothing follows and there was none in
    /// many distances before.
    private static func isTakenBack(
        _ ahead: ArraySlice<Int64>, to last: Int64, behind count: Int
    ) -> Bool {
        guard let number = ahead.first else { return false }
        let behind = ahead.dropFirst()
        return behind.isEmpty && count > TrackOrder.horizon
            || behind.count { last <= $0 && $0 < number } > behind.count { $0 >= number }
    }

    /// Whether what follows a fall comes back in one step, not by going on from there.
    private static func leapsBack(
        _ ahead: ArraySlice<Int64>, over last: Int64, _ reach: Int64
    ) -> Bool {
        zip(ahead, ahead.dropFirst()).contains { $0 < last && $1 >= last && $1 - $0 > reach }
    }

    /// The greatest distance, in centimetres, that anybody can cover between two times.
    private static func reach(from begin: Int64, to end: Int64) -> Int64 {
        let fastest = Metric.speed.row.limits.upperBound * 100
        return usualStep + (end - begin) * fastest / FleetDuration.ticksPerSecond
    }
}
