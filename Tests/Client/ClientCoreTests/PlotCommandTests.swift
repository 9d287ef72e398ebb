import ChannelPipeline
import CommandLine
import FlightPlot
import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import ClientCore
@testable import Exporting

@Suite struct PlotCommandTests {
    private func run(_ arguments: [String]) throws -> ExitCode {
        try PlotCommand.run(PlotCommand.table.parse(arguments))
    }

    private func failure(_ arguments: [String]) throws -> ProgramFailure? {
        let flags = try PlotCommand.table.parse(arguments)
        return #expect(throws: ProgramFailure.self) { try PlotCommand.run(flags) }
    }

    private func plot(_ arguments: [String], to name: String = "plot.html") throws -> String {
        let folder = try TemporaryDirectory(prefix: "plot")
        let out = "\(folder.path)/\(name)"
        #expect(try run(arguments + ["--out", out]) == .success)
        return String(decoding: try FileContent.read(out, limitBytes: 1 << 24), as: UTF8.self)
    }

    @Test(arguments: [
        ([], "plot needs a file; add --out FILE, or --out - for standard output"),
        (
            ["--out", "-", "--force"],
            "--force replaces a file, and --out - writes none; give one of the two, or --out ./- "
                + "for a file of that name"
        ),
        (["--out", "x", "--format", "png"], "--format cannot be \"png\"; give html or svg"),
        (
            ["--out", "x", "--day", "2026-01-02", "--metrics", "steps"],
            "--day is a day, and --metrics are over days; give one of the two"
        ),
        (
            ["--out", "x", "--from", "2026-01-02"],
            "--from has no meaning without --metrics; add --metrics, such as --metrics steps"
        ),
        (
            ["--out", "x", "--session", "s0,s1"],
            "--session cannot be \"s0,s1\"; give one session such as s7.2, or a lane such as s7"
        ),
        (
            ["--out", "x", "--session", "s0.1", "--metrics", "steps"],
            "--session cannot be \"s0.1\" with --day or --metrics; give one lane, such as s7"
        ),
        (
            ["--out", "x", "--day", "Friday"],
            "--day cannot be \"Friday\"; give \(ParsedFlags.dayForm)"
        ),
        (
            ["--out", "x", "--metrics", "steps", "--interval", "1m"],
            "a chart has room for 1000 intervals, and these are more; give a longer --interval, "
                + "or --from and --to closer to each other"
        ),
        (
            ["--out", "x", "--metrics", "steps,latitude_deg"],
            "latitude_deg has neither a sum nor an average to draw over days; draw where a run "
                + "led, with runway plot s0.0 --out run.html"
        ),
        (
            ["--out", "x", "--metrics", "steps", "--color-by", "pace"],
            "--color-by is for the track of a run, and --metrics have none; give one of the two"
        ),
        (
            ["--out", "x", "--color-by", "red"],
            "--color-by cannot be \"red\"; give pace or heart_rate"
        ),
        (
            ["--out", "x", "--metrics", "steps", "--socket", "y", "--seed", "7"],
            "--seed is for a fleet that is flown here, and --socket names a daemon; leave "
                + "--socket out, or give --seed to runwayd"
        ),
    ])
    func `flags that make no sense together are told`(
        arguments: [String], expected: String
    ) throws {
        let error = try failure(arguments)
        #expect(error?.code == .usage)
        #expect(error?.description == expected)
    }

    @Test(arguments: ["s9999", "s0.99999999", "d0.1", "*", ""])
    func `a session that is none is a mistake of usage`(name: String) throws {
        guard !name.isEmpty else {
            #expect(throws: ProgramFailure.self) { try PlotCommand.table.parse(["--session", ""]) }
            return
        }
        #expect(try failure(["--out", "x", "--session", name])?.code == .usage)
    }

    @Test func `a session is plotted as the export has it, as a page or as a picture`() throws {
        let flags = ["--seed", "42", "--session", "s1"]
        let page = try plot(flags)
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.contains("<h1>s1.0, "))
        #expect(page.contains("seed 42, heart rate "))
        #expect(try plot(flags) == page, "the same flags give the same bytes")
        let picture = try plot(flags, to: "plot.svg")
        #expect(picture.hasPrefix("<svg xmlns="))
        #expect(try plot(flags + ["--format", "html"], to: "plot.svg") == page)
        for text in [page, picture] { #expect(TagBalance.fault(in: text) == nil) }
    }

    @Test func `the track is the running part, sample by sample`() throws {
        let flags = try PlotCommand.table.parse(["--seed", "42", "--sessions", "3"])
        let plotted = try PlotFleet(flags, byCalendar: false)
        for lane: LaneID in 0..<3 {
            let session = SessionName(lane: lane, lap: 0)
            let track = plotted.track(of: session)
            let rows = String(
                decoding: SessionExport(fleet: plotted.fleet, format: .csv).bytes(of: session),
                as: UTF8.self
            ).split(separator: "\n").dropFirst()
            #expect(track.samples.count == rows.count)
            #expect(track.times.first == .seconds(1))
            for (sample, row) in zip(track.samples, rows) {
                let cells = row.split(separator: ",", omittingEmptySubsequences: false)
                #expect(sample[.heartRate].map(String.init) ?? "" == cells[1])
            }
        }
    }

    @Test func `28 days have 28 bars or fewer and 7 of weekdays, a day its hours and its run`()
        throws
    {
        let month = try plot(["--seed", "42", "--session", "s7", "--metrics", "steps,body_mass_kg"])
        #expect(month.contains("<h1>s7: Thursday 1 January 2026 to Wednesday 28 January 2026</h1>"))
        // Each chart is drawn twice, for wide and for narrow windows.
        #expect((34...70).contains(month.split(separator: "class=\"bar ").count - 1))
        #expect(month.contains("<figcaption>Body mass</figcaption>"))
        #expect(!month.contains("not over yet"))
        let day = try plot(["--seed", "42", "--session", "s7", "--day", "2026-01-05"])
        #expect(day.contains("<h1>s7: Monday 5 January 2026</h1>"))
        #expect(day.contains("Monday 5 January 2026, 12:00"))
        #expect(day.contains("<dt>steps</dt>"))
    }

    @Test func `a day is plotted with its heart rate and night, and is told from one not worn`()
        throws
    {
        // Athletes differ: some do not wear the watch at night.
        let pages = try (0..<6).map { lane in
            try plot(["--seed", "42", "--session", "s\(lane)", "--day", "2026-01-05"])
        }
        let nights = pages.filter { $0.contains("<figcaption>Night from ") }
        #expect(!nights.isEmpty)
        #expect(nights.allSatisfy { $0.contains("stretch stage-deep") && $0.contains("asleep") })
        let others = pages.filter { !$0.contains("<figcaption>Night from ") }
        #expect(others.allSatisfy { $0.contains("The watch was not worn ") })
        let laps = try plot([
            "--seed", "42", "--session", "s0", "--day", "2026-01-05", "--schedule", "laps",
        ])
        #expect(!laps.contains("not worn") && !laps.contains("Night from"))
    }

    @Test func `a recording with a pause and a silence is plotted with both`() throws {
        let folder = try TemporaryDirectory(prefix: "plot")
        let path = "\(folder.path)/run.csv"
        var rows = "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms\n"
        for second in 0..<120 where !(60..<100).contains(second) {
            rows += "\(second),\((20..<30).contains(second) ? "" : "150"),3.0,170,1.05,240\n"
        }
        try FileContent.replace(path, with: Array(rows.utf8))
        let page = try plot(["--replay", path])
        #expect(page.contains("<h1>s0.0, recording, run.csv</h1>"))
        #expect(page.contains("paused 0:4") || page.contains("paused 0:39"))
        #expect(page.contains("recorded, heart rate 60 to 190 bpm"))
    }

    @Test func `a file that is there is kept unless asked, and what fails leaves none`() throws {
        let folder = try TemporaryDirectory(prefix: "plot")
        let out = "\(folder.path)/plot.svg"
        try FileContent.replace(out, with: [1, 2, 3])
        let error = try failure(["--out", out])
        #expect(error?.code == .output)
        #expect(
            error?.description
                == "\(out) is there already; add --force to replace it, or choose another with "
                + "--out")
        #expect(try FileContent.read(out, limitBytes: 10) == [1, 2, 3])
        #expect(try run(["--out", out, "--force"]) == .success)
        #expect(try FileContent.read(out, limitBytes: 1 << 22).count > 1000)
        let nowhere = try failure(["--out", "\(folder.path)/none/plot.svg"])
        #expect(nowhere?.code == .output)
        #expect(nowhere?.description.hasPrefix("cannot write the file: ") == true)
        #expect(try Directory.names(in: folder.path) == ["plot.svg"])
    }
}
