import Simulation
import Testing
import Vocabulary

@Suite struct RecordedRunTests {
    private static func steps(
        _ rows: [String], rate: SampleRate = .oneHertz
    ) throws -> [SourceStep] {
        var run = RecordedRun(recording: try RecordingText.recording(rows), rate: rate)
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

    @Test(arguments: [
        (1, ["sample 1s/1s", "sample 2s/2s"]),
        (2, ["sample 1s/1s", "sample 3s/3s"]),
        (3, ["sample 1s/1s", "sample 4s/4s"]),
        (4, ["sample 1s/1s", "pause 1s/1s", "resume 4s/1s", "sample 5s/2s"]),
        (60, ["sample 1s/1s", "pause 1s/1s", "resume 1m/1s", "sample 61s/2s"]),
    ])
    func `a jump of up to three seconds is a drop-out, a longer one a pause`(
        jump: Int, expected: [String]
    ) throws {
        for start in [0, 7] {
            let rows = ["\(start)", "\(start + jump)"].map(RecordingText.row)
            #expect(Self.outline(try Self.steps(rows)) == expected)
        }
    }

    @Test func `a jump just beyond three seconds is a pause, at any rate`() throws {
        let rows = ["0", "3", "6.02"].map(RecordingText.row)
        #expect(
            Self.outline(try Self.steps(rows)) == [
                "sample 1s/1s", "sample 4s/4s", "pause 4s/4s", "resume 6020ms/4s",
                "sample 7020ms/5s",
            ])
        let fast = try #require(SampleRate(hertz: 50))
        #expect(
            Self.outline(try Self.steps(rows, rate: fast)) == [
                "sample 20ms/20ms", "sample 3020ms/3020ms", "pause 3020ms/3020ms",
                "resume 6020ms/3020ms", "sample 6040ms/3040ms",
            ])
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

    @Test func `a row stands for at most one period`() throws {
        let rows = ["0,,3,,,", "0.5,,3,,,", "2.5,,3,,,", "60,,3,,,"]
        let distances = try Self.steps(rows).compactMap { step -> Int64? in
            if case .sample(let sample) = step.content { sample[.distance] } else { nil }
        }
        #expect(distances == [300, 450, 750, 1050])
    }

    @Test(arguments: SampleRate.allowed, [1, 2, 3])
    func `a row stands for the recording's own step at every rate`(hertz: Int64, step: Int) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        let rows = (0..<100).map { "\($0 * step),,3,180,," } + ["\(100 * step + 1),,3,180,,"]
        let last = try Self.steps(rows, rate: rate).last
        guard case .sample(let sample) = last?.content else { throw Missing() }
        // The first row stands for a sample period of the fleet.
        let seconds = 99 * Double(step) + Double(step) + 1 / Double(hertz)
        #expect(sample[.distance] == Metric.distance.quantized(3 * seconds))
        #expect(sample[.steps] == Int64(3 * seconds))
    }

    private struct Missing: Error {}

    @Test(arguments: 0..<20 as Range<UInt64>, SampleRate.allowed)
    func `distance and steps are exact sums`(seed: UInt64, hertz: Int64) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        let rows = RecordingText.randomRows(seed: seed, count: 150)
        var distance = Rational(0)
        var steps = Rational(0)
        var expected: [(Int64?, Int64?)] = []
        for (index, row) in rows.enumerated() {
            let elapsed = index == 0 ? rate.period : row.time - rows[index - 1].time
            let seconds = Rational(Int128(min(elapsed, rate.period).ticks), over: 50)
            if let speed = row.units[1] {
                distance = distance + Rational(Int128(speed), over: 10) * seconds
            }
            if let cadence = row.units[2] {
                steps = steps + Rational(Int128(cadence), over: 600) * seconds
            }
            expected.append(
                (row.units[1].map { _ in distance.rounded }, row.units[2].map { _ in steps.floor }))
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
