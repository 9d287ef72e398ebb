import Vocabulary

/// All levels and times of flight phases, in one table.
///
/// | phase | from outside it takes | from inside it lasts while | hold, dwell |
/// | --- | --- | --- | --- |
/// | preflight | (start) | stage before the run | none |
/// | takeoff | stage running | below its fraction or above its trend | `takeoff` |
/// | climb | `high.enter` or `rising.enter` | `high.leave` or `rising.leave` | `climb` |
/// | cruise | none of climb's and descent's | the same | `cruise` |
/// | descent | `low.enter` or `falling.enter` | `low.leave` or `falling.leave` | `descent` |
/// | approach | stage final part | until the run ends | none |
/// | touchdown | stage after the run | for good | none |
///
/// The *hold* is how long the evidence for a phase must stand before the machine enters it. The
/// *dwell* is how long a phase lasts before heart rate can end it, and `returnDwell` how long
/// before heart rate can lead straight back to the phase before. The trend outranks the level: a
/// heart rate that falls from a hard effort is descent, one that rises from a low effort is climb.
public struct PhaseThresholds: Hashable, Sendable {
    /// The edge of a level that decides.
    public enum Edge: CaseIterable, Sendable {
        /// For a reading from outside the band.
        case enter
        /// For a reading from inside the band.
        case leave
        /// Halfway, for a reading without memory.
        case border
    }

    /// A level with one edge for entering a band and another for leaving it.
    public struct Level: Hashable, Sendable {
        public let enter: Double
        public let leave: Double

        public init(enter: Double, leave: Double) {
            self.enter = enter
            self.leave = leave
        }

        public subscript(edge: Edge) -> Double {
            switch edge {
            case .enter: enter
            case .leave: leave
            case .border: (enter + leave) / 2
            }
        }
    }

    /// How long evidence must hold and a phase must last.
    public struct Timing: Hashable, Sendable {
        public let hold: FleetDuration
        public let dwell: FleetDuration

        public init(hold: FleetDuration, dwell: FleetDuration) {
            self.hold = hold
            self.dwell = dwell
        }
    }

    /// The end of the takeoff. After `dwell`, heart rate at or above `fraction` that rises by no
    /// more than `trend` ends it, once that has held for the next phase's hold; in any case
    /// `timeLimit`.
    public struct Takeoff: Hashable, Sendable {
        public let fraction: Double
        public let trend: Double
        public let dwell: FleetDuration
        public let timeLimit: FleetDuration

        public init(
            fraction: Double, trend: Double, dwell: FleetDuration, timeLimit: FleetDuration
        ) {
            self.fraction = fraction
            self.trend = trend
            self.dwell = dwell
            self.timeLimit = timeLimit
        }
    }

    /// Hard effort: a fraction of the reserve at or above.
    public let high: Level
    /// Low effort: a fraction of the reserve at or below.
    public let low: Level
    /// Rising effort: a trend per minute at or above.
    public let rising: Level
    /// Falling effort: a trend per minute at or below, negative.
    public let falling: Level
    public let takeoff: Takeoff
    public let climb: Timing
    public let cruise: Timing
    public let descent: Timing
    /// The dwell of climb, cruise and descent before heart rate can lead back to the phase before.
    public let returnDwell: FleetDuration

    /// Traps unless low.enter < low.leave < high.leave < high.enter, falling.enter < falling.leave
    /// < 0 < rising.leave < rising.enter, the takeoff's trend lies in 0...rising.enter, no span is
    /// negative, the takeoff's limit is not below its dwell and the return dwell not below any.
    public init(
        high: Level, low: Level, rising: Level, falling: Level, takeoff: Takeoff,
        climb: Timing, cruise: Timing, descent: Timing, returnDwell: FleetDuration
    ) {
        Self.validate(high: high, low: low)
        Self.validate(rising: rising, falling: falling)
        Self.validate(takeoff, rising: rising)
        for timing in [climb, cruise, descent] {
            Self.validate(timing, returnDwell: returnDwell)
        }
        self.high = high
        self.low = low
        self.rising = rising
        self.falling = falling
        self.takeoff = takeoff
        self.climb = climb
        self.cruise = cruise
        self.descent = descent
        self.returnDwell = returnDwell
    }
}

extension PhaseThresholds {
    /// Hold and dwell of `phase`; both zero for the phases that follow the stage.
    public func timing(of phase: Phase) -> Timing {
        switch phase {
        case .preflight, .approach, .touchdown: Timing(hold: .zero, dwell: .zero)
        case .takeoff: Timing(hold: .zero, dwell: takeoff.dwell)
        case .climb: climb
        case .cruise: cruise
        case .descent: descent
        }
    }
}

extension PhaseThresholds {
    /// The table that the daemon flies by.
    ///
    /// - `low` is the border of light and moderate exercise, 40 % of the heart-rate reserve, and
    ///   `high` lies in the upper part of vigorous exercise, 60 to 89 % (Garber et al., Medicine &
    ///   Science in Sports & Exercise, 2011): easy and steady running at 0.58 to 0.75 is cruise,
    ///   running near the threshold and above is climb.
    /// - `rising` and `falling` lie above the trends that hills, red lights and the wander of heart
    ///   rate cause at even effort, and below the trend of an interval: with a time constant of
    ///   about 45 s (57 s in Hunt et al., BioMed Eng OnLine, 2015) a step of 0.3 of the reserve
    ///   begins with 0.4 per minute. Less keeps a phase. `rising` is kept the longest: a bout of
    ///   intervals is one climb, from its steep beginning until its level is high.
    /// - The on-transient from standing, of the same time constant, is over after two to four
    ///   minutes: `takeoff`.
    /// - Evidence is smoothed enough to count after a second or two. To begin a descent it must
    ///   hold for ten: a runner who only waits for a gap in the traffic is off again by then. A
    ///   dwell of 20 s is short against the bouts of intervals, which last minutes. A return dwell
    ///   above a minute prevents a change there and back within a minute. It is as long as a bout
    ///   takes from its steep beginning until its level is high: with a shorter one, heart rate
    ///   alone, which wanders by 2.5 beats a minute, would split a bout into two climbs.
    public static let standard = PhaseThresholds(
        high: Level(enter: 0.83, leave: 0.80),
        low: Level(enter: 0.40, leave: 0.44),
        rising: Level(enter: 0.33, leave: 0.17),
        falling: Level(enter: -0.30, leave: -0.20),
        takeoff: Takeoff(
            fraction: 0.50, trend: 0.08, dwell: .seconds(45), timeLimit: .seconds(240)),
        climb: Timing(hold: .seconds(1), dwell: .seconds(20)),
        cruise: Timing(hold: .seconds(2), dwell: .seconds(20)),
        descent: Timing(hold: .seconds(10), dwell: .seconds(20)),
        returnDwell: .seconds(76))
}

extension PhaseThresholds {
    static func validate(high: Level, low: Level) {
        precondition(
            high.leave < high.enter, "high is left at \(high.leave), entered at \(high.enter)")
        precondition(
            low.enter < low.leave, "low is left at \(low.leave), entered at \(low.enter)")
        precondition(
            low.leave < high.leave, "low reaches \(low.leave), into high from \(high.leave)")
    }

    static func validate(rising: Level, falling: Level) {
        precondition(
            0 < rising.leave && rising.leave < rising.enter,
            "rising is left at \(rising.leave), entered at \(rising.enter)")
        precondition(
            falling.enter < falling.leave && falling.leave < 0,
            "falling is left at \(falling.leave), entered at \(falling.enter)")
    }

    static func validate(_ takeoff: Takeoff, rising: Level) {
        precondition(
            takeoff.fraction.isFinite && 0 <= takeoff.trend && takeoff.trend <= rising.enter,
            "takeoff ends at fraction \(takeoff.fraction) and trend \(takeoff.trend)")
        precondition(
            .zero <= takeoff.dwell && takeoff.dwell <= takeoff.timeLimit,
            "takeoff's dwell \(takeoff.dwell) and time limit \(takeoff.timeLimit) contradict")
    }

    static func validate(_ timing: Timing, returnDwell: FleetDuration) {
        precondition(
            timing.hold >= .zero && timing.dwell >= .zero && returnDwell >= timing.dwell,
            "hold \(timing.hold), dwell \(timing.dwell) and return dwell \(returnDwell) contradict")
    }
}
