import CivilTime
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import Days

/// Runs about ordered findings: how fast they are, how long, and when there are none.
@Suite struct FindingRunTests {
    /// Metres a second for each beat above rest, between the tenth minute and the thirtieth.
    private static func pace(_ run: DayRun, _ days: AthleteDays) -> Double {
        var simulated = run.simulated(seed: days.seed, lane: days.lane, rate: .oneHertz)
        var (speed, beats) = (0.0, 0.0)
        for second in 0..<1980 where simulated.nextOffset != nil {
            _ = simulated.next()
            guard second > 780, simulated.body.speed > 2 else { continue }
            speed += simulated.body.speed
            beats += simulated.body.heartRate - Double(days.athlete.restingHeartRate)
        }
        return speed / beats
    }

    /// The mean over athletes of how much faster they run at a heart rate than without a finding,
    /// in percent, and of what is told as the truth.
    private static func measured(
        _ finding: Finding, on days: Range<Int>
    ) -> (pace: Double, truth: Double) {
        var (paces, truths): ([Double], [Double]) = ([], [])
        for pair in FindingFleet.pairs(finding, 0..<60) {
            for day in days {
                let date = FindingFleet.first.adding(days: day)
                guard let run = pair.with.run(on: date), let other = pair.without.run(on: date),
                    [.easy, .long].contains(run.plan.kind), run.plan.kind == other.plan.kind
                else { continue }
                paces.append(100 * (pace(run, pair.with) / pace(other, pair.without) - 1))
                truths.append(pair.with.speedChange(on: date))
            }
        }
        #expect(paces.count > 15)
        func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
        return (mean(paces), mean(truths))
    }

    @Test(arguments: [
        (FindingFleet.finding(.training, 84, gain: 15), 84..<87, 15.0),
        (FindingFleet.finding(.injured, 84), 112..<118, -5.3),
        (FindingFleet.finding(.ill, 5), 5..<9, -3.0),
        (FindingFleet.finding(.overreached, 21), 18..<21, 1.2),
    ])
    func `runs are as fast at a heart rate as the truth says`(
        finding: Finding, days: Range<Int>, expected: Double
    ) {
        let (pace, truth) = Self.measured(finding, on: days)
        #expect((truth - expected).magnitude < 0.8, "\(finding.kind): truth \(truth)")
        #expect((pace - truth).magnitude < 1.5, "\(finding.kind): \(pace), truth \(truth)")
    }

    @Test func `the maximal heart rate falls with fatigue, and comes back`() throws {
        let overload = FindingFleet.finding(.overreached, 21)
        let days = FindingFleet.days(1, [overload])
        let shifts = (0..<40).map { days.condition(on: FindingFleet.first.dayNumber + $0) }
        #expect(shifts[20].maximalHeartRate == -5 && shifts[34] == .usual)
        #expect((shifts[20].speed - 0.97).magnitude < 1e-9)
    }

    @Test func `who comes back runs easily, and longer day by day`() {
        var (shares, count): ([Double], Int) = ([], 0)
        for pair in FindingFleet.pairs(FindingFleet.finding(.injured, 40), 0..<80) {
            for day in 40..<60 {
                let date = FindingFleet.first.adding(days: day)
                guard let run = pair.with.run(on: date), let other = pair.without.run(on: date)
                else { continue }
                #expect(run.plan.kind == .easy && run.start == other.start)
                count += 1
                guard other.plan.kind == .easy else { continue }
                let share = run.plan.plannedRun.seconds / other.plan.plannedRun.seconds
                #expect((0.57...1).contains(share), "\(share) on day \(day)")
                if day < 45 { shares.append(share) }
            }
        }
        #expect(count > 200 && shares.reduce(0, +) / Double(shares.count) < 0.8)
    }

    @Test(arguments: [Finding.Kind.ill, .injured, .away, .notWorn])
    func `nobody runs meanwhile, however many runs a week are ordered`(kind: Finding.Kind) {
        for lane in 0..<30 {
            let days = FindingFleet.days(lane, [FindingFleet.finding(kind, 20)]) {
                $0.runsPerWeek = 7
            }
            let runs = (-7..<27).map { days.run(on: FindingFleet.first.adding(days: $0)) != nil }
            #expect(runs == (-7..<27).map { !(0..<20).contains($0) })
        }
    }

    @Test func `lengths and kinds that are ordered are kept`() {
        let findings = [
            FindingFleet.finding(.training, 70, gain: 30),
            Finding(
                .overreached,
                FindingFleet.first.adding(days: 80)...FindingFleet.first.adding(days: 120)),
            FindingFleet.finding(.ill, 9),
        ]
        #expect(findings.problems.isEmpty)
        for lane in 0..<20 {
            let days = FindingFleet.days(lane, findings) {
                ($0.minutes, $0.plans, $0.runsPerWeek) = (30...50, [.tempo: 1, .long: 1], 4)
            }
            for day in 0..<130 {
                guard let run = days.run(on: FindingFleet.first.adding(days: day)) else { continue }
                #expect([.tempo, .long].contains(run.plan.kind))
                #expect((1800...3000).contains(run.plan.plannedRun.seconds))
            }
        }
    }

    @Test func `who is ordered never to run does not overreach`() {
        let days = FindingFleet.days(1, [FindingFleet.finding(.overreached, 40)]) {
            $0.runsPerWeek = 0
        }
        #expect((0..<40).allSatisfy { days.run(on: FindingFleet.first.adding(days: $0)) == nil })
        #expect(days.nextRun(after: TimeZoneRules.utc.startOrNext(of: FindingFleet.first)) == nil)
    }

    @Test func `nobody is trained beyond what anybody has run, nor slowed to a walk`() {
        var order = AthleteOrder()
        order.fitness = .oxygenUptake(80)
        let trainings = (0..<20).map { number in
            let first = FindingFleet.first.adding(days: 7 * number)
            return Finding(.training, first...first.adding(days: 6), gain: 30)
        }
        let injury = FindingFleet.finding(.injured, 365)
        for lane: LaneID in 0..<60 {
            let fit = AthleteDays(
                seed: 9, lane: lane, zone: .utc, as: order, days: DaysOrder(findings: trainings))
            let date = FindingFleet.first.adding(days: 150)
            let speed = fit.athlete(on: date.dayNumber).speedAtFullIntensity
            #expect((speed - 7.2).magnitude < 1e-9)
            let gain = 100 * (7.2 / fit.athlete.speedAtFullIntensity - 1)
            #expect((fit.speedChange(on: date) - gain).magnitude < 0.051)
            let weak = AthleteDays(
                seed: 9, lane: lane, zone: .utc, days: DaysOrder(findings: [injury]))
            let last = weak.athlete(on: injury.dates.upperBound.dayNumber)
            #expect(Athlete.slowestRun <= 0.901 * last.speedAtFullIntensity)
        }
    }
}
