import Vocabulary

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
