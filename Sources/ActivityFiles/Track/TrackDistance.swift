import Vocabulary

/// The distance of a track as a series that never falls.
enum TrackDistance {
    /// Centimetres that are never suspicious, besides what the fastest runner covers.
    private static let usualStep: Int64 = 5000

    /// Leaves out distances far beyond those behind them, and adds up a distance that began anew:
    /// with a lap, with a file that was put together. Where it falls otherwise, a recorder has
    /// corrected itself: the distance stands still until it is reached again.
    static func straighten(_ points: inout [TrackPoint], _ losses: inout TrackLosses) {
        let known = points.indices.filter { points[$0].sample[.distance] != nil }
        let told = known.map { points[$0].sample[.distance] ?? 0 }
        guard let first = known.first else { return }
        var (base, last, lastTime): (Int64, Int64, Int64) = (0, told[0], points[first].time)
        for (place, index) in known.enumerated() {
            let order = TrackOrder(
                told[place], after: last,
                ahead: Array(told[(place + 1)...].prefix(TrackOrder.horizon)),
                usual: reach(from: lastTime, to: points[index].time), longest: .max / 4)
            switch order {
            case .stranger where told[place] > last:
                losses.note(.distanceOutOfOrder, at: points[index].place)
                points[index].sample[.distance] = nil
                continue
            case .jump where told[place] < last / 2:
                base += last
                last = told[place]
            case .goesOn: last = told[place]
            case .stranger, .jump: break
            }
            lastTime = points[index].time
            let total = base + last
            points[index].sample[.distance] = Metric.distance.allows(total) ? total : nil
        }
    }

    /// How far nobody comes, in centimetres.
    private static func reach(from begin: Int64, to end: Int64) -> Int64 {
        let fastest = Metric.speed.description.upperLimit * 100
        return usualStep + (end - begin) * fastest / FleetDuration.ticksPerSecond
    }
}
