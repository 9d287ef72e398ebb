import Vocabulary

/// Where a session's samples come from. A copy goes on by itself.
package enum RunSource: Sendable {
    case simulated(SimulatedRun)
    case recorded(RecordedRun)

    /// When the next step is due since the session's start; nil after the last.
    package var nextOffset: FleetDuration? {
        switch self {
        case .simulated(let run): run.nextOffset
        case .recorded(let run): run.nextOffset
        }
    }

    /// Whether one of the steps can be a pause.
    package var mayPause: Bool {
        switch self {
        case .simulated: false
        case .recorded: true
        }
    }

    /// The next step. Traps after the last. Allocates nothing.
    package mutating func next() -> SourceStep {
        switch self {
        case .simulated(var run):
            let step = run.next()
            self = .simulated(run)
            return step
        case .recorded(var run):
            let step = run.next()
            self = .recorded(run)
            return step
        }
    }
}
