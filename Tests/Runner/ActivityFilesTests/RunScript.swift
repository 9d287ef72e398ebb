import Simulation
import Vocabulary

@testable import ActivityFiles

/// A small run of twenty samples, two a second, with all that a file can hold: a pause, drop-outs,
/// phases, a call and faults.
enum RunScript {
    /// 2026-03-01T06:00:00Z, in ticks and in seconds.
    static let start = FleetInstant(ticks: 1_772_344_800 * 50)
    static let second: Int64 = 1_772_344_800

    static func point(_ ticks: Int64, paused: Int64 = 0) -> ActivityPoint {
        ActivityPoint(
            start + FleetDuration(ticks: ticks), sessionTime: FleetDuration(ticks: ticks - paused))
    }

    static func sample(_ values: KeyValuePairs<Metric, Int64>) -> Sample {
        var sample = Sample()
        for (metric, value) in values { sample[metric] = value }
        return sample
    }

    static func facts(
        _ laps: LapRule = .kilometre, serialNumber: UInt32 = 7, tellsTruth: Bool = false,
        localOffset: @escaping @Sendable (FleetInstant) -> Int = { _ in 0 }
    ) -> ActivityFacts {
        ActivityFacts(
            name: "s0.0", profile: SessionProfile(ofRecordingWithRestingHeartRate: 60),
            serialNumber: serialNumber, laps: laps, tellsTruth: tellsTruth,
            localOffset: localOffset)
    }

    static func profile(_ athlete: AthleteFacts? = nil) -> SessionProfile {
        var profile = SessionProfile(ofRecordingWithRestingHeartRate: 60)
        profile.planName = "easy"
        profile.athlete = athlete
        return profile
    }

    static func play(_ taker: inout some ActivityTaking) {
        for step in 1...20 as ClosedRange<Int64> {
            taker.take(moment(step))
            if step == 12 {
                taker.pause(at: point(300))
                taker.resume(at: point(800, paused: 500))
            }
        }
    }

    /// Two a second; the heart-rate sensor is silent for a while, and so is the motion sensor.
    static func moment(_ step: Int64) -> ActivityMoment {
        var sample = sample([
            .heartRate: 120 + step, .speed: 3000 + step, .distance: step * 150,
            .steps: step * 3 / 2,
            .energy: step * 125, .cadence: 1700 + step, .stride: 1050 + step, .contact: 2500 - step,
        ])
        if (5...8).contains(step) { sample[.heartRate] = nil }
        if step == 14 {
            for metric in [.cadence, .stride, .contact] as [Metric] { sample[metric] = nil }
        }
        let faults: FaultSet =
            (5...8).contains(step) ? [FaultSet(.strapDropout), FaultSet(.gpsReacquiring)] : []
        let paused: Int64 = step > 12 ? 500 : 0
        return ActivityMoment(
            sample, at: point(step * 25 + paused, paused: paused),
            phase: step < 7 ? .takeoff : step < 15 ? .climb : .cruise,
            call: step > 9 ? .sinkRate : nil,
            truth: Truth(
                drivenHeartRate: 120.25 + Double(step), intensity: 0.5, part: .steady,
                faults: faults),
            truePhase: .climb)
    }
}
