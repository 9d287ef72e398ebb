import Vocabulary

/// Turns measured heart rate into evidence of effort, sample by sample: a smoothed fraction of the
/// reserve, and its trend.
///
/// It is a value; a copy gives the same evidence. It costs constant time and memory at every sample
/// period.
public struct EffortTracker: Hashable, Sendable {
    /// Seconds: the time constant of the filter of the fraction. It evens out the rounding to whole
    /// beats, and breathing.
    public static let fractionTimeConstant = 5.0
    /// Seconds: the time constant of the filter whose slope is the trend. It is long enough for the
    /// slope of wander at even effort to stay well below the slope of a change of effort.
    public static let trendTimeConstant = 10.0
    /// How long after the first heart rate there is no trend.
    public static let trendDelay = FleetDuration.seconds(20)
    /// After a longer silence of heart rate there is no evidence of effort.
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

        /// A silence is one long step, as if heart rate had changed linearly in it.
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

    /// Adds the sample at `instant` of session time; returns the evidence now.
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

    /// Starts anew: the next heart rate counts as the first. Call it after a pause, because heart
    /// rate went on while session time stood still.
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
