import Vocabulary

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
