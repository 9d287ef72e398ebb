import FlightPhases
import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

@Suite struct TruthLineTests {
    private static func shape(_ kinds: Set<LineKind>) -> ChannelShape {
        var shape = ChannelShape()
        shape.kinds = kinds
        return shape
    }

    /// The true phases of a run by the book: the band of the driven heart rate, step by step.
    private struct Reference {
        private var run: RunSource
        private let profile: SessionProfile
        private var before: Double?
        private var runStart: FleetDuration?

        init(_ session: SessionName, of fleet: Fleet) {
            run = fleet.source(of: session)
            profile = fleet.profile(of: run)
        }

        /// How the line of the next sample ends.
        mutating func nextEnd() throws -> String {
            let step = run.next()
            let truth = try #require(step.truth)
            let resting = Double(profile.restingHeartRate)
            let maximal = Double(profile.maximalHeartRate)
            let fraction = (truth.drivenHeartRate - resting) / (maximal - resting)
            let trend = before.map { fraction - $0 }
            before = fraction
            if step.stage == .running { runStart = runStart ?? step.sessionTime }
            let phase = PhaseThresholds.standard.band(
                fraction: fraction, trend: trend.map { $0 * 60 }, stage: step.stage,
                sinceRunStart: step.sessionTime - (runStart ?? step.sessionTime))
            let rate = Metric.distance.quantized(truth.drivenHeartRate)
            let intensity = Metric.speed.quantized(truth.intensity)
            return "\"true_phase\":\"\(phase)\","
                + "\"driven_heart_rate_bpm\":\(Decimal64(units: rate, decimals: 2)),"
                + "\"intensity\":\(Decimal64(units: intensity, decimals: 3)),"
                + "\"part\":\"\(truth.part.rawValue)\"\(TruthLineTests.text(of: truth.faults))}\n"
        }
    }

    /// The field of faults by the book.
    private static func text(of faults: FaultSet) -> String {
        let names = faults.members.map { "\"\($0.rawValue)\"" }
        return names.isEmpty ? "" : ",\"faults\":[\(names.joined(separator: ","))]"
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `every sample of a simulated session is followed by its truth`(seed: UInt64) throws {
        let fleet = TestFleets.simulated(seed: seed)
        let session = SessionName(lane: 34, lap: 0)
        let start = fleet.start(of: session)
        let lines = OfflineLines(
            of: [34], in: fleet, Self.shape([.sample, .truth]), after: start,
            through: start + FleetDuration.lap
        ).lines.filter { $0.session == session && $0.type != "end" }
        try #require(lines.count == 8400)
        var reference = Reference(session, of: fleet)
        var phases: Set<Substring> = []
        for index in stride(from: 0, to: lines.count, by: 2) {
            let (sample, truth) = (lines[index], lines[index + 1])
            #expect(sample.type == "sample" && truth.type == "truth", "seed \(seed)")
            #expect(truth.position.instant == sample.position.instant)
            #expect(truth.field("phase") == sample.field("phase"), "\(truth.text)")
            let end = try reference.nextEnd()
            #expect(truth.text.hasSuffix(end), "seed \(seed): \(truth.text)\(end)")
            if let phase = truth.field("true_phase") { phases.insert(phase) }
        }
        #expect(phases.isSuperset(of: ["preflight", "cruise", "touchdown"]), "seed \(seed)")
    }

    @Test func `a recording has no truth, whoever asks for it`() throws {
        let stretch = try FleetStretch.recordings(seed: 121, rows: 40)
        let all = stretch.offline(TestShape.everything.shape).lines
        #expect(Set(all.filter { $0.type == "truth" }.map(\.session.lane)) == [13, 34])
        let only = stretch.offline(Self.shape([.truth])).lines.filter { $0.session.lane < 2 }
        #expect(only.map(\.type) == ["end", "end"])
        #expect(only.map(\.n) == [1, 1])
    }

    @Test func `the faults are named in the order of their table, and left out if there are none`()
        throws
    {
        for bits in UInt8(0)..<1 << Fault.allCases.count {
            let faults = FaultSet(rawValue: bits)
            var line = LineBuffer()
            line.append(
                Truth(drivenHeartRate: 61, intensity: 0, part: .standing, faults: faults))
            let expected =
                ",\"driven_heart_rate_bpm\":61.00,\"intensity\":0.000,\"part\":\"standing\""
                + Self.text(of: faults)
            #expect(line.text == expected)
            var cell = LineBuffer()
            cell.append(faults, between: " ")
            #expect(cell.text == faults.members.map(\.rawValue).joined(separator: " "))
        }
    }

    @Test func `numbers have fixed places, ties to even`() {
        func printed(_ rate: Double, _ intensity: Double) -> (Decimal64, Decimal64) {
            let truth = Truth(
                drivenHeartRate: rate, intensity: intensity, part: .work, faults: [])
            return (truth.printedHeartRate, truth.printedIntensity)
        }
        #expect(
            printed(152.3125, 0.71425)
                == (Decimal64(units: 15231, decimals: 2), Decimal64(units: 714, decimals: 3)))
        #expect(
            printed(60.125, 0.0625)
                == (Decimal64(units: 6012, decimals: 2), Decimal64(units: 62, decimals: 3)))
        #expect(
            printed(60.375, -0.0001)
                == (Decimal64(units: 6038, decimals: 2), Decimal64(units: 0, decimals: 3)))
    }
}
