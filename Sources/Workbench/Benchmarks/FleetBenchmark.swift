import LinuxIO
import Simulation
import Vocabulary

/// What a live fleet costs from its samples to its encoded lines, without sockets.
enum FleetBenchmark {
    static let usualLanes = 100_000
    static let lanes = 1000...LaneID.limit

    /// The greatest ratio of a line's time to a sample's, for a line a second of five states over
    /// thirty seconds.
    private static let greatestRatio = 8.0
    private static let allowedSessionBytes = 2048
    /// The allocations allowed for a session that begins: it makes its plan and its windows.
    private static let allocationsToBegin = 40
    private static let rounds = 5
    private static let secondsOfRound: Int64 = 2
    private static let samplesBefore = 600

    /// - Returns: whether ratio, allocations and memory are as promised; the times are the
    ///   machine's.
    static func run(lanes: Int) -> Bool {
        ProcessHeap.keepLargeBlocksApart()
        AllocationCount.prepare()
        warmUp()
        let before = ResidentMemory.bytes
        var scene = FleetScene(lanes: lanes)
        let begin = MonotonicClock.now
        let seconds = Double(microseconds { scene.join() }) / 1e6
        let elapsed = (MonotonicClock.now - begin).inSeconds
        _ = scene.fly(seconds: 1)
        let bytes = (ResidentMemory.bytes - before) / lanes
        print(
            "fleet          \(lanes) lanes, brought to the present in \(tenths(elapsed)) s, "
                + "\(tenths(seconds)) s of a processor")
        reportTwoThreads(lanes)
        print("memory         \(bytes) bytes a session, \(allowedSessionBytes) allowed")
        let isSmall = bytes <= allowedSessionBytes
        return expectQuickLines(&scene, lanes) && expectFewAllocations(&scene) && isSmall
    }

    /// How long two threads take, and how long they would on an idle machine, where each has a
    /// processor of its own.
    private static func reportTwoThreads(_ lanes: Int) {
        var scene = FleetScene(lanes: lanes)
        let begin = MonotonicClock.now
        let busy = Double(microseconds { scene.join(isShared: true) }) / 1e6
        let elapsed = (MonotonicClock.now - begin).inSeconds
        let idle = busy / 2 / Double(lanes) * Double(usualLanes)
        print(
            "two threads    the same in \(tenths(elapsed)) s, \(tenths(busy)) s of processors; "
                + "\(usualLanes) on an idle machine in \(tenths(idle)) s")
    }

    /// Flies a few lanes, so that the program's own memory is resident before it is counted.
    private static func warmUp() {
        var scene = FleetScene(lanes: 100)
        scene.join()
        _ = scene.fly(seconds: 2)
    }

    /// Measures lines and samples in turn, so that other work of the machine slows both.
    private static func expectQuickLines(_ scene: inout FleetScene, _ lanes: Int) -> Bool {
        var runs = runs(lanes)
        var lineTimes: [Double] = []
        var sampleTimes: [Double] = []
        for _ in 0..<rounds {
            var lines = 0
            let lineTime = microseconds { lines = scene.fly(seconds: secondsOfRound) }
            precondition(lines > 0, "no line of a fleet that flies")
            lineTimes.append(Double(lineTime) * 1000 / Double(lines))
            let sampleTime = microseconds { advance(&runs) }
            sampleTimes.append(Double(sampleTime) * 1000 / Double(lanes) / Double(secondsOfRound))
        }
        let ratio = Median.of(lineTimes) / Median.of(sampleTimes)
        print("sample         \(tenths(Median.of(sampleTimes))) ns, of as many sessions in turn")
        print("line           \(tenths(Median.of(lineTimes))) ns, with all that leads to it")
        print("ratio          \(tenths(ratio)), \(greatestRatio) allowed")
        return ratio <= greatestRatio
    }

    /// Sessions that are under way, as an athlete who stands takes less time.
    private static func runs(_ lanes: Int) -> [SimulatedRun] {
        (0..<lanes).map(LaneID.init(index:)).map { lane in
            var run = SimulatedRun(seed: FleetScene.seed, lane: lane, lap: 0, rate: .oneHertz)
            for _ in 0..<samplesBefore { _ = run.next() }
            return run
        }
    }

    private static func advance(_ runs: inout [SimulatedRun]) {
        for _ in 0..<secondsOfRound {
            for lane in runs.indices { _ = runs[lane].next() }
        }
    }

    private static func expectFewAllocations(_ scene: inout FleetScene) -> Bool {
        let from = scene.now
        var lines = 0
        let calls = AllocationCount.during { lines = scene.fly(seconds: secondsOfRound) }
        let begun = scene.sessionsBegun(after: from)
        print(
            "allocations    \(calls) in \(lines) lines, \(allocationsToBegin) allowed for each of "
                + "the \(begun) sessions that have begun")
        return calls <= begun * allocationsToBegin
    }

    /// Microseconds of processor time, since other programs use the machine too.
    private static func microseconds(_ body: () -> Void) -> Int64 {
        let begin = ProcessUsage.processorTime
        body()
        return (ProcessUsage.processorTime - begin).wholeMicroseconds
    }

    private static func tenths(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
