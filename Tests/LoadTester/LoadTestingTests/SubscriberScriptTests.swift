import LoadReport
import LoadTesting
import TestSupport
import Testing
import Vocabulary

@Suite struct SubscriberScriptTests {
    private static func spans(
        _ from: [MonotonicInstant], _ to: [MonotonicInstant]
    ) -> [Duration] {
        zip(from, to).map { $1 - $0 }
    }

    @Test func `a steady one connects at its time and reads for ever`() {
        var stage = ScriptStage(.steady)
        stage.run(seconds: 600, bytesPerSecond: 1000)
        #expect(stage.scenes == [.init(at: ScriptStage.start, step: .connect)])
        #expect(stage.waiting == 0)
        #expect(stage.script.readsEverything)
        #expect(stage.script.allowance == .max)
        #expect(stage.script.resumes)
    }

    @Test func `who reads late on purpose tells nothing of latency`() {
        let mute = SubscriberClass.allCases.filter { !ScriptStage($0).script.tellsLatency }
        #expect(mute == [.slow, .stalled])
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `a stalled one reads about a cycle and stops as long as it should`(seed: UInt64) {
        var stage = ScriptStage(.stalled, seed: seed)
        stage.run(seconds: 600)
        let stops = stage.instants(of: .stopReading)
        let reads = stage.instants(of: .read)
        #expect(stage.instants(of: .connect) == [ScriptStage.start], "seed \(seed)")
        #expect(stops.count > 30, "seed \(seed)")
        #expect(Self.spans(stops, reads).allSatisfy { $0 == .seconds(4) }, "seed \(seed)")
        let readings = Self.spans([ScriptStage.start] + reads, stops)
        #expect(
            readings.allSatisfy { (.seconds(5)...(.seconds(15) + .milliseconds(10))).contains($0) },
            "seed \(seed): \(readings)")
    }

    @Test(arguments: [SubscriberClass.churn, .resume], 1...10 as ClosedRange<UInt64>)
    func `one that leaves stays about a cycle and is soon back`(
        subscriberClass: SubscriberClass, seed: UInt64
    ) {
        var stage = ScriptStage(subscriberClass, seed: seed)
        stage.run(seconds: 600)
        let connects = stage.instants(of: .connect)
        let leaves = stage.instants(of: .leave)
        #expect(connects.count > 40, "seed \(seed)")
        let stays = Self.spans(connects, leaves)
        let mean = stays.reduce(.zero, +) / stays.count
        #expect((.seconds(8)...(.seconds(12))).contains(mean), "seed \(seed): \(mean)")
        let absences = Self.spans(leaves, Array(connects.dropFirst()))
        #expect(
            absences.allSatisfy { (.milliseconds(500)...(.seconds(2))).contains($0) },
            "seed \(seed): \(absences)")
        #expect(stage.script.resumes == (subscriberClass == .resume))
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `a hostile one sends garbage of every kind, one long line a connection`(seed: UInt64) {
        var stage = ScriptStage(.hostile, seed: seed)
        stage.run(seconds: 600)
        #expect(stage.unanswered == 0, "seed \(seed)")
        #expect(!stage.script.resumes)
        var longLines = 0
        for scene in stage.scenes {
            switch scene.step {
            case .connect: longLines = 0
            case .send(.tooLong): longLines += 1
            case .send, .leave, .depart: break
            case .stopReading, .read: Issue.record("seed \(seed): \(scene)")
            }
            #expect(longLines <= 1, "seed \(seed)")
        }
        for garbage in Garbage.allCases {
            #expect(stage.instants(of: .send(garbage)).count > 5, "seed \(seed): \(garbage)")
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `a hostile one that gets no answer waits for it before it leaves`(seed: UInt64) {
        var stage = ScriptStage(.hostile, seed: seed)
        stage.answers = false
        stage.run(seconds: 300)
        #expect(stage.unanswered > 0, "seed \(seed)")
        let sent = stage.scenes.count { scene in
            if case .send = scene.step { true } else { false }
        }
        #expect(stage.unanswered <= sent, "seed \(seed)")
        #expect(!stage.instants(of: .leave).isEmpty, "seed \(seed)")
    }

    @Test(arguments: [0.1, 0.5, 0.9], [2000, 100_000, 50_000_000])
    func `a slow one reads its share of what is sent`(share: Double, bytesPerSecond: Int) {
        var stage = ScriptStage(.slow, share: share)
        stage.run(seconds: 3 + 3, bytesPerSecond: bytesPerSecond)
        let learnt = stage.bytesRead
        #expect(abs(Double(learnt) / Double(3 * bytesPerSecond) - 1) < 0.02)
        stage.run(seconds: 60, bytesPerSecond: bytesPerSecond)
        let read = Double(stage.bytesRead - learnt) / Double(60 * bytesPerSecond)
        #expect(abs(read / share - 1) < 0.1, "\(read) of what was sent")
        #expect(!stage.script.readsEverything)
        #expect(stage.waiting > 0)
    }

    @Test func `a slow one to whom nothing is sent does not stop`() {
        var stage = ScriptStage(.slow)
        stage.run(seconds: 60)
        #expect(stage.scenes.count == 1)
        #expect(stage.script.readsEverything)
    }

    @Test(arguments: SubscriberClass.allCases)
    func `one that loses its link comes back when it is told to`(
        subscriberClass: SubscriberClass
    ) {
        var stage = ScriptStage(subscriberClass)
        stage.run(seconds: 4)
        stage.script.lose(comingBackAt: 20_000_000, at: stage.now)
        #expect(stage.script.due == 20_000_000)
        #expect(!stage.script.readsEverything)
        let before = stage.instants(of: .connect).count
        stage.run(seconds: 17)
        #expect(stage.instants(of: .connect).dropFirst(before).first == 20_000_000)
    }

    @Test(arguments: SubscriberClass.allCases)
    func `one that is finished does nothing more`(subscriberClass: SubscriberClass) {
        var stage = ScriptStage(subscriberClass)
        stage.run(seconds: 4)
        stage.script.finish()
        let before = stage.scenes
        stage.run(seconds: 100)
        #expect(stage.scenes == before)
        #expect(stage.script.due == nil)
    }

    @Test func `the same seed does the same, another something else`() {
        func scenes(_ seed: UInt64) -> [ScriptStage.Scene] {
            var stage = ScriptStage(.churn, seed: seed)
            stage.run(seconds: 100)
            return stage.scenes
        }
        #expect(scenes(5) == scenes(5))
        #expect(scenes(5) != scenes(6))
    }
}
