import CivilTime
import Days
import Simulation
import TestSupport
import Testing
import Vocabulary

/// The truth of a date, and dates that a finding leaves alone.
@Suite struct FindingTruthTests {
    private static let kinds: [(finding: Finding, forgotten: Int)] = [
        (FindingFleet.finding(.ill, 8), 45), (FindingFleet.finding(.injured, 60), 240),
        (FindingFleet.finding(.away, 12), 30), (FindingFleet.finding(.overreached, 21), 55),
        (FindingFleet.finding(.notWorn, 9), 30),
        (FindingFleet.finding(.training, 28, gain: 9), .max),
    ]

    @Test(arguments: kinds.indices)
    func `ordered dates are the truth, and nothing before them is touched`(index: Int) {
        let (finding, _) = Self.kinds[index]
        for pair in FindingFleet.pairs(finding) {
            for day in -9..<80 {
                let date = FindingFleet.first.adding(days: day)
                let ordered = pair.with.findings(on: date).filter(\.isOrdered)
                #expect(ordered == (finding.dates.contains(date) ? [finding] : []))
                guard day < -1 else { continue }
                #expect(pair.with.entries(on: date) == pair.without.entries(on: date))
                #expect(pair.with.heartRates(on: date) == pair.without.heartRates(on: date))
                #expect(pair.with.run(on: date) == pair.without.run(on: date))
                #expect(pair.with.speedChange(on: date) == 0)
            }
        }
    }

    @Test(arguments: kinds.indices)
    func `what follows a finding dies out, but for training`(index: Int) {
        let (finding, forgotten) = Self.kinds[index]
        guard forgotten < .max else { return }
        for pair in FindingFleet.pairs(finding) {
            for day in forgotten..<forgotten + 6 {
                let date = FindingFleet.first.adding(days: day)
                #expect(pair.with.entries(on: date) == pair.without.entries(on: date))
                #expect(pair.with.run(on: date) == pair.without.run(on: date))
                #expect(pair.with.speedChange(on: date) == 0)
            }
        }
    }

    @Test func `an empty list changes nothing`() {
        for lane in 0..<20 {
            let (none, empty) = (FindingFleet.days(lane, nil), FindingFleet.days(lane, []))
            for day in 0..<30 {
                let date = FindingFleet.first.adding(days: day)
                #expect(none.entries(on: date) == empty.entries(on: date))
                #expect(none.run(on: date) == empty.run(on: date))
                #expect(none.findings(on: date) == empty.findings(on: date))
            }
        }
    }

    @Test func `what is drawn is told with all of its dates, where it is in effect`() {
        var counts: [Finding.Kind: Int] = [:]
        for lane: LaneID in 0..<60 {
            let days = AthleteDays(seed: 3, lane: lane, zone: .utc)
            for day in 20_600..<20_900 {
                let date = CivilDate(dayNumber: day)
                let findings = days.findings(on: date)
                #expect(findings.allSatisfy { !$0.isOrdered && $0.dates.contains(date) })
                let states = findings.compactMap { DayState(rawValue: $0.kind.rawValue) }
                #expect(states == [days.state(on: date)].filter { $0 != .well })
                for finding in findings {
                    counts[finding.kind, default: 0] += 1
                    let length = finding.dates.upperBound - finding.dates.lowerBound + 1
                    switch finding.kind {
                    case .ill: #expect((3...8).contains(length))
                    case .away: #expect((3...12).contains(length))
                    case .trainingBreak: expectWeeks(finding, length)
                    case .injured, .training, .overreached, .notWorn: Issue.record("\(finding)")
                    }
                }
            }
        }
        #expect(counts.count == 3 && counts.values.allSatisfy { $0 > 300 }, "\(counts)")
    }

    private func expectWeeks(_ finding: Finding, _ length: Int) {
        #expect(finding.dates.lowerBound.weekday == .monday && length % 7 == 0)
        #expect((2...14).contains(length / 7))
    }

    @Test func `breaks are the weeks that hardly have a run`() {
        var (runs, weeks) = (0, 0)
        for lane: LaneID in 0..<60 {
            let days = AthleteDays(seed: 3, lane: lane, zone: .utc)
            for week in 0..<40 {
                let monday = CivilDate(dayNumber: 20_600).startOfWeek.adding(days: 7 * week)
                let dates = (0..<7).map { monday.adding(days: $0) }
                let broken = dates.map {
                    days.findings(on: $0).contains { $0.kind == .trainingBreak }
                }
                #expect(Set(broken).count == 1)
                guard broken[0] else { continue }
                (runs, weeks) = (runs + dates.count { days.run(on: $0) != nil }, weeks + 1)
            }
        }
        #expect(weeks > 300 && (0.1...0.25).contains(Double(runs) / Double(weeks)))
    }

    @Test func `whose number of runs is ordered has no drawn findings`() {
        let ill = FindingFleet.finding(.ill, 4)
        for lane in 0..<40 {
            let days = FindingFleet.days(lane, [ill]) { $0.runsPerWeek = 3 }
            for day in -100..<100 {
                let date = FindingFleet.first.adding(days: day)
                #expect(days.findings(on: date) == (ill.dates.contains(date) ? [ill] : []))
            }
        }
    }
}
