import Simulation
import Testing
import Vocabulary

@Suite struct RecordingPausesTests {
    @Test(arguments: UInt64(1)...8, [1, 50] as [Int64])
    func `pauses and the end are known without flying`(seed: UInt64, hertz: Int64) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        let rows = RecordingText.randomRows(seed: seed, count: 60).map(\.text)
        let recording = try RecordingText.recording(rows)
        var run = RecordedRun(recording: recording, rate: rate)
        var last: ClosedRange<FleetDuration>?
        var begin: FleetDuration?
        var offset = FleetDuration.zero
        while let next = run.nextOffset {
            let step = run.next()
            switch step.content {
            case .sample: break
            case .pause: begin = next
            case .resume:
                last = try #require(begin)...next
                begin = nil
            }
            offset = next
            // While it pauses the end of the pause lies ahead.
            guard begin == nil, run.nextOffset != next else { continue }
            let found = recording.lastPause(from: next, period: rate.period)
            #expect(found == last, "seed \(seed), at \(next)")
        }
        #expect(recording.duration(period: rate.period) == offset, "seed \(seed)")
    }

    @Test func `a pause is known from its first instant on`() throws {
        let rows = ["0", "2", "10", "11"].map { RecordingText.row(at: $0) }
        let recording = try RecordingText.recording(rows)
        let period = FleetDuration.seconds(1)
        let pause = FleetDuration.seconds(3)...FleetDuration.seconds(10)
        let before = pause.lowerBound - FleetDuration(ticks: 1)
        #expect(recording.lastPause(from: before, period: period) == nil)
        #expect(recording.lastPause(from: pause.lowerBound, period: period) == pause)
        #expect(recording.lastPause(from: .seconds(100), period: period) == pause)
        #expect(recording.duration(period: period) == .seconds(12))
    }
}
