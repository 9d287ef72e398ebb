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
