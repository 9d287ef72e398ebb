import CivilTime
import CommandLine
import LinuxIO
import Logbook
import TestSupport
import Testing
import Vocabulary

@testable import ClientCore

@Suite struct LogOptionsTests {
    private static func options(_ arguments: String...) throws -> LogOptions {
        try LogOptions(LogCommand.table.parse(arguments))
    }

    @Test func `without flags it is the present day of the first lane`() throws {
        let place = try Self.options().place
        #expect(place.page == .day)
        #expect(place.date == nil)
        #expect(place.chosenLane == nil)
    }

    @Test func `each flag opens its page`() throws {
        let month = try Self.options("s7", "--month", "2026-03").place
        #expect(month.page == .month && month.chosenLane == 7)
        #expect(month.date == CivilDate(year: 2026, month: 3, day: 1))
        #expect(try Self.options("--weeks").place.page == .weeks)
        let metric = try Self.options(
            "--metric", "HKQuantityTypeIdentifierBodyMass", "--day", "2026-03-06", "--days", "7"
        ).place
        #expect(metric.page == .metric && metric.metric == .day(.bodyMass) && metric.days == 7)
        #expect(metric.date == CivilDate(year: 2026, month: 3, day: 6))
        let run = try Self.options("--run", "s7.-12").place
        #expect(run.page == .run && run.run == "s7.-12" && run.chosenLane == 7)
        #expect(try Self.options("--day", "today").place.date == nil)
        #expect(try Self.options("--session", "s7").place.chosenLane == 7)
    }

    @Test(arguments: [
        ["--weeks", "--month", "2026-03"], ["--run", "s7.1", "--day", "today"],
        ["--day", "2026-02-30"],
        ["--month", "2026-13"], ["--metric", "weight"], ["--days", "28"], ["--goal", "0"],
        ["--metric", "steps", "--days", "1"], ["--run", "s7"], ["s7.1"], ["s8", "--run", "s7.1"],
        ["--week-starts", "tuesday"], ["x7"], ["--session", "s7", "s7"], ["--session", "x7"],
    ])
    func `what cannot be shown is a mistake of usage`(arguments: [String]) throws {
        let error = #expect(throws: (any Error).self) {
            try LogOptions(LogCommand.table.parse(arguments))
        }
        if let failure = error as? ProgramFailure { #expect(failure.code == .usage) }
    }

    @Test func `the truth is shown to who asks for it`() throws {
        #expect(try !Self.options().preferences.showsTruth)
        #expect(try Self.options("--truth", "--month", "2026-03").preferences.showsTruth)
        for page in [["--weeks"], ["--metric", "steps"], ["--run", "s7.12"]] {
            let error = #expect(throws: ProgramFailure.self) {
                try LogOptions(LogCommand.table.parse(["--truth"] + page))
            }
            #expect(error?.description.hasPrefix("\(page[0]) shows no truth") == true)
        }
    }

    @Test func `weeks begin on Monday, or on Sunday, and a goal is to be kept`() throws {
        let usual = try Self.options().preferences
        #expect(usual.weekStart == .monday && !usual.keepsGoal)
        let chosen = try Self.options("--week-starts", "sunday", "--goal", "8000").preferences
        #expect(chosen.weekStart == .sunday && chosen.goal == 8000 && chosen.keepsGoal)
    }
}
