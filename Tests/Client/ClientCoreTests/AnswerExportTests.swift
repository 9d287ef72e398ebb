import ChannelPipeline
import CommandLine
import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore
@testable import Exporting

/// What a reader of exported days must find, as a table.
@Suite struct AnswerExportTests: ~Copyable {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory(prefix: "runway-answers") }

    private static let days = [
        "--seed", "42", "--time-zone", "Europe/Berlin", "--from", "2026-03-27", "--to",
        "2026-04-03",
    ]
    private static let list = """
        [{name: '=Ada, "the" first', events: [{ill: '2026-03-29', days: 2}]}, {name: 'Ben'}]
        """

    private func answers(_ arguments: [String], athletes: String? = nil) throws -> [[String]] {
        var arguments = Self.days + ["--answers", "\(folder.path)/answers.csv"] + arguments
        if let athletes {
            let path = "\(folder.path)/athletes.json5"
            try FileContent.replace(path, with: Array(athletes.utf8), durable: false)
            arguments += ["--athletes", path]
        }
        let code = try ExportCommand.run(try ExportCommand.table.parse(arguments))
        #expect(code == .success)
        let bytes = try FileContent.read("\(folder.path)/answers.csv", limitBytes: 1 << 20)
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { Self.cells($0) }
    }

    /// The cells of a row of RFC 4180.
    private static func cells(_ row: Substring) -> [String] {
        var (cells, isQuoted, wasQuote) = ([""], false, false)
        for character in row {
            switch character {
            case "\"" where isQuoted: (isQuoted, wasQuote) = (false, true)
            case "\"":
                if wasQuote { cells[cells.count - 1].append("\"") }
                (isQuoted, wasQuote) = (true, false)
            case "," where !isQuoted: (cells, wasQuote) = (cells + [""], false)
            default: cells[cells.count - 1].append(character)
            }
        }
        return cells
    }

    @Test func `there is a row for each athlete and date, under the names of the columns`() throws {
        let rows = try answers(["--sessions", "3"], athletes: Self.list)
        #expect(
            rows[0].joined(separator: ",")
                == "lane,name,date,findings,drawn,speed_percent,runs,steps,distance_m,energy_kcal,"
                + "sleep_min,in_bed_min,resting_heart_rate_bpm,hrv_sdnn_ms,body_mass_kg,"
                + "heart_rate_bpm")
        #expect(rows.count == 1 + 3 * 7 && rows.allSatisfy { $0.count == rows[0].count })
        #expect(rows[1].prefix(3) == ["s0", "=Ada, \"the\" first", "2026-03-27"])
        #expect(rows[8].prefix(3) == ["s1", "Ben", "2026-03-27"])
        #expect(rows[21].prefix(3) == ["s2", "", "2026-04-02"])
    }

    @Test func `a finding is told on its days and on no other`() throws {
        let rows = try answers(["--sessions", "2"], athletes: Self.list)
        let told = rows.dropFirst().filter { !$0[3].isEmpty }
        #expect(told.map { "\($0[0]) \($0[2])" } == ["s0 2026-03-29", "s0 2026-03-30"])
        #expect(told.allSatisfy { $0[3] == "ill 2026-03-29/2026-03-30" && $0[6].isEmpty })
    }

    @Test func `totals are those of the entries and the runs of a date of 23 hours`() throws {
        let rows = try answers(["--sessions", "8"])
        let flags = try ExportCommand.table.parse(Self.days + ["--sessions", "8"])
        let fleet = try ExportCommand.fleet(flags)
        let calendar = fleet.dayCalendar
        var runs = 0
        for row in rows.dropFirst() where row[2] == "2026-03-29" {
            let lane = try #require(LaneID(exactly: Int(row[0].dropFirst()) ?? -1))
            let noon = try #require(CivilAnchor(parsing: "2026-03-29T12:00:00Z"))
            let lap = calendar.lap(at: calendar.instant(noon, addingDays: 0, months: 0))
            let day = try #require(calendar.day(lap))
            #expect(day.upperBound - day.lowerBound == .seconds(23 * 3600))
            let entries = (lap...lap + 1).flatMap { calendar.entries(of: lane, on: $0) }
                .filter { day.contains($0.counted) }
            func sum(_ metric: DayMetric) -> Int64 {
                entries.reduce(0) { $0 + ($1.metric == metric ? $1.value : 0) }
            }
            var steps = sum(.steps)
            for name in row[6].split(separator: " ") {
                let lap = try #require(Int(name.split(separator: ".")[1]))
                var flight = LaneFlight(
                    SessionName(lane: lane, lap: lap), of: fleet, fliesOneSession: true)
                var last: Int64 = 0
                while flight.nextInstant != nil {
                    last = flight.step(of: fleet).sample?[.steps] ?? last
                }
                (steps, runs) = (steps + last, runs + 1)
            }
            #expect(row[7] == (steps > 0 ? "\(steps)" : ""), "\(row)")
            #expect(row[10] == (sum(.sleep) > 0 ? "\(sum(.sleep))" : ""), "\(row)")
        }
        #expect(runs > 1)
    }

    @Test(arguments: [
        (["--answers", "a.csv"], "--answers are of days"),
        (
            ["--answers", "-", "--from", "1999-12-31", "--to", "2000-02-01"],
            "the days of athletes are known from 2000-01-02 to 2199-12-30; give --from and --to"
        ),
        (
            ["--answers", "-", "--from", "2199-12-30", "--to", "2200-01-01"],
            "the days of athletes are known"
        ),
        (["--answers", "x/", "--from", "2026-03-27"], "--answers cannot be \"x/\""),
        (["--answers", "-", "--out", "-", "--from", "2026-03-27"], "--out - and --answers -"),
    ])
    func `answers that have no place are refused`(arguments: [String], words: String) throws {
        let error = #expect(throws: ProgramFailure.self) {
            try ExportCommand.run(try ExportCommand.table.parse(arguments))
        }
        #expect(error?.description.hasPrefix(words) == true, "\(String(describing: error))")
    }

    @Test(arguments: ["0001-01-01", "9999-12-31"])
    func `the first and the last date that can be written has its row`(date: String) throws {
        let path = "\(folder.path)/border.csv"
        let arguments = [
            "--seed", "42", "--sessions", "1", "--schedule", "laps", "--from", date, "--answers",
            path,
        ]
        #expect(try ExportCommand.run(try ExportCommand.table.parse(arguments)) == .success)
        let rows = String(decoding: try FileContent.read(path, limitBytes: 1 << 20), as: UTF8.self)
            .split(separator: "\n")
        #expect(rows.count == 2 && rows[1].hasPrefix("s0,,\(date),"))
    }

    @Test func `a file that both outputs would write is refused`() throws {
        let out = "\(folder.path)/new"
        for name in ["s0-entries.csv", "../new//./s0-entries.csv"] {
            let arguments =
                Self.days + ["--sessions", "1", "--out", out, "--answers", "\(out)/\(name)"]
            let error = #expect(throws: ProgramFailure.self) {
                try ExportCommand.run(try ExportCommand.table.parse(arguments + ["--force"]))
            }
            #expect(error?.description.hasPrefix("\(out)/s0-entries.csv would be") == true)
            #expect(try FileStatus.of(out, followingLinks: false) == nil)
        }
    }

    @Test func `what is no regular file is never replaced`() throws {
        let place = "\(folder.path)/answers.csv"
        for make in [
            { mkfifo(place, 0o600) }, { symlink("target", place) }, { mkdir(place, 0o700) },
        ] {
            #expect(make() == 0)
            let arguments = Self.days + ["--sessions", "1", "--answers", place, "--force"]
            let error = #expect(throws: ProgramFailure.self) {
                try ExportCommand.run(try ExportCommand.table.parse(arguments))
            }
            #expect(error?.description.contains("not a regular file; move it away") == true)
            #expect(try FileStatus.of(place, followingLinks: false)?.kind != .regular)
            #expect(remove(place) == 0)
        }
    }

    @Test func `answers end soon after a signal, and leave no file`() throws {
        var asked = 0
        let arguments = [
            "--seed", "42", "--sessions", "1", "--from", "2001-01-01", "--to", "2101-01-01",
            "--answers", "\(folder.path)/answers.csv",
        ]
        let code = try ExportCommand.run(try ExportCommand.table.parse(arguments)) {
            asked += 1
            return asked > 2 ? .terminated : nil
        }
        #expect(code == .terminated && asked < 5)
        #expect(try FileStatus.of("\(folder.path)/answers.csv") == nil)
    }

    @Test func `files that are there stop both outputs before either is written`() throws {
        _ = try answers(["--sessions", "1"])
        let arguments =
            Self.days + ["--sessions", "1", "--answers", "\(folder.path)/answers.csv", "--out"]
            + ["\(folder.path)/out"]
        let error = #expect(throws: ProgramFailure.self) {
            try ExportCommand.run(try ExportCommand.table.parse(arguments))
        }
        #expect(error?.code == .output)
        #expect(try FileStatus.of("\(folder.path)/out", followingLinks: false) == nil)
        let forced = try ExportCommand.run(try ExportCommand.table.parse(arguments + ["--force"]))
        #expect(forced == .success)
        #expect(try FileStatus.of("\(folder.path)/out", followingLinks: false) != nil)
    }
}
