import Simulation
import Vocabulary

/// What a lap or a run amounts to: sums, averages and greatest values of its samples.
package struct ActivityTotals: Sendable {
    package let start: ActivityPoint
    package private(set) var end: ActivityPoint
    /// Totals at the start and at the end: distance, steps and energy, where they have been known.
    private let before: Sample
    private var latest: Sample
    /// The descent, which no metric tells: a climb on the other side of the ground.
    private var fall: Climb?
    private var fallenBefore = 0.0
    private static let totals = Metric.cumulative.members
    private(set) var heartRate = Course()
    private(set) var speed = Course()
    private(set) var cadence = Course()
    private(set) var stride = Course()
    private(set) var contact = Course()
    private(set) var stancePercent = Course()

    /// Sum, number, least and greatest of the values that were measured.
    struct Course: Sendable {
        private var sum: Int64 = 0
        private var count: Int64 = 0
        private(set) var least: Int64?
        private(set) var greatest: Int64?

        mutating func add(_ value: Int64?) {
            guard let value else { return }
            sum += value
            count += 1
            least = min(least ?? value, value)
            greatest = max(greatest ?? value, value)
        }

        var average: Int64? { average(scale: 1) }

        /// - Parameter scale: what the average is multiplied by before it is rounded.
        func average(scale: Int64) -> Int64? {
            count == 0 ? nil : (sum * scale).dividedRoundingToEven(by: count)
        }
    }

    /// Empty totals from a point on.
    ///
    /// - Parameter totals: distance, steps and energy at the start.
    init(from start: ActivityPoint, totals: Sample = Sample()) {
        self.init(from: start, totals: totals, fall: nil)
    }

    private init(from start: ActivityPoint, totals: Sample, fall: Climb?) {
        self.fall = fall
        fallenBefore = fall?.ascent ?? 0
        self.start = start
        end = start
        before = totals
        latest = totals
    }

    /// Empty totals that begin where these end.
    var next: ActivityTotals { ActivityTotals(from: end, totals: latest, fall: fall) }

    var isEmpty: Bool { end == start }

    /// Centimetres since the run began, as last known.
    var distance: Int64 { latest[.distance] ?? 0 }

    /// From the start to the end, and the part of it in which the timer ran.
    var elapsed: FleetDuration { end.instant - start.instant }
    var timed: FleetDuration { end.sessionTime - start.sessionTime }

    mutating func add(_ moment: ActivityMoment) {
        let sample = moment.sample
        end = moment.point
        for metric in Self.totals {
            if let total = sample[metric] { latest[metric] = total }
        }
        if let altitude = sample[.altitude] {
            let depth = -Float(Metric.altitude.value(altitude))
            fall?.reach(depth)
            fall = fall ?? Climb(from: depth)
        }
        heartRate.add(sample[.heartRate])
        speed.add(sample[.speed])
        cadence.add(sample[.cadence])
        stride.add(sample[.stride])
        contact.add(sample[.contact])
        stancePercent.add(sample.stancePercent)
    }

    /// By how much a total grew; nil where it has never been known.
    func increase(_ metric: Metric) -> Int64? {
        latest[metric].map { $0 - (before[metric] ?? 0) }
    }

    /// Metres; nil where altitude has never been known.
    var descent: Int64? { fall.map { Int64(($0.ascent - fallenBefore).rounded()) } }

    /// Millimetres a second on average while the timer ran.
    var averageSpeed: Int64? {
        guard timed.ticks > 0, let distance = increase(.distance) else { return nil }
        return (distance * 10 * FleetDuration.ticksPerSecond).dividedRoundingToEven(by: timed.ticks)
    }
}

extension Sample {
    /// Hundredths of a percent: how much of a stride, two steps, a foot is on the ground.
    var stancePercent: Int64? {
        guard let contact = self[.contact], let cadence = self[.cadence], cadence > 0 else {
            return nil
        }
        // Contact in 0.1 ms times cadence in 0.1 steps a minute, over 120 s a stride.
        return (contact * cadence).dividedRoundingToEven(by: 1200)
    }
}
