import Vocabulary

/// A value of a metric and the instant at which it was measured.
struct Reading: Equatable, Sendable {
    let value: Double
    let at: FleetInstant
}

/// The state of a metric on the display.
enum ReadingState: Equatable, Sendable {
    case fresh(Double)
    /// Not renewed for more than three intervals; shown dim and with a mark.
    case stale(Double)
    /// The session sends values, but this sensor has sent none.
    case absent
    /// No line of the session has come yet.
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

/// The slope of the last readings, for a trend vector.
///
/// It is the least-squares line through the readings of the last ``span``. It needs five readings
/// that cover two thirds of the span, so that noise between two readings does not make a slope. A
/// gap of three intervals starts again.
package struct Tendency: Equatable, Sendable {
    private struct Point: Equatable {
        let at: FleetInstant
        let value: Double
    }

    /// The span whose readings count.
    package let span: FleetDuration
    /// The interval of the readings.
    private let every: FleetDuration
    private var points: [Point] = []

    /// The most readings that are kept: one a second for a minute.
    package static let limit = 60
    private static let pointsMin = 5

    package init(over span: FleetDuration, every: FleetDuration) {
        self.span = span
        self.every = every
    }

    /// Adds a reading; one that is not later than the last is ignored. O(readings kept).
    package mutating func note(_ value: Double, at instant: FleetInstant) {
        if let last = points.last {
            guard instant > last.at else { return }
            if instant - last.at > every * 3 { points.removeAll(keepingCapacity: true) }
        }
        if points.count == Self.limit { points.removeFirst() }
        points.append(Point(at: instant, value: value))
    }

    /// The change a second at `now`; nil with too few readings. O(readings kept).
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
