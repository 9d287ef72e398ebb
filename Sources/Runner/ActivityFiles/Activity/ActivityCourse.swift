import Vocabulary

/// A receiver of a run, sample by sample: a file of the run, or the laps that a file needs first.
package protocol ActivityTaking {
    /// Adds a sample; they come in order.
    mutating func take(_ moment: ActivityMoment)
    /// Notes that session time stands still from a point on.
    mutating func pause(at point: ActivityPoint)
    /// Notes that session time goes on.
    mutating func resume(at point: ActivityPoint)
    /// Whether moments are to tell how far off their places may be.
    static var wantsAccuracy: Bool { get }
}

extension ActivityTaking {
    package static var wantsAccuracy: Bool { false }
}

/// Something that a file says of a run, in the order of a file. Seconds are those since 1970.
enum ActivityEvent: Sendable {
    /// The last sample of a second.
    case sample(ActivityMoment, second: Int64)
    /// Behind the samples that the lap sums up.
    case lap(ActivityLap)
    case stop(second: Int64)
    case start(second: Int64)
}

/// A part of a run.
package struct ActivityLap: Sendable {
    /// Why a lap ended.
    enum Trigger: Sendable {
        case distance, phase, end
    }

    /// From 0 on.
    let number: Int
    let trigger: Trigger
    /// The phase in which its samples lie, of a lap by phase; nil without samples.
    let phase: Phase?
    let totals: ActivityTotals
}

/// The order in which a run stands in a file: whole seconds from its beginning on, each with the
/// last sample that ends within it; laps behind their samples; stops and starts of the timer.
struct ActivityCourse: Sendable {
    private let rule: LapRule
    let origin: ActivityPoint
    /// The last sample of a second that may not be over.
    private var pending: ActivityMoment?
    /// The laps that ended within that second.
    private var endedLaps: [ActivityLap] = []
    private var lapCount = 0
    private var lapPhase: Phase?
    private(set) var run: ActivityTotals
    private var lap: ActivityTotals

    /// Centimetres.
    private static let kilometre: Int64 = 100_000

    /// - Parameter origin: where the run began, a sample period before its first sample.
    init(from origin: ActivityPoint, laps: LapRule) {
        rule = laps
        self.origin = origin
        run = ActivityTotals(from: origin)
        lap = run
    }

    /// The second since 1970 that ends at or after a point; seconds are counted from the beginning
    /// of the run.
    func second(of point: ActivityPoint) -> Int64 {
        let perSecond = FleetDuration.ticksPerSecond
        let whole = -(-(point.instant - origin.instant).ticks).dividedRoundingDown(by: perSecond)
        return origin.instant.ticks.dividedRoundingDown(by: perSecond) + whole
    }

    mutating func take(_ moment: ActivityMoment) -> [ActivityEvent] {
        var events: [ActivityEvent] = []
        if let pending, second(of: pending.point) != second(of: moment.point) { events = flush() }
        pending = moment
        run.add(moment)
        let kilometres = lap.distance / Self.kilometre
        lap.add(moment)
        switch rule {
        case .kilometre:
            if lap.distance / Self.kilometre > kilometres { endLap(.distance) }
        case .phase:
            if let lapPhase, lapPhase != moment.phase { endLap(.phase) }
            lapPhase = moment.phase
        }
        return events
    }

    mutating func pause(at point: ActivityPoint) -> [ActivityEvent] {
        flush() + [.stop(second: second(of: point))]
    }

    mutating func resume(at point: ActivityPoint) -> [ActivityEvent] {
        [.start(second: second(of: point))]
    }

    /// Ends the last lap; a run has at least one.
    mutating func finish() -> [ActivityEvent] {
        if !lap.isEmpty || lapCount == 0 { endLap(.end) }
        let laps = endedLaps
        endedLaps = []
        return flush() + [.stop(second: second(of: run.end))] + laps.map { .lap($0) }
    }

    private mutating func flush() -> [ActivityEvent] {
        let last = pending.map { ActivityEvent.sample($0, second: second(of: $0.point)) }
        let events = [last].compactMap { $0 } + endedLaps.map { .lap($0) }
        pending = nil
        endedLaps = []
        return events
    }

    private mutating func endLap(_ trigger: ActivityLap.Trigger) {
        endedLaps.append(
            ActivityLap(
                number: lapCount, trigger: trigger, phase: rule == .phase ? lapPhase : nil,
                totals: lap))
        lapCount += 1
        lap = lap.next
    }
}

/// The laps of a run, for a file that tells of a lap before its samples.
package struct ActivityLaps: ActivityTaking, Sendable {
    private var course: ActivityCourse
    private var laps: [ActivityLap] = []

    /// - Parameter origin: where the run began, a sample period before its first sample.
    package init(from origin: ActivityPoint, laps: LapRule) {
        course = ActivityCourse(from: origin, laps: laps)
    }

    package mutating func take(_ moment: ActivityMoment) { add(course.take(moment)) }
    package mutating func pause(at point: ActivityPoint) { add(course.pause(at: point)) }
    package mutating func resume(at point: ActivityPoint) { add(course.resume(at: point)) }

    /// The laps in order, at least one.
    package consuming func finish() -> [ActivityLap] {
        add(course.finish())
        return laps
    }

    private mutating func add(_ events: [ActivityEvent]) {
        for case .lap(let lap) in events { laps.append(lap) }
    }
}
