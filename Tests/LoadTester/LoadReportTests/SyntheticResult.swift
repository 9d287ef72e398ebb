import LoadTesting
import Statistics
import StreamAudit
import TestSupport

@testable import LoadReport

/// Results of load tests that never took place, the same for the same seed.
struct SyntheticResult {
    private var chance: SeededGenerator
    private(set) var result: LoadResult

    /// Two minutes with a stall of half a second, and some subscribers that read slowly.
    static let lively = lively(seconds: 120)

    static func lively(seed: UInt64 = 42, seconds: Int) -> LoadResult {
        var synthetic = SyntheticResult(seed: seed)
        synthetic.fly(seconds)
        return synthetic.result
    }

    /// A run that was over before anything came.
    static var empty: LoadResult { LoadResult(setup: LoadSetup()) }

    private init(seed: UInt64) {
        chance = SeededGenerator(seed: seed)
        result = LoadResult(setup: Self.setup)
    }

    private static var setup: LoadSetup {
        var setup = LoadSetup()
        setup.command =
            "runway load --subscribers 200 --mix steady=90,slow=5,resume=5 --assert 'p99.9<5ms'"
        setup.subscribers = 200
        setup.classes = [
            SubscriberShare(.steady, 180), SubscriberShare(.slow, 10), SubscriberShare(.resume, 10),
        ]
        setup.course.connectionsPerSecond = 500
        setup.course.warmUpSeconds = 5
        setup.course.seconds = 120
        setup.request = #"{"op":"subscribe","kinds":["stat"],"every":"1s"}"#
        setup.dice = 14_208_350_123_355_012_345
        setup.began = "2026-11-21T13:30:00Z"
        setup.fleet.server = "runwayd 0.1.0"
        setup.fleet.protocolVersion = "1.0"
        setup.fleet.identity = "8nnnm0ae"
        setup.fleet.seed = "42"
        setup.fleet.epoch = "2026-01-01T00:00:00.000000Z"
        setup.fleet.sessions = 200
        setup.fleet.rateHertz = 1
        setup.fleet.speed = "20"
        setup.fleet.device = "mixed"
        setup.fleet.beatSeconds = 5
        setup.machine.kernel = "Linux 6.1.0"
        setup.machine.architecture = "x86_64"
        setup.machine.processors = 2
        setup.machine.openFileLimit = 20_000
        return setup
    }

    private mutating func fly(_ seconds: Int) {
        for second in -5..<seconds { add(second, isStalled: second == 71) }
        result.measured.seconds = Double(seconds)
        result.notReceived = NotReceived()
        result.counts.replayed = 1200
        result.counts.gaps = 37
        result.counts.warnings = 12
        result.counts.beats = 4800
        result.counts.parsedInFull = result.counts.lines / 64
        result.counts.links.connects = 431
        result.counts.links.resumes = 231
        result.counts.links.exactResumes = 231
        result.tester.processorTime = .milliseconds(seconds * 210)
        result.tester.busiestSecond = 0.38
        result.tester.residentBytes = 21_400_000
        addDaemon()
        addTruth()
    }

    private mutating func add(_ second: Int, isStalled: Bool) {
        var totals = LatencyHistogram()
        var generators = LatencyHistogram()
        for _ in 0..<200 {
            let generator = 12 + tail(40) + (isStalled ? Int64(chance.below(500_000)) : 0)
            let tester = 10 + tail(25)
            let delivery = tester + 60 + tail(130)
            totals.record(generator + delivery, times: 200)
            generators.record(generator, times: 200)
            guard second >= 0 else { continue }
            result.latency.total.record(generator + delivery, times: 200)
            result.latency.generator.record(generator, times: 200)
            result.latency.delivery.record(delivery, times: 200)
            result.latency.tester.record(tester, times: 200)
        }
        let lines = (isStalled ? 21_000 : 39_500) + chance.below(1000)
        let lost = isStalled ? 1204 : 0
        result.seconds.append(
            LoadSecond(
                second: second, lines: lines, bytes: lines * 372, announcedLost: lost,
                connected: second < -2 ? 150 : 197 + chance.below(4),
                p50: totals.value(atQuantile: 0.5), p99: totals.value(atQuantile: 0.99),
                maximum: totals.maximum, generatorMaximum: generators.maximum,
                testerProcessor: 0.18 + Double(chance.below(60)) / 1000,
                daemonProcessor: isStalled ? 0.16 : 0.38 + Double(chance.below(80)) / 1000))
        result.counts.lines += lines
        result.counts.bytes += lines * 372
        result.counts.announcedLost += lost
        guard second >= 0 else { return }
        result.measured.lines += lines
        result.measured.bytes += lines * 372
    }

    /// Mostly about `scale` microseconds, now and then many times as much.
    private mutating func tail(_ scale: Int) -> Int64 {
        var value = chance.below(scale * 2)
        while chance.below(12) == 0, value < 20_000 { value = value * 3 + scale }
        return Int64(value)
    }

    private mutating func addDaemon() {
        var daemon = DaemonUsage()
        daemon.processor = 0.41
        daemon.residentBytesBefore = 37_600_000
        daemon.residentBytesAfter = 38_100_000
        daemon.outboxLinesMaximum = 512
        daemon.outboxLinesLimit = 512
        daemon.outboxBytesMaximum = 191_000
        daemon.outboxBytesLimit = 262_144
        result.daemon = daemon
    }

    private mutating func addTruth() {
        var truth = TruthFigures()
        truth.sessions = 1
        truth.pairs = 2280
        truth.meanErrorBPM = -0.31
        truth.errorBPM = 1.94
        truth.lagSeconds = 7
        truth.errorAtLagBPM = 0.82
        result.truth = truth
    }
}

extension LoadResult {
    /// With a search from 100 subscribers for a limit of `capacity`.
    func searched(capacity: Double, raised: CapacityCurve.Raised = .subscribers) throws -> Self {
        var search = CapacitySearch(
            raised, holding: try LoadAssertion(parsing: "p99<10ms"), from: 100, upTo: 100_000)
        while let load = search.next {
            let holds = load <= capacity
            let value = 800 * (1 + load / capacity) * (holds ? 1 : 7)
            search.record(holds ? .held : .failed, value: value)
        }
        var result = self
        result.capacity = search.curve
        return result
    }
}
