import TestSupport
import Testing
import Vocabulary

@testable import Simulation

/// The pauses that athletes make by themselves.
@Suite struct PauseButtonTests {
    private static let rates = SampleRate.allowed.compactMap(SampleRate.init(hertz:))
    private static let seeds = Seeds.of(1...40, few: 8)

    /// Sessions of several athletes and laps.
    private static func runs(
        seed: UInt64, rate: SampleRate = .oneHertz, equipment: Equipment = Equipment()
    ) -> [SimulatedRun] {
        (0..<60).map { number in
            SimulatedRun(
                seed: seed, lane: LaneID(index: number), lap: number % 7 - 3, rate: rate,
                equipment: equipment)
        }
    }

    /// The first session of a seed with a number of pauses.
    private static func run(
        seed: UInt64, pauses: Int = 2, rate: SampleRate = .oneHertz
    ) throws -> SimulatedRun {
        try #require(
            runs(seed: seed, rate: rate).first { $0.pauseSpans.count >= pauses }, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `pauses come in order, at most six, and take ten minutes at most`(seed: UInt64) {
        let runs = Self.runs(seed: seed)
        for run in runs {
            let spans = run.pauseSpans
            #expect(spans.count <= PauseButton.most, "seed \(seed)")
            for (span, next) in zip(spans, spans.dropFirst()) {
                #expect(span.upperBound < next.lowerBound, "seed \(seed), \(spans)")
            }
            #expect(spans.allSatisfy { $0.length >= .seconds(3) }, "seed \(seed), \(spans)")
            // Each pause may be rounded up to the next sample.
            let total = spans.reduce(FleetDuration.zero) { $0 + $1.length }
            let rounding = FleetDuration.seconds(Int64(spans.count))
            #expect(total <= PauseButton.longest + rounding, "seed \(seed), \(spans)")
        }
        let pausing = runs.count { !$0.pauseSpans.isEmpty }
        #expect((1..<runs.count).contains(pausing), "seed \(seed), \(pausing) sessions")
    }

    @Test(arguments: seeds)
    func `a pause lies within one segment that is neither work nor cool-down`(seed: UInt64) {
        for run in Self.runs(seed: seed) {
            for span in run.pauseSpans {
                #expect(
                    run.plan.interruptible.contains {
                        $0.lowerBound <= span.lowerBound && span.upperBound <= $0.upperBound
                    },
                    "seed \(seed), \(span) of \(run.plan.kind)")
            }
        }
    }

    @Test(arguments: seeds)
    func `the question whether a session can have paused is never denied to one that has`(
        seed: UInt64
    ) {
        for number in 0..<200 {
            let (lane, lap) = (LaneID(index: number % 40), number / 40)
            let athlete = number % 3 == 0 ? lane : LaneID(index: 7)
            let button = PauseButton(seed: seed, lane: lane, lap: lap, athlete: athlete)
            let plan = RunPlan.drawn(
                seed: seed, lane: lane, lap: lap,
                athlete: Athlete.drawn(seed: seed, lane: athlete))
            for rate in Self.rates {
                guard let first = button.spans(of: plan, period: rate.period).first else {
                    continue
                }
                for later in [0, 1, 200_000] as [Int64] {
                    #expect(
                        button.canPress(by: first.lowerBound + FleetDuration(ticks: later)),
                        "seed \(seed), lane \(lane), lap \(lap), \(rate.hertz) Hz")
                }
            }
            #expect(!button.canPress(by: .seconds(120)))
        }
    }

    @Test(arguments: seeds)
    func `every rate has the same pauses to a period`(seed: UInt64) {
        for (number, slow) in Self.runs(seed: seed).enumerated() {
            for rate in Self.rates.dropFirst() {
                let fast = SimulatedRun(
                    seed: seed, lane: LaneID(index: number), lap: number % 7 - 3, rate: rate)
                #expect(fast.pauseSpans.count == slow.pauseSpans.count, "seed \(seed)")
                for (span, other) in zip(slow.pauseSpans, fast.pauseSpans) {
                    let context = "seed \(seed), \(span) and \(other) at \(rate.hertz) Hz"
                    let (later, longer) = (
                        span.lowerBound - other.lowerBound, span.length - other.length
                    )
                    #expect((0..<50).contains(later.ticks), "\(context)")
                    #expect((0..<50).contains(longer.ticks), "\(context)")
                    #expect(other.lowerBound.ticks % rate.period.ticks == 0, "\(context)")
                    #expect(other.length.ticks % rate.period.ticks == 0, "\(context)")
                }
            }
        }
    }

    @Test(arguments: [
        Equipment(device: .perfect), Equipment(device: .perfect, hasPauseButton: false),
        Equipment(hasPauseButton: false), Equipment(device: .strap, hasPauseButton: false),
    ])
    func `a perfect device has no button, and others may lack it`(equipment: Equipment) {
        #expect(
            Self.runs(seed: 5, equipment: equipment).allSatisfy {
                $0.pauseSpans.isEmpty && !$0.mayPause
            })
        #expect(
            !equipment.pauses(seed: 5, lane: 0, lap: 0, athlete: 0, by: .seconds(4200)))
        #expect(equipment.pauses(seed: 5, lane: 0, lap: 0, athlete: 0) == nil)
    }

    @Test(arguments: seeds)
    func `until the athlete comes to a stand the button changes nothing`(seed: UInt64) throws {
        let runs = Self.runs(seed: seed)
        let number = try #require(runs.firstIndex { !$0.pauseSpans.isEmpty })
        var pausing = runs[number]
        var plain = Self.runs(seed: seed, equipment: Equipment(hasPauseButton: false))[number]
        let first = pausing.pauseSpans[0].lowerBound
        while let offset = pausing.nextOffset, offset + .seconds(5) < first {
            #expect(pausing.next() == plain.next(), "seed \(seed)")
        }
    }

    @Test(arguments: seeds, [1, 5] as [Int64])
    func `samples stand still from the start of a pause to its end, and come a period later`(
        seed: UInt64, hertz: Int64
    ) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        var run = try Self.run(seed: seed, rate: rate)
        let spans = run.pauseSpans
        var (marks, samples, paused): ([FleetDuration], Int64, FleetDuration) = ([], 0, .zero)
        var expected = rate.period
        while let due = run.nextOffset {
            let plain = run.plainSamples
            let step = run.next()
            #expect(step.offset == due, "seed \(seed)")
            switch step.content {
            case .sample:
                #expect(step.sessionTime == due - paused, "seed \(seed)")
                #expect(due == expected && step.truth != nil, "seed \(seed)")
                #expect(!spans.contains { $0.lowerBound < due && due <= $0.upperBound })
                samples += 1
                expected = due + rate.period
            case .pause:
                #expect(plain == 0 && due + rate.period == expected && step.truth == nil)
                #expect(step.sessionTime == due - paused, "seed \(seed)")
                marks.append(due)
            case .resume:
                let begun = try #require(marks.last)
                marks.append(due)
                paused = paused + (due - begun)
                #expect(step.sessionTime == due - paused, "seed \(seed)")
                expected = due + rate.period
            }
        }
        #expect(marks == spans.flatMap { [$0.lowerBound, $0.upperBound] }, "seed \(seed)")
        #expect(samples * rate.period.ticks == (run.duration - paused).ticks, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `a copy gives the same steps, also of a run that pauses`(seed: UInt64) throws {
        var run = try Self.run(seed: seed)
        while let offset = run.nextOffset, offset < run.pauseSpans[0].lowerBound { _ = run.next() }
        for _ in 0..<4 {
            var copy = run
            for _ in 0..<400 { #expect(run.next() == copy.next(), "seed \(seed)") }
        }
    }

    @Test func `a course goes from pause to pause`() {
        let spans = [(10, 14), (30, 31)].map {
            FleetDuration.seconds(Int64($0))..<FleetDuration.seconds(Int64($1))
        }
        var course = PauseCourse(spans)
        #expect(!course.isEmpty && PauseCourse([]).isEmpty)
        for span in spans {
            #expect(course.nextStart == span.lowerBound && !course.isPaused)
            #expect(course.nextStep(from: span.lowerBound - .seconds(1)) == nil)
            #expect(course.standing(at: span.lowerBound - .seconds(4)) == nil)
            #expect(course.standing(at: span.lowerBound) == span.length.seconds)
            #expect(course.nextStep(from: span.lowerBound) == span.lowerBound)
            let begins = course.toggle()
            #expect(begins && course.isPaused)
            #expect(course.nextStep(from: span.lowerBound) == span.upperBound)
            let goesOn = course.toggle()
            #expect(!goesOn && !course.isPaused)
        }
        #expect(course.nextStart == nil && course.nextStep(from: .seconds(4000)) == nil)
        #expect(course.standing(at: .seconds(4000)) == nil)
    }
}

extension Range<FleetDuration> {
    fileprivate var length: FleetDuration { upperBound - lowerBound }
}

extension RunPlan {
    /// The segments in which an athlete may pause, since the session's start.
    fileprivate var interruptible: [Range<FleetDuration>] {
        var start = standingBefore
        return segments.compactMap { segment in
            defer { start = start + segment.duration }
            return segment.part == .work || segment.part == .coolDown
                ? nil : start..<start + segment.duration
        }
    }
}
