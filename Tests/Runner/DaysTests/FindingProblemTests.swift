import CivilTime
import Days
import Simulation
import TestSupport
import Testing
import Vocabulary

/// Lists of findings that cannot be, and those that can.
@Suite struct FindingProblemTests {
    private static func date(_ day: Int) -> CivilDate { FindingFleet.first.adding(days: day) }

    private static func finding(
        _ kind: Finding.Kind, _ first: Int, _ last: Int, gain: Int = 0
    ) -> Finding {
        Finding(kind, date(first)...date(last), gain: gain)
    }

    private static func problems(_ findings: [Finding]) -> [FindingProblem] {
        findings.problems.map(\.problem)
    }

    @Test(arguments: Finding.Kind.ordered)
    func `findings have as many days as their kind allows`(kind: Finding.Kind) throws {
        let possible = try #require(Finding.possibleDays(of: kind))
        let gain = kind == .training ? 5 : 0
        for count in [1, 5, 6, 7, 42, 43, 60, 61, 120, 121, 364, 365, 366, 367, 100_000] {
            let problems = Self.problems([Self.finding(kind, 0, count - 1, gain: gain)])
            if !possible.contains(count) {
                let isOutside = count > 70_000
                #expect(
                    problems == (isOutside ? [.outside(Self.date(99_999))] : [.days(kind, count)]))
            } else if kind == .training, count % 7 > 0 {
                #expect(problems == [.notWeeks(days: count)])
            } else {
                #expect(problems == [])
            }
        }
    }

    @Test func `training has a gain, and no other kind`() {
        for gain in [Int.min, -1, 0, 1, 30, 31, .max] {
            let training = Self.problems([Self.finding(.training, 0, 6, gain: gain)])
            #expect(training == ((1...30).contains(gain) ? [] : [.gain(gain)]))
            let ill = Self.problems([Self.finding(.ill, 0, 6, gain: gain)])
            #expect(ill == (gain == 0 ? [] : [.gainOf(.ill)]))
        }
        #expect(Self.problems([Self.finding(.trainingBreak, 0, 6)]) == [.drawnOnly(.trainingBreak)])
    }

    @Test func `dates lie within two centuries`() throws {
        let first = try #require(CivilDate(parsing: "2000-01-02"))
        let last = try #require(CivilDate(parsing: "2199-06-30"))
        #expect(Finding.possibleDates == first...last)
        #expect(Self.problems([Finding(.ill, first...first), Finding(.ill, last...last)]) == [])
        let (early, late) = (first.adding(days: -1), last.adding(days: 1))
        #expect(Self.problems([Finding(.ill, early...first)]) == [.outside(early)])
        #expect(Self.problems([Finding(.ill, last...late)]) == [.outside(late)])
    }

    @Test func `some findings do not share a day`() {
        for kind in Finding.Kind.ordered {
            for other in Finding.Kind.ordered {
                let gains = [kind, other].map { $0 == .training ? 3 : 0 }
                let findings = [
                    Self.finding(kind, 0, 6, gain: gains[0]),
                    Self.finding(other, 6, 12, gain: gains[1]),
                ]
                let both: Set = [kind, other]
                let prevents = !both.isDisjoint(with: [.ill, .injured, .away, .notWorn])
                let excludes = kind == other || both.contains(.overreached) && prevents
                let problem = FindingProblem.sharesDay(kind, other, Self.date(6))
                #expect(Self.problems(findings) == (excludes ? [problem] : []), "\(kind) \(other)")
                #expect(findings.problems.map(\.index) == (excludes ? [1] : []))
            }
        }
        let apart = [
            Self.finding(.ill, 0, 6), Self.finding(.ill, 7, 7), Self.finding(.ill, -9, -1),
        ]
        #expect(Self.problems(apart) == [])
    }

    @Test func `an athlete has 64 findings at most`() {
        let findings = (0..<65).map { Self.finding(.ill, 2 * $0, 2 * $0) }
        #expect(Self.problems(Array(findings.prefix(64))) == [])
        #expect(findings.problems.map(\.index) == [64])
        #expect(Self.problems(findings) == [.tooMany(65)])
    }

    @Test func `training ends where nobody has run faster`() throws {
        var order = AthleteOrder()
        #expect([Self.finding(.training, 0, 6, gain: 30)].problems(for: order).isEmpty)
        order.fitness = .best(distance: 10_000, seconds: 2400)
        let speed = try #require(order.speedAtFullIntensity)
        let most = Int(100 * (7.2 / speed - 1))
        #expect((30...70).contains(most))
        // The later one stands first in the list.
        let trainings = [
            Self.finding(.training, 70, 76, gain: 30), Self.finding(.training, 0, 6, gain: 30),
        ]
        let problems = trainings.problems(for: order)
        let left = Int(100 * (7.2 / speed / 1.3 - 1))
        #expect(problems.map(\.index) == [0])
        #expect(problems.map(\.problem) == [.tooFast(gain: 30, most: left)])
        order.fitness = .oxygenUptake(95)
        #expect(trainings.problems(for: order).map(\.index) == [0, 1])
        order.fitness = .oxygenUptake(45)
        #expect(trainings.problems(for: order).isEmpty)
    }

    @Test func `every problem says what is wrong and what would fit`() {
        let problems: [FindingProblem] = [
            .drawnOnly(.trainingBreak), .days(.ill, 61), .notWeeks(days: 12), .gain(-3),
            .gainOf(.away), .outside(Self.date(0)), .sharesDay(.ill, .ill, Self.date(0)),
            .sharesDay(.overreached, .notWorn, Self.date(0)), .tooMany(65),
            .tooFast(gain: 30, most: 4), .tooFast(gain: 2, most: 0),
        ]
        for problem in problems {
            #expect(!problem.reason.isEmpty && !problem.suggestion.isEmpty)
            #expect(problem.reason.utf8.count < 160 && problem.suggestion.utf8.count < 160)
        }
        #expect(problems[1].reason == "\"ill\" cannot take 61 days")
        #expect(problems[1].suggestion == "let it have 1 to 60 days")
        #expect(problems[2].suggestion == "let it have 7 or 14 days")
        #expect(problems[6].reason == "2026-05-27 is in two findings \"ill\"")
    }
}
