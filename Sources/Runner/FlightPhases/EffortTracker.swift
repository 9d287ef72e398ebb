import Vocabulary

/// Turns what a watch measures into evidence of effort, sample by sample: a smoothed fraction of
/// the heart-rate reserve, and its trend.
///
/// A change of speed foretells one of heart rate. While speed is measured, the filters of heart
/// rate move on by the ``SpeedForecast`` at each sample, and measured heart rate corrects them: so
/// the fraction is slow against the wander of the heart, and neither lags behind a change of
/// effort.
/// Without speed they follow heart rate alone.
///
/// It is a value; a copy gives the same evidence. It costs constant time and memory at every sample
/// period.
public struct EffortTracker: Hashable, Sendable {
    /// Seconds: the time constant of the filter of the fraction. It evens out the rounding to whole
    /// beats, breathing, and the quick part of the heart's wander.
    public static let fractionTimeConstant = 10.0
    /// Seconds: the same while speed is measured, and by how much the fraction is then carried on
    /// along its trend, against the lag of filter and sensor.
    public static let fractionTimeConstantWithSpeed = 14.0
    private static let fractionLeadWithSpeed = 5.0
    /// Seconds: the time constant of the filter whose slope is the trend. It is long enough for the
    /// slope of wander at even effort to stay well below the slope of a change of effort.
    public static let trendTimeConstant = 10.0
    /// Seconds: the same while speed is measured. The slope of heart rate is then only what speed
    /// has not foretold, and it counts by half, since much of it is wander.
    public static let trendTimeConstantWithSpeed = 5.0
    private static let slopeShareWithSpeed = 0.5
    /// How long after the first heart rate there is no trend.
    public static let trendDelay = FleetDuration.seconds(20)
    /// After a longer silence of heart rate there is no evidence of effort.
    public static let silenceLimit = FleetDuration.seconds(10)

    private let reserve: HeartRateReserve
    private var filters: Filters?

    private struct Filters: Hashable {
        private let seededTick: SessionTick
        private var measuredTick: SessionTick
        private var level: LowPass
        private var history: TwiceLowPass
        private var forecast: SpeedForecast

        init(seededWith fraction: Double, speed: Double?, at instant: FleetDuration) {
            seededTick = SessionTick(instant)
            measuredTick = seededTick
            level = LowPass(seededWith: fraction)
            history = TwiceLowPass(seededWith: fraction)
            forecast = SpeedForecast(seededWith: speed)
        }

        var seeded: FleetDuration { seededTick.instant }
        var measured: FleetDuration { measuredTick.instant }
        private var trendTimeConstant: Double {
            forecast.isKnown
                ? EffortTracker.trendTimeConstantWithSpeed : EffortTracker.trendTimeConstant
        }

        /// A silence is one long step, as if heart rate had changed linearly in it.
        mutating func advance(to input: Double, speed: Double?, at instant: FleetDuration) {
            let elapsed = instant.secondsSince(measured)
            measuredTick = SessionTick(instant)
            let rise = forecast.advance(to: speed, elapsed: elapsed)
            level.move(by: rise)
            history.move(by: rise)
            level.advance(
                to: input, elapsed: elapsed,
                timeConstant: forecast.isKnown
                    ? fractionTimeConstantWithSpeed : fractionTimeConstant)
            history.advance(to: input, elapsed: elapsed, timeConstant: trendTimeConstant)
        }

        /// The fraction of the reserve.
        var fraction: Double {
            forecast.isKnown ? level.value + fractionLeadWithSpeed * slope : level.value
        }

        /// The slope of the fraction, per second.
        var slope: Double {
            let unforetold = history.slope(timeConstant: trendTimeConstant)
            return forecast.isKnown ? forecast.slope + slopeShareWithSpeed * unforetold : unforetold
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
    /// - Parameters:
    ///   - heartRate: beats per minute; nil if not measured.
    ///   - speed: metres per second; nil if not measured.
    ///
    /// Traps if `instant` lies before an earlier one.
    public mutating func observe(
        heartRate: Int64?, speed: Double? = nil, stage: FlightStage, at instant: FleetDuration
    ) -> PhaseEvidence {
        if let heartRate {
            let fraction = reserve.fraction(of: Double(heartRate))
            if filters == nil {
                filters = Filters(seededWith: fraction, speed: speed, at: instant)
            } else {
                filters?.advance(to: fraction, speed: speed, at: instant)
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
        let hasTrend = instant - filters.seeded >= Self.trendDelay
        return PhaseEvidence(
            fraction: filters.fraction, trend: hasTrend ? filters.slope * 60 : nil,
            stage: stage)
    }
}
