import Vocabulary

/// The levels and times that make flight phases of heart rate, all in one table.
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
/// *Hold* is how long the evidence for a phase must have held before it is entered, *dwell* how
/// long a phase lasts before heart rate can end it, and `returnDwell` how long before heart rate
/// can lead straight back to where it came from. The trend outranks the level: falling from a hard
/// effort is easing, rising from a low one is climbing.
public struct PhaseThresholds: Hashable, Sendable {
    /// Which edge of a level decides.
    public enum Edge: CaseIterable, Sendable {
        /// From outside the band.
        case enter
        /// From inside the band.
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

    /// What ends the takeoff: heart rate at `fraction` whose rise is down to `trend`, for the hold
    /// of the next phase and after `dwell`; or `timeLimit`.
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

    /// Hard effort: fraction of the reserve at or above.
    public let high: Level
    /// Low effort: fraction of the reserve at or below.
    public let low: Level
    /// Rising effort: fraction per minute at or above.
    public let rising: Level
    /// Falling effort: fraction per minute at or below, negative.
    public let falling: Level
    public let takeoff: Takeoff
    public let climb: Timing
    public let cruise: Timing
    public let descent: Timing
    /// How long climb, cruise and descent last before heart rate can lead back to the phase before.
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
