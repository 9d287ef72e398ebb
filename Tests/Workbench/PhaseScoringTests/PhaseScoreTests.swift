import PhaseScoring
import Testing
import Vocabulary

@Suite struct PhaseScoreTests {
    /// A stretch of seconds in which machine and truth say the same.
    private typealias Stretch = (seconds: Int64, machine: Phase, truth: Phase)

    /// The score of one flight that is told once a second, from a second that does not matter.
    private func score(_ stretches: Stretch..., every period: Int64 = 1) -> PhaseScore {
        var score = PhaseScore()
        fly(stretches, every: period, &score)
        return score
    }

    private func fly(_ stretches: [Stretch], every period: Int64 = 1, _ score: inout PhaseScore) {
        var second: Int64 = 17
        for stretch in stretches {
            let end = second + stretch.seconds
            while second < end {
                score.observe(stretch.machine, truth: stretch.truth, at: .seconds(second))
                second += period
            }
        }
        if let last = stretches.last {
            score.observe(last.machine, truth: last.truth, at: .seconds(second))
        }
        score.endFlight()
    }

    @Test func `nothing has no score`() {
        for score in [PhaseScore(), score((0, .cruise, .cruise))] {
            #expect(score.agreement == nil)
            #expect(score.runningAgreement == nil)
            #expect(score.transitionsPerTenMinutes == nil)
            #expect(score.medianDetectionDelay == nil)
            #expect(score.runningTime == .zero)
        }
    }

    @Test(arguments: [1, 5] as [Int64])
    func `what a step says holds until the next`(period: Int64) {
        let score = score(
            (60, .preflight, .preflight), (100, .takeoff, .takeoff), (30, .takeoff, .cruise),
            (210, .cruise, .cruise), (50, .touchdown, .touchdown), every: period)
        #expect(score.confusion[.preflight, truth: .preflight] == .seconds(60))
        #expect(score.confusion[.takeoff, truth: .takeoff] == .seconds(100))
        #expect(score.confusion[.takeoff, truth: .cruise] == .seconds(30))
        #expect(score.confusion[.cruise, truth: .takeoff] == .zero)
        #expect(score.confusion[.cruise, truth: .cruise] == .seconds(210))
        #expect(score.confusion.total() == .seconds(450))
        #expect(score.agreement == 420.0 / 450)
        #expect(score.runningTime == .seconds(340))
        #expect(score.runningAgreement == 310.0 / 340)
    }

    @Test func `changes are counted between running steps only`() throws {
        let score = score(
            (60, .preflight, .preflight), (300, .takeoff, .takeoff), (600, .cruise, .cruise),
            (300, .approach, .approach), (60, .touchdown, .touchdown))
        #expect(score.runningTransitions == 2)
        #expect(try #require(score.transitionsPerTenMinutes) == 1)
    }

    @Test func `a change into what is not true is spurious, the way back is not`() throws {
        for seconds in [1, 60, 200] as [Int64] {
            let score = score(
                (300, .cruise, .cruise), (seconds, .climb, .cruise), (300, .cruise, .cruise))
            #expect(score.spuriousTransitions == 1, "\(seconds) s")
            #expect(score.runningTransitions == 2, "\(seconds) s")
            let rate = try #require(score.spuriousTransitionsPerTenMinutes)
            #expect((rate - 600 / Double(600 + seconds)).magnitude < 1e-9)
        }
    }

    @Test func `a flight that ends in a phase without reason ends a spurious change`() {
        #expect(score((300, .cruise, .cruise), (100, .descent, .cruise)).spuriousTransitions == 1)
    }

    @Test func `every turn that the truth does not take is spurious`() {
        let score = score(
            (300, .cruise, .cruise), (20, .climb, .cruise), (20, .descent, .cruise),
            (20, .climb, .cruise), (300, .cruise, .cruise))
        #expect(score.runningTransitions == 4)
        #expect(score.spuriousTransitions == 3)
    }

    @Test func `a change that the truth has held for 10 s is not spurious, late or early`() {
        func there(_ before: Int64, _ during: Int64, gap: Int64 = 0) -> Int {
            score(
                (300, .cruise, .cruise), (before, .cruise, .climb), (gap, .cruise, .cruise),
                (40 - during, .climb, .cruise), (during, .climb, .climb), (300, .cruise, .cruise)
            ).spuriousTransitions
        }
        #expect(there(0, 10) == 0)
        #expect(there(0, 9) == 1)
        #expect(there(10, 0) == 0)
        #expect(there(9, 0) == 1)
        #expect(there(10, 0, gap: 60) == 0)
        #expect(there(10, 0, gap: 61) == 1)
    }

    @Test func `a delay is the time from the truth's first step to the machine's`() {
        let score = score(
            (300, .cruise, .cruise), (12, .cruise, .climb), (100, .climb, .climb),
            (20, .climb, .descent), (100, .descent, .descent), (31, .descent, .cruise),
            (100, .cruise, .cruise))
        #expect(score.detectionDelays == [12, 20, 31].map { .seconds($0) })
        #expect(score.missedDetections == 0)
        #expect(score.medianDetectionDelay == .seconds(20))
    }

    @Test func `a phase that is short or shown already has no delay`() {
        let short = score((300, .cruise, .cruise), (5, .cruise, .climb), (24, .climb, .climb))
        #expect(short.detectionDelays == [])
        #expect(short.missedDetections == 0)
        let shown = score(
            (300, .cruise, .cruise), (10, .climb, .cruise), (20, .climb, .climb),
            (20, .cruise, .climb), (20, .climb, .climb))
        #expect(shown.detectionDelays == [])
        let long = score((300, .cruise, .cruise), (5, .cruise, .climb), (25, .climb, .climb))
        #expect(long.detectionDelays == [.seconds(5)])
    }

    @Test func `what the machine shows too late is missed`() {
        let score = score(
            (300, .cruise, .cruise), (40, .cruise, .climb), (100, .climb, .cruise),
            (30, .climb, .descent), (30, .cruise, .cruise))
        #expect(score.detectionDelays == [])
        #expect(score.missedDetections == 3)
        #expect(score.medianDetectionDelay == nil)
    }

    @Test func `the median counts what was missed as longer than any delay`() {
        func median(_ delays: [Int64], missed: Int) -> FleetDuration? {
            var score = PhaseScore()
            for delay in delays {
                fly(
                    [(9, .cruise, .cruise), (delay, .cruise, .climb), (60, .climb, .climb)], &score)
            }
            for _ in 0..<missed { fly([(9, .cruise, .cruise), (60, .cruise, .climb)], &score) }
            #expect(score.missedDetections == missed)
            return score.medianDetectionDelay
        }
        #expect(median([30, 10, 20], missed: 0) == .seconds(20))
        #expect(median([40, 10, 20, 31], missed: 0) == FleetDuration(ticks: 25 * 50 + 25))
        #expect(median([10, 20], missed: 1) == .seconds(20))
        #expect(median([10, 20, 30], missed: 1) == .seconds(25))
        #expect(median([10, 20], missed: 2) == nil)
        #expect(median([], missed: 1) == nil)
    }

    @Test func `flights add up, and what lies between them counts nothing`() {
        let first: [Stretch] = [(100, .cruise, .cruise), (50, .climb, .cruise)]
        let second: [Stretch] = [(70, .cruise, .cruise), (50, .cruise, .climb)]
        var both = PhaseScore()
        fly(first, &both)
        fly(second, &both)
        #expect(both.confusion.total() == .seconds(270))
        #expect(both.confusion[.cruise, truth: .cruise] == .seconds(170))
        #expect(both.runningTransitions == 1)
        #expect(both.spuriousTransitions == 1)
        #expect(both.missedDetections == 1)
    }

    @Test func `steps that run backwards trap`() async {
        await #expect(processExitsWith: .failure) {
            var score = PhaseScore()
            score.observe(.cruise, truth: .cruise, at: .seconds(2))
            score.observe(.cruise, truth: .cruise, at: .seconds(1))
        }
    }
}
