import Vocabulary

/// Turns measured heart rate into evidence of effort, sample by sample.
///
/// A value: a copy goes on independently and gives the same evidence. Constant time and memory,
/// the same for every sample period.
public struct EffortTracker: Hashable, Sendable {
    /// Time constant of the smoothing of the fraction, seconds: evens out whole beats and breaths.
    public static let fractionTimeConstant = 5.0
    /// Time constant of the filter whose slope is the trend, seconds: the slope of wander around
    /// an even effort stays well below that of a change of effort.
    public static let trendTimeConstant = 10.0
    /// For so long after the first heart rate there is no trend.
    public static let trendDelay = FleetDuration.seconds(20)
    /// With no heart rate for longer than this there is no evidence of effort.
    public static let silenceLimit = FleetDuration.seconds(10)

    private let reserve: HeartRateReserve
    private var filters: Filters?

    private struct Filters: Hashable {
        private let seededTick: SessionTick
        private var measuredTick: SessionTick
        var fraction: LowPass
        var history: TwiceLowPass

        init(seededWith fraction: Double, at instant: FleetDuration) {
            seededTick = SessionTick(instant)
            measuredTick = seededTick
            self.fraction = LowPass(seededWith: fraction)
            history = TwiceLowPass(seededWith: fraction)
        }

        var seeded: FleetDuration { seededTick.instant }
        var measured: FleetDuration { measuredTick.instant }

        /// The time of a silence enters as one long step: what happened in it counts as straight.
        mutating func advance(to input: Double, at instant: FleetDuration) {
            let elapsed = instant.secondsSince(measured)
            measuredTick = SessionTick(instant)
            fraction.advance(to: input, elapsed: elapsed, timeConstant: fractionTimeConstant)
            history.advance(to: input, elapsed: elapsed, timeConstant: trendTimeConstant)
        }
    }

    /// - Parameters:
    ///   - resting: beats per minute at rest, above 0.
    ///   - maximal: beats per minute at most; traps unless above `resting`.
    public init(resting: Double, maximal: Double) {
        reserve = HeartRateReserve(resting: resting, maximal: maximal)
    }

    /// Takes in the sample at `instant` of session time and tells what is known now.
    ///
    /// - Parameter heartRate: beats per minute; nil if not measured.
    ///
    /// Traps if `instant` lies before an earlier one.
    public mutating func observe(
        heartRate: Int64?, stage: FlightStage, at instant: FleetDuration
    ) -> PhaseEvidence {
        if let heartRate {
            let fraction = reserve.fraction(of: Double(heartRate))
            if filters == nil {
                filters = Filters(seededWith: fraction, at: instant)
            } else {
                filters?.advance(to: fraction, at: instant)
            }
        }
        return evidence(stage: stage, at: instant)
    }

    /// Forgets the past: the next heart rate is a first one. For after a pause, in which session
    /// time stood still while the heart went on.
    public mutating func restart() { filters = nil }

    private func evidence(stage: FlightStage, at instant: FleetDuration) -> PhaseEvidence {
        guard let filters, instant - filters.measured <= Self.silenceLimit else {
            return PhaseEvidence(fraction: nil, trend: nil, stage: stage)
        }
        let slope = filters.history.slope(timeConstant: Self.trendTimeConstant)
        let hasTrend = instant - filters.seeded >= Self.trendDelay
        return PhaseEvidence(
            fraction: filters.fraction.value, trend: hasTrend ? slope * 60 : nil, stage: stage)
    }
}
