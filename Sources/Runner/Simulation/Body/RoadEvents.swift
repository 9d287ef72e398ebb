import Vocabulary

/// Stops and walk breaks: lights, crossings, shoe laces, tiredness.
///
/// They are two independent Poisson processes, and none begins in hard work or in the final part.
struct RoadEvents: Sendable {
    private var stops: RandomIntervals
    /// Seconds of running so far, stops included.
    private var elapsed: Float = 0
    private var walkBreaks: RandomIntervals
    /// Seconds.
    private let longestStop: Float
    /// Seconds left of the present stop and of the present walk break; 0 or less outside of one.
    private var stopLeft: Float = 0
    private var walkLeft: Float = 0
    /// Metres per second in the present walk break.
    private var walkingPace: Float = 0

    /// Seconds of running before the first possible stop and the first possible walk break.
    private static let firstStop: Float = 60
    private static let firstWalkBreak: Float = 300
    private static let walkBreaksPerHour = 5.0
    private static let shareOfWalkers = 0.18
    private static let mostStopsPerHour = 12.0

    init(athlete: Athlete, plan: RunPlan, draws: Draws) {
        let mood = draws.logNormal(.stoppingMood, median: 1, sigma: 0.54)
        let perHour = min(athlete.habits.stopsPerHour * mood, Self.mostStopsPerHour)
        stops = RandomIntervals(perHour: perHour, stream: draws.stream(.stops))
        // Seconds: a runner who races against a target pace does not chat at the light.
        longestStop = plan.kind == .mission ? 90 : 480
        let walks = draws.uniform(.walker) < Self.shareOfWalkers
        walkBreaks = RandomIntervals(
            perHour: walks ? Self.walkBreaksPerHour : 0, stream: draws.stream(.walkBreaks))
    }

    var isStopped: Bool { stopLeft > 0 }

    /// Metres per second in a walk break; nil outside of one.
    var walkingSpeed: Double? { walkLeft > 0 ? Double(walkingPace) : nil }

    /// Lets a stop begin now, or last longer.
    mutating func stand(for seconds: Double) { stopLeft = max(stopLeft, Float(seconds)) }

    /// Advances by one period. Work ends a stop or walk break; in the final part none begins.
    ///
    /// - Parameter red: seconds until a light that has been reached is green.
    mutating func advance(
        _ demand: PlanDemand, red: Double, draws: Draws, at point: SamplePoint
    ) {
        if demand.part == .standing || demand.part == .work {
            stopLeft = 0
            walkLeft = 0
        }
        guard demand.part != .standing else { return }
        elapsed += Float(point.seconds)
        let isInterruptible = demand.part != .work && demand.stage != .finalPart
        if isInterruptible { stand(for: red) }
        advanceStop(isInterruptible && elapsed > Self.firstStop, draws, point.seconds)
        advanceWalkBreak(isInterruptible && elapsed > Self.firstWalkBreak, draws, point.seconds)
    }

    private mutating func advanceStop(_ mayBegin: Bool, _ draws: Draws, _ seconds: Double) {
        if isStopped {
            stopLeft -= Float(seconds)
        } else if mayBegin,
            let event = stops.advance(by: seconds, stream: draws.stream(.stops))
        {
            stopLeft = Float(
                draws.logNormal(.stopLengths, event: event, median: 11, sigma: 0.8)
                    .clamped(to: 5...Double(longestStop)))
        }
    }

    private mutating func advanceWalkBreak(_ mayBegin: Bool, _ draws: Draws, _ seconds: Double) {
        if walkLeft > 0 {
            walkLeft -= Float(seconds)
        } else if mayBegin,
            let event = walkBreaks.advance(by: seconds, stream: draws.stream(.walkBreaks))
        {
            walkingPace = Float(draws.uniform(.walkingSpeeds, event: event, in: 1.25...1.55))
            walkLeft = Float(
                draws.logNormal(.walkBreakLengths, event: event, median: 45, sigma: 0.7)
                    .clamped(to: 8...400))
        }
    }
}

/// A Poisson process: independent events at a constant rate.
///
/// Each event draws the time to the next one, so that at every sample rate the events are the
/// same, to a few seconds.
private struct RandomIntervals: Sendable {
    /// Seconds to the next event.
    private var left: Float
    private let meanSeconds: Float
    private var count: UInt16 = 0

    /// - Parameter perHour: the rate; at 0 nothing ever comes.
    init(perHour: Double, stream: RandomStream) {
        let mean = perHour > 0 ? 3600 / perHour : .infinity
        meanSeconds = Float(mean)
        left = Float(-mean * Elementary.log(stream.uniform(0)))
    }

    /// Advances by `seconds`; returns the number of the event, from 0, that falls in them, if any.
    ///
    /// - Parameter stream: the stream of ``init(perHour:stream:)``, made only when there is an
    ///   event.
    mutating func advance(by seconds: Double, stream: @autoclosure () -> RandomStream) -> UInt64? {
        left -= Float(seconds)
        guard left <= 0 else { return nil }
        defer { count += 1 }
        left -= meanSeconds * Float(Elementary.log(stream().uniform(UInt64(count) + 1)))
        return UInt64(count)
    }
}
