import Vocabulary

/// The source of a session's samples: a simulated athlete or a recording. A copy advances
/// independently.
///
/// It is a structure and not an enumeration, because changing an enumeration's payload copies it.
public struct RunSource: Sendable {
    /// The run of a simulated athlete; nil for a recording.
    public private(set) var simulation: SimulatedRun?
    /// The run of a recording; none for a simulated athlete.
    private var recording = Rare<RecordedRun>()
    /// Ticks from the session's start to the next step; negative after the last.
    // Kept beside the run, because asking the run copies all of its state.
    public private(set) var nextTicks: Int32

    public static func simulated(_ run: SimulatedRun) -> RunSource {
        RunSource(
            simulation: run, nextTicks: ticks(run.nextOffset), mayPause: run.mayPause)
    }

    public static func recorded(_ run: RecordedRun) -> RunSource {
        RunSource(
            simulation: nil, recording: Rare(run), nextTicks: ticks(run.nextOffset), mayPause: true)
    }

    private static func ticks(_ offset: FleetDuration?) -> Int32 {
        offset.map { Int32($0.ticks) } ?? -1
    }

    /// When the next step is due since the session's start; nil after the last.
    public var nextOffset: FleetDuration? {
        nextTicks < 0 ? nil : FleetDuration(ticks: Int64(nextTicks))
    }

    /// How many samples of a simulated athlete come, one a period, before the next pause or the
    /// session's last sample; nil for a recording.
    public var plainSamples: Int? { simulation.map(\.plainSamples) }

    /// How long the pauses take that a simulated athlete will yet make; zero for a recording.
    public var pausesToCome: FleetDuration { simulation.map(\.pausesToCome) ?? .zero }

    /// The span between two samples of a simulated athlete; nil for a recording.
    public var period: FleetDuration? { simulation.map(\.period) }

    /// Whether a step can be a pause.
    public let mayPause: Bool

    /// Whether it is known where the run leads; not indoors, and not of every recording.
    /// O(rows) of a recording.
    public var hasPlaces: Bool {
        if let simulation { return simulation.trueSite != nil }
        let rows = recording.value?.recording.rows ?? []
        return rows.contains { !$0.sample.present.isDisjoint(with: Metric.places) }
    }

    /// The next step. Traps after the last. Allocates nothing.
    public mutating func next() -> SourceStep {
        guard simulation != nil else { return nextOfRecording() }
        // A chain of optionals would copy the step once more.
        let step = simulation!.next()
        nextTicks = Self.ticks(simulation!.nextOffset)
        return step
    }

    private mutating func nextOfRecording() -> SourceStep {
        let step = recording.update { run in
            let step = run.next()
            nextTicks = Self.ticks(run.nextOffset)
            return step
        }
        guard let step else { preconditionFailure("a step of a source without a run") }
        return step
    }
}

/// One step of a run, a sample, a pause or a resumption, and when it is due.
public struct SourceStep: Equatable, Sendable {
    public enum Content: Equatable, Sendable {
        case sample(Sample)
        /// Session time stands still from this step on.
        case pause
        /// Session time advances again from this step on.
        case resume
    }

    /// When the step is due: fleet time since the session's start.
    public var offset: FleetDuration
    /// The offset without the pauses.
    public var sessionTime: FleetDuration
    public var content: Content
    /// The stage in the sample period that ends here.
    public var stage: FlightStage
    /// The truth of a simulated sample; nil for a recording.
    public var truth: Truth?
}

/// What is known of a session before its first sample.
public struct SessionProfile: Equatable, Sendable {
    /// The kind of plan, `easy`, or `recording`.
    public var planName: String
    /// Beats per minute.
    public var restingHeartRate: Int
    /// Beats per minute.
    public var maximalHeartRate: Int
    /// The target of a mission; nil for other plans.
    public var mission: Mission?
    /// The duration of the run; nil for a mission, which its distance ends, and for a recording.
    public var plannedRun: FleetDuration?
    /// Nil for a recording.
    public var athlete: AthleteFacts?
    /// Nil unless one is ordered.
    public var athleteName: String?

    /// - Parameter athlete: who runs; a run does not keep it.
    public init(_ run: SimulatedRun, of athlete: Athlete) {
        planName = run.plan.kind.rawValue
        restingHeartRate = athlete.restingHeartRate
        maximalHeartRate = athlete.maximalHeartRate
        mission = run.plan.mission
        plannedRun = run.plan.mission == nil ? run.plan.longestRun : nil
        self.athlete = athlete.facts
    }

    /// The profile of a recording. Its athlete is unknown, so the limits of heart rate are
    /// settings.
    public init(
        ofRecordingWithRestingHeartRate restingHeartRate: Int = 60, maximalHeartRate: Int = 190
    ) {
        planName = "recording"
        self.restingHeartRate = restingHeartRate
        self.maximalHeartRate = maximalHeartRate
    }
}
