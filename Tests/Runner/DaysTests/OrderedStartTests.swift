import CivilTime
import Days
import TestSupport
import Testing
import Vocabulary

/// When runs begin whose start is ordered.
@Suite struct OrderedStartTests {
    @Test(arguments: [0...75_000, 21_600...28_799, 79_200...79_200, 7200...10_799, 0...0])
    func `runs start within the ordered seconds by the clock`(range: ClosedRange<Int>) {
        let order = OrderedFleet.order { ($0.runsPerWeek, $0.start) = (7, .between(range)) }
        var seconds: [Int] = []
        for run in OrderedFleet.runs(0..<60, order) {
            #expect(range.contains(run.second))
            seconds.append(run.second)
            let wall = OrderedFleet.berlin.wall(run.second, ofDay: run.date.dayNumber)
            switch wall {
            case .at(let instant), .skipped(let instant):
                #expect((0..<50).contains((run.start - instant).ticks))
            case .noDay: Issue.record("\(run.date) does not exist")
            }
            #expect(OrderedFleet.berlin.day(run.date)?.contains(run.start) == true)
        }
        // As many in each quarter of the range, as far as 60 athletes with habits can tell.
        guard range.count > 3600 else { return }
        for quarter in 0..<4 {
            let share =
                Double(seconds.count { ($0 - range.lowerBound) * 4 / range.count == quarter })
                / Double(seconds.count)
            #expect((0.13...0.37).contains(share), "quarter \(quarter): \(share)")
        }
    }

    @Test func `where clocks change a start moves forward, or is the first of two`() throws {
        let order = OrderedFleet.order { ($0.runsPerWeek, $0.start) = (7, .between(7200...10_799)) }
        let spring = try #require(CivilDate(parsing: "2026-03-29"))
        let autumn = try #require(CivilDate(parsing: "2026-10-25"))
        for lane in 0..<50 {
            let days = OrderedFleet.days(lane, order)
            let moved = try #require(days.run(on: spring))
            #expect(OrderedFleet.berlin.local(moved.start).second == moved.second + 3600)
            let first = try #require(days.run(on: autumn))
            #expect(OrderedFleet.berlin.local(first.start).second == first.second)
            #expect(OrderedFleet.berlin.local(first.start).isDaylightSaving)
        }
    }

    @Test(arguments: TrainingHabits.TimeOfDay.allCases)
    func `all runs begin at the usual time of the day that is ordered`(
        time: TrainingHabits.TimeOfDay
    ) {
        let order = OrderedFleet.order { $0.start = .usual(time) }
        let hours =
            switch time {
            case .early: 6 * 3600...8 * 3600
            case .midday: 9 * 3600...16 * 3600
            case .evening: 16 * 3600...21 * 3600
            }
        let runs = OrderedFleet.runs(0..<60, order)
        #expect(runs.count > 2000)
        #expect(runs.allSatisfy { hours.contains($0.second) })
    }
}
