import Vocabulary

/// Where a session's samples come from, an athlete or a recording. A copy goes on by itself.
///
/// Both lie in a structure rather than in an enumeration, whose payload is copied to be changed.
public struct RunSource: Sendable {
    /// The run of a simulated athlete; nil of a recording.
    public private(set) var simulation: SimulatedRun?
    /// One or none: in an array, a simulated session spends a pointer on it.
    private var recordings: [RecordedRun] = []
    /// Negative after the last step.
    public private(set) var nextTicks: Int32

    public static func simulated(_ run: SimulatedRun) -> RunSource {
        RunSource(simulation: run, nextTicks: ticks(run.nextOffset), mayPause: false)
    }

    public static func recorded(_ run: RecordedRun) -> RunSource {
        RunSource(
            simulation: nil, recordings: [run], nextTicks: ticks(run.nextOffset), mayPause: true)
    }

    private static func ticks(_ offset: FleetDuration?) -> Int32 {
        offset.map { Int32($0.ticks) } ?? -1
    }

    /// When the next step is due since the session's start; nil after the last. Kept beside the
    /// run, since all of a run is copied to ask it.
    public var nextOffset: FleetDuration? {
        nextTicks < 0 ? nil : FleetDuration(ticks: Int64(nextTicks))
    }

    /// Whether one of the steps can be a pause.
    public let mayPause: Bool

    /// The next step. Traps after the last. Allocates nothing.
    public mutating func next() -> SourceStep {
        if let step = simulation?.next() {
            nextTicks = Self.ticks(simulation?.nextOffset)
            return step
        }
        let step = recordings[0].next()
        nextTicks = Self.ticks(recordings[0].nextOffset)
        return step
    }
}

/// One thing that a run has to say, and when.
public struct SourceStep: Equatable, Sendable {
    public enum Content: Equatable, Sendable {
        case sample(Sample)
        /// Session time stands still from here on.
        case pause
        /// Session time goes on from here.
        case resume
    }

    /// When the step is due: fleet time since the session's start.
    public var offset: FleetDuration
    /// The same with pauses left out.
    public var sessionTime: FleetDuration
    public var content: Content
    /// Of the sample period that ends here.
    public var stage: FlightStage
    /// Of a sample; unknown of a recording.
    public var truth: Truth?

    public init(
        offset: FleetDuration, sessionTime: FleetDuration, content: Content, stage: FlightStage,
        truth: Truth? = nil
    ) {
        self.offset = offset
        self.sessionTime = sessionTime
        self.content = content
        self.stage = stage
        self.truth = truth
    }
}

/// What a session tells others about itself before its first sample.
public struct SessionProfile: Equatable, Sendable {
    /// The kind of plan, `easy`, or `recording`.
    public var planName: String
    /// Beats per minute.
    public var restingHeartRate: Int
    /// Beats per minute.
    public var maximalHeartRate: Int
    /// What a mission sets out to do, the target distance among it.
    public var mission: Mission?
    /// How long the run itself lasts; nil of a mission, which its distance ends.
    public var plannedRun: FleetDuration?
    /// Unknown of a recording.
    public var athlete: AthleteFacts?

    public init(_ run: SimulatedRun) {
        let athlete = run.athlete
        planName = run.plan.kind.rawValue
        restingHeartRate = athlete.restingHeartRate
        maximalHeartRate = athlete.maximalHeartRate
        mission = run.plan.mission
        plannedRun = run.plan.mission == nil ? run.plan.longestRun : nil
        self.athlete = athlete.facts
    }

    /// A recording does not say whose it is: the heart rate limits come from the settings.
    public init(
        ofRecordingWithRestingHeartRate restingHeartRate: Int = 60, maximalHeartRate: Int = 190
    ) {
        planName = "recording"
        self.restingHeartRate = restingHeartRate
        self.maximalHeartRate = maximalHeartRate
    }
}
