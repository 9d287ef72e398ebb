import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct RunSourceTests {
    @Test func `a simulated source gives the steps of its run`() {
        var run = SimulatedRun(seed: 1, lane: 2, lap: 3, rate: .oneHertz)
        var source = RunSource.simulated(run)
        while let offset = run.nextOffset {
            #expect(source.nextOffset == offset)
            #expect(source.next() == run.next())
        }
        #expect(source.nextOffset == nil)
    }

    @Test func `a recorded source gives the steps of its recording, and a copy too`() throws {
        let rows = RecordingText.randomRows(seed: 1, count: 100).map(\.text)
        var run = RecordedRun(recording: try RecordingText.recording(rows), rate: .oneHertz)
        var source = RunSource.recorded(run)
        var copy = source
        while let offset = run.nextOffset {
            #expect(source.nextOffset == offset)
            let step = run.next()
            #expect(source.next() == step)
            #expect(copy.next() == step)
        }
        #expect(source.nextOffset == nil)
    }
}
