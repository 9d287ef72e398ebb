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

    @Test func `a week has up to six runs, and no athlete fewer than one on average`() {
        for (days, year) in zip(Self.fleet, Self.years) {
            #expect((2...6).contains(days.habits.runsPerWeek))
            let counts = stride(from: 0, to: 364, by: 7).map { week in
                year[week..<week + 7].count { $0 != nil }
            }
            #expect(counts.allSatisfy { $0 <= 6 })
            let mean = Double(counts.reduce(0, +)) / 52
            #expect((1.3...6).contains(mean))
            #expect((mean - Double(days.habits.runsPerWeek)).magnitude < 1.6)
        }
    }

    @Test func `the long run is at the weekend, and only there`() {
        for (days, year) in zip(Self.fleet, Self.years) {
            for case let run? in year {
                let isLong = run.plan.kind == .long
                if isLong { #expect(run.date.weekday == days.habits.longRunDay) }
                let minutes = run.plan.plannedRun.seconds / 60
                #expect((isLong ? 60...100 : 30...60).contains(minutes), "\(run.date)")
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
        #expect(demanding > 5000)
    }

    @Test func `who runs early begins between six and eight, the others at their time`() {
        for (days, year) in zip(Self.fleet, Self.years) {
            for case let run? in year {
                switch days.habits.timeOfDay {
                case .early: #expect((6 * 3600..<8 * 3600).contains(run.second))
                case .midday: #expect((8 * 3600...16 * 3600).contains(run.second))
                case .evening:
                    let earliest = run.date.weekday.isWeekend ? 7 * 3600 : 16 * 3600
                    #expect((earliest...21 * 3600).contains(run.second))
                }
            }
        }
        let times = Set(Self.fleet.map(\.habits.timeOfDay))
        #expect(times == Set(DayHabits.TimeOfDay.allCases))
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
                #expect(run.date.dayNumber - day < 35)
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
