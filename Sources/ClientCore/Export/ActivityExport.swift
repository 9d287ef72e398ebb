import ActivityFiles
import ChannelPipeline
import CivilTime
import CommandLine
import FlightPhases
import Vocabulary
import WireProtocol

/// A session as an activity file, FIT.
extension SessionExport {
    /// The run itself, without the standing before and after it.
    func activity(of session: SessionName, _ laps: LapRule) -> [UInt8] {
        var flight = LaneFlight(session, of: fleet, fliesOneSession: true)
        let facts = facts(of: session, flight, laps)
        let start = ActivityPoint(flight.start, sessionTime: .zero)
        var activity: FITActivity?
        var call: Advisory?
        while flight.nextInstant != nil {
            let step = flight.step(of: fleet)
            let point = ActivityPoint(step.instant, sessionTime: step.sessionTime)
            if let change = step.advisory { call = change.to }
            if step.resumes { activity?.resume(at: point) }
            if let sample = step.sample, step.stage.isRunning {
                if activity == nil { activity = FITActivity(facts, from: before(point)) }
                activity?.take(
                    ActivityMoment(
                        sample, at: point, phase: step.phase, call: call, truth: step.truth,
                        truePhase: step.truePhase))
            }
            if step.pauses { activity?.pause(at: point) }
        }
        return (activity ?? FITActivity(facts, from: start)).finish()
    }

    /// A sample stands for the period before it.
    private func before(_ point: ActivityPoint) -> ActivityPoint {
        ActivityPoint(
            point.instant - fleet.rate.period, sessionTime: point.sessionTime - fleet.rate.period)
    }

    private func facts(
        of session: SessionName, _ flight: LaneFlight, _ laps: LapRule
    ) -> ActivityFacts {
        let zone = zone
        return ActivityFacts(
            name: "\(session)", profile: fleet.profile(of: flight.source),
            serialNumber: serialNumber(of: session.lane), laps: laps, tellsTruth: tellsTruth
        ) { zone.local($0).offset }
    }

    /// Each athlete of each seed has a device of its own; 0 means none.
    private func serialNumber(of lane: Int) -> UInt32 {
        var hash = StableHash()
        for byte in "\(fleet.seed) \(lane)".utf8 { hash.update(byte) }
        return max(1, UInt32(truncatingIfNeeded: hash.value))
    }

    /// Refuses instants that a file cannot name: FIT counts seconds in 32 bits.
    func checkTimes(_ instants: ClosedRange<FleetInstant>) throws(ProgramFailure) {
        guard case .fit = format else { return }
        let first = FITTime.second(of: instants.lowerBound)
        let last = FITTime.second(of: instants.upperBound + Self.longestSession)
        guard FITTime.seconds.contains(first), FITTime.seconds.contains(last) else {
            throw .usage(
                UsageError(
                    "FIT files tell times from 1998-07-03 to 2126-02-06 only",
                    suggestion: "give an --epoch, a lap or days between them"))
        }
    }

    /// A week, which a recording may last, and a day.
    private static let longestSession = FleetDuration.seconds(8 * 86_400)
}
