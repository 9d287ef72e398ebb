import CivilTime
import Days
import Simulation
import TestSupport
import Testing
import Vocabulary

/// The runs of an athlete's days.
@Suite struct TrainingTests {
    private static let first = CivilDate(dayNumber: 20_514)
    /// 80 athletes on every day of a year, from a Monday on.
    private static let fleet = (0..<80).map { AthleteDays(seed: 77, lane: $0, zone: .utc) }
    private static let years: [[DayRun?]] = fleet.map { days in
        (0..<364).map { days.run(on: first.adding(days: $0)) }
    }

    private func isDemanding(_ run: DayRun?) -> Bool {
        guard let run else { return false }
        return ![.easy, .mission].contains(run.plan.kind)
    }

    @Test func `a week has up to six runs, fewer where breaks are many`() {
        for (days, year) in zip(Self.fleet, Self.years) {
            #expect((2...6).contains(days.habits.training.runsPerWeek))
            let counts = stride(from: 0, to: 364, by: 7).map { week in
                year[week..<week + 7].count { $0 != nil }
            }
            #expect(counts.allSatisfy { $0 <= 6 })
            let mean = Double(counts.reduce(0, +)) / 52
            let habits = days.habits.training
            let usual = Double(habits.runsPerWeek) * (1 - habits.breakShare)
            #expect((0.3...6).contains(mean))
            #expect((mean - usual).magnitude < 1.6, "\(mean) of \(usual)")
        }
    }

    @Test func `the long run is at the weekend, and only there`() {
        for (days, year) in zip(Self.fleet, Self.years) {
            for case let run? in year {
                let isLong = run.plan.kind == .long
                if isLong { #expect(run.date.weekday.isWeekend) }
                if isLong, days.habits.training.keepsDays {
                    #expect(run.date.weekday == days.habits.training.longRunDay)
                }
                let minutes = run.plan.plannedRun.seconds / 60
                #expect((isLong ? 50...100 : 20...75).contains(minutes), "\(run.date)")
            }
        }
    }

    @Test func `no hard or long run follows another on the next day, over all borders of weeks`() {
        for year in Self.years {
            for day in 1..<year.count where isDemanding(year[day]) {
                #expect(!isDemanding(year[day - 1]), "\(Self.first.adding(days: day))")
            }
        }
        let demanding = Self.years.joined().count { isDemanding($0) }
        #expect(demanding > 4000)
    }

    @Test func `most runs begin at the athlete's time of the day, and all between six and nine`() {
        for (days, year) in zip(Self.fleet, Self.years) {
            let habits = days.habits.training
            let working = year.compactMap(\.self).filter { !$0.date.weekday.isWeekend }
            #expect(
                year.compactMap(\.self).allSatisfy { (6 * 3600...21 * 3600).contains($0.second) })
            let usual: ClosedRange<Int> =
                switch habits.timeOfDay {
                case .early: 6 * 3600...8 * 3600
                case .midday: 9 * 3600...16 * 3600
                case .evening: 16 * 3600...21 * 3600
                }
            let share = Double(working.count { usual.contains($0.second) }) / Double(working.count)
            #expect(working.count < 20 || share > 0.9 - habits.otherTimes - 0.15)
        }
        let times = Set(Self.fleet.map(\.habits.training.timeOfDay))
        #expect(times == Set(TrainingHabits.TimeOfDay.allCases))
    }

    @Test func `nobody runs ill or away, and both happen`() {
        var states: [DayState: Int] = [:]
        for (days, year) in zip(Self.fleet, Self.years) {
            for (day, run) in year.enumerated() {
                let state = days.state(on: Self.first.adding(days: day))
                states[state, default: 0] += 1
                if state != .well { #expect(run == nil) }
            }
        }
        #expect(states[.ill, default: 0] > 500)
        #expect(states[.away, default: 0] > 700)
    }

    @Test func `a run ends before the next begins, and within twelve hours`() {
        for (days, year) in zip(Self.fleet.prefix(30), Self.years) {
            for case let run? in year {
                if let next = days.nextRun(after: run.start) { #expect(run.end <= next.start) }
                #expect(run.duration <= .seconds(12 * 3600))
                #expect(run.duration >= run.plan.standingBefore + run.plan.longestRun)
            }
        }
    }

    @Test func `the next run is the next`() throws {
        for (lane, days) in Self.fleet.prefix(20).enumerated() {
            let runs = Self.years[lane].compactMap(\.self)
            for (run, next) in zip(runs, runs.dropFirst()) {
                #expect(days.nextRun(after: run.start) == next)
                let before = days.nextRun(after: run.start - FleetDuration(ticks: 1))
                #expect(before == run)
            }
        }
    }

    @Test func `nobody rests for as long as the look ahead, in 200 years`() throws {
        for lane: LaneID in 0..<25 {
            let days = AthleteDays(seed: 5, lane: lane, zone: .utc)
            var day = 10_957 + lane.index * 3001
            while day < 84_000 {
                let instant = TimeZoneRules.utc.startOrNext(of: CivilDate(dayNumber: day))
                let run = try #require(days.nextRun(after: instant))
                #expect(run.date.dayNumber - day < 150)
                day += 97
            }
        }
    }

    @Test func `lanes begin on ticks of their own, always the same ones`() {
        var ticks: Set<Int64> = []
        for (days, year) in zip(Self.fleet, Self.years) {
            for case let run? in year {
                #expect(run.start.ticks % 50 == days.tickOfSecond.ticks)
            }
            #expect(days.tickOfSecond.ticks % 5 == 0)
            ticks.insert(days.tickOfSecond.ticks)
        }
        #expect(ticks.count == 10)
        let crowd = (10_000..<10_200).map {
            AthleteDays(seed: 5, lane: $0, zone: .utc).tickOfSecond.ticks
        }
        #expect(Set(crowd) == Set(0..<50))
    }

    @Test func `a run is that of its date, whatever was asked before`() {
        let days = Self.fleet[3]
        for day in [0, 13, 200] {
            let again = AthleteDays(seed: 77, lane: 3, zone: .utc)
            #expect(again.run(on: Self.first.adding(days: day)) == Self.years[3][day])
        }
        let other = AthleteDays(seed: 78, lane: 3, zone: .utc)
        #expect(other.habits != days.habits)
    }

    @Test func `the samples of a run are those of its plan`() throws {
        let run = try #require(Self.years[11].compactMap(\.self).first)
        var simulated = run.simulated(seed: 77, lane: 11, rate: .oneHertz)
        #expect(simulated.plan == run.plan)
        #expect(simulated.duration == run.duration)
        var last: FlightStage?
        while simulated.nextOffset != nil { last = simulated.next().stage }
        #expect(last == .afterRun)
    }
}
