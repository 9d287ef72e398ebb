import CivilTime
import Simulation
import Vocabulary

/// The run of an athlete on one day: a session of the fleet.
package struct DayRun: Equatable, Sendable {
    package let date: CivilDate
    /// When the session begins on the clock of the wall, seconds after midnight.
    package let second: Int
    /// The session's start, one sample period before its first sample. The athlete stands first.
    package let start: FleetInstant
    /// From the session's start to its end: standing, the run or as long as the athlete may take
    /// for it, standing.
    package let duration: FleetDuration
    package let plan: RunPlan
    /// The region or route that is given to the athlete.
    let terrain: Terrain?
    /// What is ordered of the athlete's body and sensors.
    let athleteOrder: AthleteOrder?
    /// How the athlete is on the day.
    let condition: Condition

    package var end: FleetInstant { start + duration }

    /// The run itself, sample by sample. The lap of the simulation is the date's day number, so
    /// that a run is the same whatever the fleet's epoch.
    package func simulated(
        seed: UInt64, lane: LaneID, rate: SampleRate, equipment: Equipment = Equipment()
    ) -> SimulatedRun {
        SimulatedRun(
            seed: seed, lane: lane, lap: date.dayNumber, rate: rate, equipment: equipment,
            plan: plan, on: terrain, as: athleteOrder, in: condition, at: start, lasting: duration)
    }
}

/// What is known of a day's run before its plan is drawn.
struct RunSlot {
    let kind: PlanKind
    let minutes: Int
    /// Seconds after midnight.
    let second: Int
    /// The most minutes that the run takes.
    private let longest: Int

    /// - Parameter longest: nil for a run as long as is usual for its kind.
    init(kind: PlanKind, minutes: Int, second: Int, longest: Int? = nil) {
        (self.kind, self.minutes, self.second) = (kind, minutes, second)
        self.longest = longest ?? (kind == .long ? minutes : 70)
    }

    /// A minute by which the run is over, in minutes after midnight.
    var lastMinute: Int { second / 60 + longest + 8 }

    /// How much the run asks of the body: minutes weighted by how hard they are, about 50 for an
    /// easy run.
    var load: Double {
        let weight =
            switch kind {
            case .easy: 1.0
            case .long: 1.05
            case .mission: 1.2
            case .progression: 1.3
            case .tempo, .fartlek: 1.5
            case .intervals, .repetitions: 1.7
            }
        return weight * Double(minutes)
    }
}
