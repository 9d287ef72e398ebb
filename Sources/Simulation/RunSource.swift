import Vocabulary

/// Where a session's samples come from, an athlete or a recording. A copy goes on by itself.
///
/// Both lie in a structure rather than in an enumeration, whose payload is copied to be changed.
package struct RunSource: Sendable {
    /// The run of a simulated athlete; nil of a recording.
    package private(set) var simulation: SimulatedRun?
    /// One or none: in an array, a simulated session spends a pointer on it.
    private var recordings: [RecordedRun] = []
    /// When the next step is due since the session's start; nil after the last.
    package private(set) var nextOffset: FleetDuration?

    package static func simulated(_ run: SimulatedRun) -> RunSource {
        RunSource(simulation: run, nextOffset: run.nextOffset)
    }

    package static func recorded(_ run: RecordedRun) -> RunSource {
        RunSource(simulation: nil, recordings: [run], nextOffset: run.nextOffset)
    }

    /// Whether one of the steps can be a pause.
    package var mayPause: Bool { simulation == nil }

    /// The next step. Traps after the last. Allocates nothing.
    package mutating func next() -> SourceStep {
        if let step = simulation?.next() {
            nextOffset = simulation?.nextOffset
            return step
        }
        let step = recordings[0].next()
        nextOffset = recordings[0].nextOffset
        return step
    }
}
