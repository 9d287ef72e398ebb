import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct ModelVersionTests {
    /// A hash of every value of four sessions, two at 1 Hz and two at 2 Hz.
    private static func fingerprint() -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for lane: LaneID in 0..<4 {
            let rate = lane < 2 ? SampleRate.oneHertz : SampleRate(hertz: 2) ?? .oneHertz
            var run = SimulatedRun(seed: 2026, lane: lane, lap: lane.index - 1, rate: rate)
            while run.nextOffset != nil {
                guard case .sample(let sample) = run.next().content else { continue }
                for metric in Metric.vitals {
                    hash = (hash ^ UInt64(bitPattern: sample[metric] ?? -1)) &* 0x100_0000_01B3
                }
            }
        }
        return hash
    }

    @Test func `the samples of a model version never change`() {
        // Whoever changes samples on purpose raises the model version and enters its fingerprint.
        let fingerprints: [Int: UInt64] = [5: 2_846_823_300_742_538_797]
        let fingerprint = Self.fingerprint()
        #expect(fingerprints[ModelVersion.current] == fingerprint)
    }
}
