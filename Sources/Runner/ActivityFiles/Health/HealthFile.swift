import Simulation
import Vocabulary

/// Writes what is known of one athlete as the export of the phone's Health app, piece by piece.
///
/// Whatever a query of the same range counts is in it, and nothing else: each entry is a record,
/// and so is each value of a second of a session, and the growth of a total in a span of some
/// seconds. Values are exact, so that they add up to what the query says.
package struct HealthFile: Sendable {
    let facts: HealthFacts
    private var records: HealthRecords
    private var run: HealthRun?

    package init(_ facts: HealthFacts) {
        self.facts = facts
        records = HealthRecords(facts)
        records.writeHead()
    }

    /// Adds an entry of a day. A position of home, of which Health has no records, adds nothing;
    /// nor does sleep as such, whose stages say it.
    ///
    /// - Parameter known: when it became known.
    package mutating func add(
        _ metric: DayMetric, _ value: Int64, from start: FleetInstant, to end: FleetInstant,
        known: FleetInstant
    ) {
        records.write(metric, value, from: start, to: end, known: known)
    }

    /// Begins a session: the samples of one follow each other.
    ///
    /// - Parameters:
    ///   - start: a sample period before the first sample.
    ///   - profile: of the run or of the recording.
    ///   - period: of the samples.
    ///   - route: the name of the file of its ``HealthRoute``, without folder and extension; nil if
    ///     there is none. The workout refers to it if a sample has a position.
    ///   - isIndoors: whether the run is known to be indoors.
    package mutating func begin(
        at start: ActivityPoint, _ profile: SessionProfile, period: FleetDuration,
        route: String? = nil, isIndoors: Bool = false
    ) {
        run = HealthRun(
            from: start, plan: profile.planName, period: period,
            route: route.map(HealthRouteReference.init), isIndoors: isIndoors)
    }

    /// Adds a sample of the session.
    ///
    /// - Parameter isRunning: whether it is a part of the workout, not of the standing around it.
    package mutating func take(_ moment: ActivityMoment, isRunning: Bool) {
        run?.take(moment, isRunning: isRunning, &records)
    }

    package mutating func pause(at point: ActivityPoint) { run?.pause(at: point, &records) }

    package mutating func resume(at point: ActivityPoint) { run?.resume(at: point) }

    /// Ends the session: its workout comes behind its records.
    package mutating func endRun() {
        run?.finish(&records)
        run = nil
    }

    /// The lines that have been written since the last call.
    package mutating func drain() -> [UInt8] { records.xml.drain() }

    /// How many bytes wait to be taken.
    package var waitingBytes: Int { records.xml.count }

    /// The last lines.
    ///
    /// - Parameter days: the days of which a summary is written.
    package consuming func finish(_ days: [HealthDay]) -> [UInt8] {
        for day in days { records.writeSummary(of: day) }
        records.xml.close()
        return records.xml.drain()
    }
}
