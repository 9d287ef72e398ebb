import ActivityFiles
import ChannelPipeline
import CivilTime
import CommandLine
import FlightPhases
import Vocabulary

/// A session as an activity file, FIT or TCX: the run itself, without the standing before and
/// after it.
extension SessionExport {
    func writeFIT(of session: SessionName, _ laps: LapRule, to sink: ExportSink) {
        let facts = facts(of: session, laps)
        // The head tells the length: the format wants the whole file at once.
        let activity = fly(session) { FITActivity(facts, from: $0) }
        sink.take(activity.finish())
    }

    /// Flies the session twice: a lap tells its totals before its points.
    func writeTCX(of session: SessionName, _ laps: LapRule, to sink: ExportSink) {
        let facts = facts(of: session, laps)
        let known = fly(session) { ActivityLaps(from: $0, laps: laps) }.finish()
        let activity = fly(
            session, into: { TCXActivity(facts, from: $0, laps: known) },
            after: { activity in
                if activity.waitingBytes >= Self.portionBytes { sink.take(activity.drain()) }
                return sink.isOpen
            })
        sink.take(activity.finish())
    }

    static let portionBytes = 1 << 14

    /// Hands a run to what takes it, which is made where the run begins.
    ///
    /// - Parameter goesOn: called after each sample; ends it by returning false.
    private func fly<Taker: ActivityTaking>(
        _ session: SessionName, into make: (ActivityPoint) -> Taker,
        after goesOn: (inout Taker) -> Bool = { _ in true }
    ) -> Taker {
        var flight = LaneFlight(session, of: fleet, fliesOneSession: true)
        let start = ActivityPoint(flight.start, sessionTime: .zero)
        // A recording runs from its start on; before a simulated run lies a time of standing.
        let isRecorded = fleet.isRecorded(session.lane)
        var taker: Taker?
        var call: Advisory?
        var part = RunPart()
        while flight.nextInstant != nil {
            let step = flight.step(of: fleet)
            let point = step.point
            if let change = step.advisory { call = change.to }
            if step.resumes { taker?.resume(at: point) }
            if part.take(step), let moment = ActivityMoment(step, call) {
                if taker == nil {
                    taker = make(isRecorded ? start : point.before(fleet.rate.period))
                }
                taker?.take(moment)
            }
            if step.pauses { taker?.pause(at: point) }
            if var moved = taker.take() {
                let isWanted = goesOn(&moved)
                taker = moved
                guard isWanted else { break }
            }
        }
        return taker ?? make(start)
    }

    private func facts(of session: SessionName, _ laps: LapRule) -> ActivityFacts {
        let zone = zone
        return ActivityFacts(
            name: "\(session)", profile: fleet.profile(of: fleet.source(of: session)),
            serialNumber: serialNumber(of: session.lane), laps: laps, tellsTruth: tellsTruth
        ) { zone.local($0).offset }
    }

    /// Each athlete of each seed has a device of its own; 0 means none.
    func serialNumber(of lane: Int) -> UInt32 {
        var hash = StableHash()
        for byte in "\(fleet.seed) \(lane)".utf8 { hash.update(byte) }
        return max(1, UInt32(truncatingIfNeeded: hash.value))
    }

    /// Refuses instants that a file cannot name: FIT counts seconds in 32 bits, and XML has a form
    /// of its own for years without four digits.
    package func checkTimes(_ instants: ClosedRange<FleetInstant>) throws(ProgramFailure) {
        let first = instants.lowerBound
        let last = instants.upperBound + Self.longestSession
        let (isTold, text): (Bool, String)
        switch format {
        case .csv, .ndjson: return
        case .fit:
            isTold = [first, last].allSatisfy { FITTime.seconds.contains(FITTime.second(of: $0)) }
            text = "FIT files tell times from 1998-07-03 to 2126-02-06 only"
        case .tcx, .health:
            let years = [first, last].map { CalendarTime(microseconds: $0.microseconds).year }
            isTold = years.allSatisfy { (1...9998).contains($0) }
            text = "\(format.name) tells times from the year 1 to 9998 only"
        }
        guard isTold else {
            throw .usage(
                UsageError(text, suggestion: "give an --epoch, a lap or days between them"))
        }
    }

    /// A week, which a recording may last, and a day.
    private static let longestSession = FleetDuration.seconds(8 * 86_400)
}

extension FlightStep {
    var point: ActivityPoint { ActivityPoint(instant, sessionTime: sessionTime) }
}

extension ActivityMoment {
    /// Nil without a sample.
    ///
    /// - Parameter call: the one that stands.
    init?(_ step: FlightStep, _ call: Advisory? = nil) {
        guard let sample = step.sample else { return nil }
        self.init(
            sample, at: step.point, phase: step.phase, call: call, truth: step.truth,
            truePhase: step.truePhase)
    }
}
