import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct RecordedRunTests {
    private static func steps(
        _ rows: [String], rate: SampleRate = .oneHertz, header: String? = nil
    ) throws -> [SourceStep] {
        var run = RecordedRun(
            recording: try RecordingText.recording(rows, header: header), rate: rate)
        var steps: [SourceStep] = []
        while let offset = run.nextOffset {
            let step = run.next()
            #expect(step.offset == offset)
            steps.append(step)
        }
        return steps
    }

    /// What happens and when, `sample 2s/1s` with offset and session time.
    private static func outline(_ steps: [SourceStep]) -> [String] {
        steps.map { step in
            let name =
                switch step.content {
                case .sample: "sample"
                case .pause: "pause"
                case .resume: "resume"
                }
            return "\(name) \(step.offset)/\(step.sessionTime)"
        }
    }

    /// Three seconds, a jump, and one second more.
    private static func rows(jump: Double, step: Double = 1) -> [String] {
        [0, step, 2 * step, 3 * step, 3 * step + jump, 4 * step + jump].map {
            RecordingText.row(at: "\($0)")
        }
    }

    @Test(arguments: [1, 2, 3])
    func `a jump of up to three seconds is a drop-out`(jump: Int) throws {
        let steps = Self.outline(try Self.steps(Self.rows(jump: Double(jump))))
        #expect(steps.filter { !$0.hasPrefix("sample") }.isEmpty)
        #expect(steps.last == "sample \(5 + jump)s/\(5 + jump)s")
    }

    @Test(arguments: [
        (3.02, ["pause 4s/4s", "resume 6020ms/4s", "sample 7020ms/5s"]),
        (4.0, ["pause 4s/4s", "resume 7s/4s", "sample 8s/5s"]),
        (57.0, ["pause 4s/4s", "resume 1m/4s", "sample 61s/5s"]),
    ])
    func `a longer jump is a pause that ends a period before the row behind it`(
        jump: Double, expected: [String]
    ) throws {
        let steps = Self.outline(try Self.steps(Self.rows(jump: jump)))
        #expect(Array(steps[4..<7]) == expected)
    }

    @Test func `a pause ends a period of the fleet before the row behind it`() throws {
        let fast = try #require(SampleRate(hertz: 50))
        #expect(
            Array(Self.outline(try Self.steps(Self.rows(jump: 57), rate: fast))[4..<7]) == [
                "pause 3020ms/3020ms", "resume 1m/3020ms", "sample 60020ms/3040ms",
            ])
    }

    @Test(arguments: [2.0, 5, 7, 30])
    func `a jump of up to three usual steps is a drop-out, a longer one a pause`(
        step: Double
    ) throws {
        let within = try Self.steps(Self.rows(jump: 3 * step, step: step))
        #expect(within.allSatisfy { $0.offset == $0.sessionTime })
        let beyond = Self.outline(try Self.steps(Self.rows(jump: 3 * step + 1, step: step)))
        #expect(beyond.filter { $0.hasPrefix("pause") }.count == 1)
    }

    @Test func `every step is running`() throws {
        let steps = try Self.steps(["0,90,,,,", "1,91,,,,", "9,92,,,,"])
        #expect(steps.count == 5)
        #expect(steps.allSatisfy { $0.stage == .running })
    }

    @Test func `a step after the last traps`() async {
        await #expect(processExitsWith: .failure) {
            var run = RecordedRun(
                recording: try RecordingText.recording(["0,,,,,"]), rate: .oneHertz)
            _ = run.next()
            _ = run.next()
        }
    }

    @Test func `distance is there with speed, steps with cadence, energy never`() throws {
        let samples = try Self.steps(["0,90,2,,,", "1,,,160,,", "2,,,,1,250", "3,,2,160,,"])
            .compactMap { step in
                if case .sample(let sample) = step.content { sample } else { nil }
            }
        #expect(samples.map { $0[.distance] } == [200, nil, nil, 400])
        #expect(samples.map { $0[.steps] } == [nil, 2, nil, 5])
        #expect(samples.map { $0[.heartRate] } == [90, nil, nil, nil])
        #expect(samples.map { $0[.stride] } == [nil, nil, 1000, nil])
        #expect(samples.map { $0[.contact] } == [nil, nil, 2500, nil])
        #expect(samples.allSatisfy { $0[.energy] == nil })
    }

    private static func distances(_ rows: [String], _ header: String? = nil) throws -> [Int64?] {
        try steps(rows, header: header).compactMap { step in
            if case .sample(let sample) = step.content { sample[.distance] } else { nil }
        }
    }

    @Test func `a row stands for the time since the one before, behind a jump for a usual step`()
        throws
    {
        let rows = ["0,,3,,,", "1,,3,,,", "2,,3,,,", "2.5,,3,,,", "4.5,,3,,,", "60,,3,,,"]
        #expect(try Self.distances(rows) == [300, 600, 900, 1050, 1650, 1950])
    }

    private static let withDistance = RecordingText.header + ",distance_m"

    @Test func `own distance outranks speed, and gives speed where there is none`() throws {
        let rows = ["0,,3,,,,2.5", "1,,,,,,5", "2,,3,,,,", "4,,,,,,17.25"]
        let samples = try Self.steps(rows, header: Self.withDistance).compactMap { step in
            if case .sample(let sample) = step.content { sample } else { nil }
        }
        #expect(samples.map { $0[.distance] } == [250, 500, nil, 1725])
        #expect(samples.map { $0[.speed] } == [3000, 2500, 3000, 4083])
    }

    @Test func `speed over a pause is that of the time before and behind it`() throws {
        let rows = ["0,,,,,,0", "1,,,,,,3", "2,,,,,,6", "62,,,,,,9"]
        let speeds = try Self.steps(rows, header: Self.withDistance).compactMap { step in
            if case .sample(let sample) = step.content { sample[.speed] } else { nil }
        }
        #expect(speeds == [3000, 3000, 3000])
    }

    @Test func `a distance that is nothing throughout is none`() throws {
        #expect(
            try Self.distances(["0,,3,,,,0", "1,,3,,,,0"], Self.withDistance) == [300, 600])
    }

    @Test(arguments: SampleRate.allowed, [1, 2, 3])
    func `a row stands for the time since the row before at every rate`(hertz: Int64, step: Int)
        throws
    {
        let rate = try #require(SampleRate(hertz: hertz))
        let rows = (0..<100).map { "\($0 * step),,3,180,," } + ["\(100 * step + 1),,3,180,,"]
        let last = try Self.steps(rows, rate: rate).last
        guard case .sample(let sample) = last?.content else { throw Missing() }
        // The first row stands for a sample period of the fleet.
        let seconds = Double(100 * step + 1) + 1 / Double(hertz)
        #expect(sample[.distance] == Metric.distance.quantized(3 * seconds))
        #expect(sample[.steps] == Int64(3 * seconds))
    }

    private struct Missing: Error {}

    @Test(arguments: 0..<20 as Range<UInt64>, SampleRate.allowed)
    func `distance and steps are exact sums`(seed: UInt64, hertz: Int64) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        let rows = RecordingText.randomRows(seed: seed, count: 150)
        let jumps = zip(rows, rows.dropFirst()).map { $1.time - $0.time }
        let usual = jumps.sorted()[(jumps.count - 1) / 2]
        var distance = Rational(0)
        var steps = Rational(0)
        var expected: [(Int64?, Int64?)] = []
        for (index, row) in rows.enumerated() {
            let elapsed = index == 0 ? rate.period : row.time - rows[index - 1].time
            let isPause = index > 0 && elapsed > max(.seconds(3), usual * 3)
            let standing = isPause ? max(rate.period, usual) : elapsed
            let seconds = Rational(Int128(standing.ticks), over: 50)
            if let speed = row.units[1] {
                distance = distance + Rational(Int128(speed), over: 10) * seconds
            }
            if let cadence = row.units[2] {
                steps = steps + Rational(Int128(cadence), over: 600) * seconds
            }
            expected.append(
                (
                    row.units[1].map { _ in distance.rounded() },
                    row.units[2].map { _ in steps.floor }
                ))
        }
        let samples = try Self.steps(rows.map(\.text), rate: rate).compactMap { step in
            if case .sample(let sample) = step.content { sample } else { nil }
        }
        #expect(samples.map { $0[.distance] } == expected.map(\.0), "seed \(seed)")
        #expect(samples.map { $0[.steps] } == expected.map(\.1), "seed \(seed)")
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `time only goes forward and pauses are what session time lacks`(seed: UInt64) throws {
        let rows = RecordingText.randomRows(seed: seed, count: 300).map(\.text)
        let steps = try Self.steps(rows)
        var paused = FleetDuration.zero
        var pausedAt: FleetDuration?
        for (before, now) in zip(steps, steps.dropFirst()) {
            #expect(now.offset >= before.offset, "seed \(seed)")
            #expect(now.sessionTime >= before.sessionTime, "seed \(seed)")
        }
        for step in steps {
            switch step.content {
            case .pause: pausedAt = step.offset
            case .resume:
                let start = try #require(pausedAt)
                paused = paused + (step.offset - start)
            case .sample:
                #expect(step.offset - step.sessionTime == paused, "seed \(seed)")
            }
        }
        #expect(paused > .zero, "seed \(seed)")
    }

    @Test func `a copy in mid-session goes on with the same steps`() throws {
        let rows = RecordingText.randomRows(seed: 3, count: 100).map(\.text)
        var run = RecordedRun(recording: try RecordingText.recording(rows), rate: .oneHertz)
        for _ in 0..<50 { _ = run.next() }
        var copy = run
        while run.nextOffset != nil {
            #expect(run.next() == copy.next())
        }
        #expect(copy.nextOffset == nil)
    }
}
