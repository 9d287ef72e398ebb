import LinuxIO
import Simulation
import Testing
import Vocabulary

@testable import ActivityFiles

/// A small activity with all that a file can hold, byte by byte, and what it says.
///
/// `RUNWAY_RECORD_GOLDEN=1 swift test --filter GoldenActivity` records both files anew.
@Suite struct GoldenActivityTests {
    private static let folder =
        "/" + "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/") + "/Golden"

    private static func bytes() -> [UInt8] {
        let facts = ActivityFacts(
            name: "s0.0", profile: SessionProfile(ofRecordingWithRestingHeartRate: 60),
            serialNumber: 42, laps: .phase, tellsTruth: true
        ) { _ in 3600 }
        var activity = FITActivity(facts, from: FITActivityTests.point(0))
        for step in 1...20 as ClosedRange<Int64> {
            activity.take(moment(step))
            if step == 12 {
                activity.pause(at: FITActivityTests.point(300))
                activity.resume(at: FITActivityTests.point(800, paused: 500))
            }
        }
        return activity.finish()
    }

    /// Two a second; the heart-rate sensor is silent for a while, and so is the motion sensor.
    private static func moment(_ step: Int64) -> ActivityMoment {
        var sample = FITActivityTests.sample([
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
            sample, at: FITActivityTests.point(step * 25 + paused, paused: paused),
            phase: step < 7 ? .takeoff : step < 15 ? .climb : .cruise,
            call: step > 9 ? .sinkRate : nil,
            truth: Truth(
                drivenHeartRate: 120.25 + Double(step), intensity: 0.5, part: .steady,
                faults: faults),
            truePhase: .climb)
    }

    /// A line for each message: its kind, and its fields that are there.
    private static func text(_ bytes: [UInt8]) throws -> String {
        try decoded(bytes).map { message in
            let fields = message.definition.fields.compactMap { field -> String? in
                let value = message.text(field.number) ?? message.integer(field.number)?.description
                return value.map { "\(field.number)=\($0)" }
            }
            return "\(message.number): \(fields.joined(separator: " "))\n"
        }.joined()
    }

    @Test func `the file is as it was, byte for byte, and says what it said`() throws {
        let bytes = Self.bytes()
        let text = try Self.text(bytes)
        if Environment.value("RUNWAY_RECORD_GOLDEN") != nil {
            try Directory.create(Self.folder)
            try FileContent.replace("\(Self.folder)/activity.fit", with: bytes)
            try FileContent.replace("\(Self.folder)/activity.txt", with: Array(text.utf8))
        }
        let golden = try FileContent.read("\(Self.folder)/activity.fit", limitBytes: 1 << 16)
        let told = try FileContent.read("\(Self.folder)/activity.txt", limitBytes: 1 << 16)
        #expect(text == String(decoding: told, as: UTF8.self))
        #expect(bytes == golden)
        #expect(try Self.text(golden) == text)
    }
}
