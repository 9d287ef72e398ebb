import CivilTime
import Simulation
import Testing
import Vocabulary

@testable import Days

/// What ordered findings do to what is measured, against their sources.
@Suite struct FindingEffectTests {
    private static func effect(
        _ finding: Finding, _ days: Range<Int>, athletes: Int = 50
    ) -> FindingEffect {
        FindingEffect(pairs: FindingFleet.pairs(finding, 0..<athletes), days: days)
    }

    private static func expect(
        _ value: Double, _ range: ClosedRange<Double>, _ what: String,
        at place: SourceLocation = #_sourceLocation
    ) {
        #expect(range.contains(value), "\(what): \(value)", sourceLocation: place)
    }

    @Test func `who is ill walks less, sleeps longer, and the heart beats faster`() {
        let ill = FindingFleet.finding(.ill, 7)
        let during = Self.effect(ill, 0..<7)
        #expect(during.runs.with.isEmpty && during.runs.without.count > 80)
        // 0.45, and what a day without a run has more.
        Self.expect(during.ratio(\.walked), 0.43...0.53, "steps")
        Self.expect(during.difference(\.asleep), 34...46, "minutes asleep")
        // The mean of eight nights has half of the peak of one.
        Self.expect(Self.effect(ill, 2..<4).difference(\.rest), 1.9...3.3, "bpm on days 3 and 4")
        Self.expect(Self.effect(ill, 7..<10).difference(\.rest), -0.2...0.7, "bpm afterwards")
        let peak = Self.effect(ill, 1..<2).difference(\.logVariability)
        Self.expect(peak, -0.23 ... -0.14, "logarithm of the variability on the second day")
    }

    @Test func `an illness is a third of itself in its first night, and greatest in the second`() {
        let course = FindingCourse([FindingFleet.finding(.ill, 30)])
        let beats = (-2...40).map {
            course?.nightlyBeats(on: FindingFleet.first.dayNumber + $0) ?? .nan
        }
        #expect(beats[0...1] == [0, 0])
        #expect((beats[2] - 5.0 / 3).magnitude < 1e-9 && beats[3] == 5)
        #expect((beats[6] - 5 * Elementary.exp(-1)).magnitude < 1e-9)
        #expect(beats[3...26].elementsEqual(beats[3...26].sorted(by: >)) && beats[27...].max() == 0)
    }

    @Test func `an ordered illness takes the place of a drawn one`() throws {
        var found = 0
        for lane in 0..<40 {
            let drawn = FindingFleet.days(lane, nil)
            for day in 20_600..<20_660 where drawn.daysIll(on: day) == 3 {
                let dates = CivilDate(dayNumber: day - 3)...CivilDate(dayNumber: day)
                let ordered = FindingFleet.days(lane, [Finding(.ill, dates)])
                let rates = try [drawn, ordered].map { days in
                    let span = try #require(days.zone.day(dates.upperBound))
                    return DayCourse(days, dates.upperBound, span).nightlyHeartRates(1)[0]
                }
                let more = 5 * Elementary.exp(-2.0 / 3) - 3 * Elementary.exp(-1)
                #expect((rates[1] - rates[0] - more).magnitude < 1e-9, "lane \(lane), \(dates)")
                let told = ordered.findings(on: dates.upperBound).filter { $0.kind == .ill }
                #expect(told.map(\.isOrdered) == [true])
                found += 1
            }
        }
        #expect(found > 3)
    }

    @Test func `who is injured loses fitness and gets it back`() {
        let injury = FindingFleet.finding(.injured, 84)
        let during = Self.effect(injury, 0..<84, athletes: 20)
        #expect(during.runs.with.isEmpty && during.runs.without.count > 300)
        Self.expect(during.ratio(\.walked), 0.74...0.86, "steps")
        let days = FindingFleet.days(3, [injury])
        func pace(_ day: Int) -> Double {
            days.speedChange(on: FindingFleet.first.adding(days: day))
        }
        // Coyle et al. 1984: 7 % in 21 days, 16 % in 84.
        Self.expect(pace(20), -7.5 ... -6.5, "% in 21 days")
        Self.expect(pace(83), -16.5 ... -15.5, "% in 84 days")
        Self.expect(pace(83 + 84), -1.2 ... -0.4, "% after twelve weeks of return")
        #expect(pace(83 + 170) == 0 && pace(-1) == 0)
        // 4 bpm for 6.5 ml, less what the runs that lack would have added.
        Self.expect(
            Self.effect(injury, 60..<84, athletes: 20).difference(\.rest), 2.5...5, "bpm")
    }

    @Test func `training lowers the heart rate at rest and raises its variability`() {
        let training = FindingFleet.finding(.training, 84, gain: 12)
        let after = Self.effect(training, 84..<98)
        // Reimers et al. 2018: 3 to 6 bpm.
        Self.expect(after.difference(\.rest), -6 ... -3, "bpm")
        Self.expect(after.difference(\.logVariability), 0.1...0.26, "logarithm of the variability")
        let half = Self.effect(training, 38..<46).difference(\.rest) / after.difference(\.rest)
        Self.expect(half, 0.4...0.6, "share of it in the middle")
        #expect(after.runs.with.count == after.runs.without.count)
        let minutes = [after.runs.with, after.runs.without].map { runs in
            runs.filter { $0.plan.kind == .easy }.map { $0.plan.plannedRun.seconds / 60 }
        }
        Self.expect(
            minutes[0].reduce(0, +) / minutes[1].reduce(0, +), 1.02...1.08, "length of easy runs")
    }

    @Test func `the overreached run half as much again and more, and sleep less`() {
        let overload = FindingFleet.finding(.overreached, 21)
        let during = Self.effect(overload, 7..<21)
        func minutes(_ runs: [DayRun]) -> Double {
            runs.reduce(0) { $0 + $1.plan.plannedRun.seconds / 60 }
        }
        let runs = during.runsOfTraining
        Self.expect(minutes(runs.with) / minutes(runs.without), 1.5...2.1, "load")
        Self.expect(during.difference(\.rest), 1.8...3.2, "bpm")
        Self.expect(100 * (during.ratio(\.asleep) - 1), -9 ... -5, "% of sleep")
        Self.expect(during.difference(\.logVariability), -0.16 ... -0.06, "variability")
        Self.expect(
            Self.effect(overload, 35..<42).difference(\.rest), -0.1...0.1, "bpm two weeks later")
    }

    @Test func `who is away walks more and has no scales`() {
        let away = FindingFleet.finding(.away, 14)
        let during = Self.effect(away, 0..<14)
        #expect(during.runs.with.isEmpty)
        Self.expect(during.ratio(\.walked), 1.13...1.28, "steps")
        Self.expect(during.difference(\.asleep), 5...15, "minutes asleep")
        for pair in during.pairs {
            for day in 0..<14 {
                let date = FindingFleet.first.adding(days: day)
                #expect(pair.with.quantities(on: date)?.bodyMass == nil)
                #expect(pair.with.state(on: date) == .away)
            }
        }
    }

    @Test func `a watch that is not worn measures nothing, while scales and phone go on`() {
        let unworn = FindingFleet.finding(.notWorn, 20)
        var (masses, positions) = (0, 0)
        for pair in FindingFleet.pairs(unworn) {
            for day in 0..<20 {
                let date = FindingFleet.first.adding(days: day)
                let quantities = pair.with.quantities(on: date)
                #expect(quantities?.steps == 0 && quantities?.restingHeartRate == nil)
                #expect(quantities?.sleep == nil && quantities?.nap == nil)
                #expect(quantities?.heartRateVariability == nil)
                #expect(pair.with.run(on: date) == nil && pair.with.heartRates(on: date).isEmpty)
                masses += quantities?.bodyMass == nil ? 0 : 1
                positions += pair.with.positions(on: date).count
            }
            let after = pair.with.quantities(on: FindingFleet.first.adding(days: 20))
            #expect(after?.sleep == nil && after?.restingHeartRate != nil)
        }
        #expect(masses > 600 && positions > 500_000)
    }
}
