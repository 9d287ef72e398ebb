import ActivityFiles
import ChannelPipeline
import CivilTime
import CommandLine
import FlightPhases
import Simulation
import Vocabulary

/// A session as an activity file, FIT, TCX or GPX: the run itself, without the standing before and
/// after it.
extension SessionExport {
    func writeFIT(of session: SessionName, _ laps: LapRule, to sink: ExportSink) {
        let facts = facts(of: session, laps)
        // FIT needs the whole file at once: its head tells the length.
        let activity = fly(session) { FITActivity(facts, from: $0) }
        sink.take(activity.finish())
    }

    /// Flies the session twice: a lap tells its totals before its points.
    func writeTCX(of session: SessionName, _ laps: LapRule, to sink: ExportSink) {
        let facts = facts(of: session, laps)
        let known = fly(session) { ActivityLaps(from: $0, laps: laps) }.finish()
        write(session, to: sink) { TCXActivity(facts, from: $0, laps: known) }
    }

    func writeGPX(of session: SessionName, to sink: ExportSink) {
        let facts = facts(of: session, .kilometre)
        write(session, to: sink) { GPXActivity(facts, from: $0) }
    }

    /// Flies the run of a session into a document, of which a portion at a time is in memory.
    func write(
        _ session: SessionName, to sink: ExportSink,
        _ make: (ActivityPoint) -> some ActivityDocument
    ) {
        let document = fly(session, into: make) { document in
            if document.waitingBytes >= Self.portionBytes { sink.take(document.drain()) }
            return sink.isOpen
        }
        sink.take(document.finish())
    }

    static let portionBytes = 1 << 14

    /// Flies the run of a session into a taker, which `make` creates at the first sample.
    ///
    /// - Parameter goesOn: called after each sample; returning false ends the flight.
    private func fly<Taker: ActivityTaking>(
        _ session: SessionName, into make: (ActivityPoint) -> Taker,
        after goesOn: (inout Taker) -> Bool = { _ in true }
    ) -> Taker {
        var flight = LaneFlight(session, of: fleet, fliesOneSession: true)
        let start = ActivityPoint(flight.start, sessionTime: .zero)
        // A recording has no standing; a simulated session stands before its run.
        let isRecorded = fleet.isRecorded(session.lane)
        var taker: Taker?
        var call: Advisory?
        var part = RunPart()
        while flight.nextInstant != nil {
            var step = flight.step(of: fleet)
            flight.locate(&step)
            let point = step.point
            if let change = step.advisory { call = change.to }
            if step.resumes { taker?.resume(at: point) }
            if part.take(step), var moment = ActivityMoment(step, call) {
                if Taker.wantsAccuracy { moment.accuracy = flight.placeAccuracy }
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
        let source = fleet.source(of: session)
        return ActivityFacts(
            name: "\(session)", profile: fleet.profile(of: source),
            serialNumber: serialNumber(of: session.lane), laps: laps, hasPlaces: source.hasPlaces,
            tellsTruth: tellsTruth
        ) { zone.local($0).offset }
    }

    /// The serial number of an athlete's own device, from seed and lane; never 0, which means none.
    func serialNumber(of lane: LaneID) -> UInt32 {
        var hash = StableHash()
        for byte in "\(fleet.seed) \(lane)".utf8 { hash.update(byte) }
        return max(1, UInt32(truncatingIfNeeded: hash.value))
    }

    /// Refuses instants that a file cannot name: FIT counts seconds in 32 bits, and XML needs years
    /// of four digits.
    ///
    /// - Throws: if the format has no form for one of the instants.
    package func checkTimes(_ instants: ClosedRange<FleetInstant>) throws(ProgramFailure) {
        let first = instants.lowerBound
        let last = instants.upperBound + Self.longestSession
        let (isTold, text): (Bool, String)
        switch format {
        case .csv, .ndjson: return
        case .fit:
            isTold = [first, last].allSatisfy { FITTime.seconds.contains(FITTime.second(of: $0)) }
            text = "FIT files tell times from 1998-07-03 to 2126-02-06 only"
        case .tcx, .gpx, .health:
            let years = [first, last].map { CalendarTime(microseconds: $0.microseconds).year }
            isTold = years.allSatisfy { (1...9998).contains($0) }
            text = "\(format.name) tells times from the year 1 to 9998 only"
        }
        guard isTold else {
            throw .usage(text, suggestion: "give an --epoch, a lap or days between them")
        }
    }

    /// A week, which a recording may last, and a day.
    private static let longestSession = FleetDuration.seconds(8 * 86_400)
}

extension FlightStep {
    var point: ActivityPoint { ActivityPoint(instant, sessionTime: sessionTime) }
}

extension ActivityMoment {
    /// The point of a step; nil without a sample.
    ///
    /// - Parameter call: the advisory that stands at the step.
    init?(_ step: FlightStep, _ call: Advisory? = nil) {
        guard let sample = step.sample else { return nil }
        self.init(
            sample, at: step.point, phase: step.phase, call: call, truth: step.truth,
            truePhase: step.truePhase)
    }
}
