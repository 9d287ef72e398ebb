import Vocabulary

/// One value of a metric and when it was measured.
struct Reading: Equatable, Sendable {
    let value: Double
    let at: FleetInstant
}

/// How a metric stands on the display.
enum ReadingState: Equatable, Sendable {
    case fresh(Double)
    /// Not renewed for more than three strides: shown dim, with a mark.
    case stale(Double)
    /// The session has been heard of, and the sensor has not.
    case absent
    /// Nothing has been heard yet.
    case unknown

    var value: Double? {
        switch self {
        case .fresh(let value), .stale(let value): value
        case .absent, .unknown: nil
        }
    }

    var isStale: Bool {
        switch self {
        case .stale: true
        case .fresh, .absent, .unknown: false
        }
    }
}

/// Where a value goes: the slope of its last readings, for a trend vector.
///
/// The slope is that of the straight line through the readings of the last ``span`` that has the
/// least squares. It takes five readings that cover two thirds of the span, lest two of them that
/// differ by noise point anywhere; a break of three times the usual distance begins anew.
package struct Tendency: Equatable, Sendable {
    private struct Point: Equatable {
        let at: FleetInstant
        let value: Double
    }

    /// What the slope is taken from.
    package let span: FleetDuration
    /// How often readings come.
    private let every: FleetDuration
    private var points: [Point] = []

    /// Readings that are kept at most: one a second for a minute.
    package static let limit = 60
    private static let pointsMin = 5

    package init(over span: FleetDuration, every: FleetDuration) {
        self.span = span
        self.every = every
    }

    /// Notes a reading; one that is not later than the last is passed over. O(readings kept).
    package mutating func note(_ value: Double, at instant: FleetInstant) {
        if let last = points.last {
            guard instant > last.at else { return }
            if instant - last.at > every * 3 { points.removeAll(keepingCapacity: true) }
        }
        if points.count == Self.limit { points.removeFirst() }
        points.append(Point(at: instant, value: value))
    }

    /// Change a second at `now`; nil while too little is known. O(readings kept).
    package func slope(at now: FleetInstant) -> Double? {
        let recent = points.drop { now - $0.at > span }
        guard recent.count >= Self.pointsMin, let first = recent.first, let last = recent.last,
            (last.at - first.at) * 3 >= span * 2
        else { return nil }
        let count = Double(recent.count)
        let times = recent.map { ($0.at - first.at).seconds }
        let meanTime = times.reduce(0, +) / count
        let meanValue = recent.reduce(0) { $0 + $1.value } / count
        var (upper, lower) = (0.0, 0.0)
        for (time, point) in zip(times, recent) {
            upper += (time - meanTime) * (point.value - meanValue)
            lower += (time - meanTime) * (time - meanTime)
        }
        let slope = upper / lower
        return slope.isFinite ? slope : nil
    }
}
