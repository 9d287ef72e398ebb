import Vocabulary

/// One thing that a run has to say, and when.
package struct SourceStep: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case sample(Sample)
        /// Session time stands still from here on.
        case pause
        /// Session time goes on from here.
        case resume
    }

    /// When the step is due: fleet time since the session's start.
    package var offset: FleetDuration
    /// The same with pauses left out.
    package var sessionTime: FleetDuration
    package var content: Content
    /// Of the sample period that ends here.
    package var stage: FlightStage
    /// Of a sample; unknown of a recording.
    package var truth: Truth?

    package init(
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
