import ChannelPipeline
import CommandLine
import Configuration
import Glibc
import LinuxIO
import StreamClient
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore
@testable import Exporting

@Suite struct ExportCommandTests {
    private let fleet = Fleet(
        seed: 1, epoch: FleetInstant(ticks: 1_795_154_400 * 50), simulatedLanes: 3)

    private func sessions(_ arguments: String...) throws -> [String] {
        let flags = try ExportCommand.table.parse(arguments)
        let request = try ChannelFlags.request(flags, after: nil).request
        return try ExportCommand.sessions(request, of: fleet).map(\.description)
    }

    @Test func `lap 0 of every lane is exported unless sessions are named`() throws {
        #expect(try sessions() == ["s0.0", "s1.0", "s2.0"])
        #expect(
            try sessions("--session", "s2,s0.-3,s2.0,s1.5,s1.7") == [
                "s0.-3", "s1.5", "s1.7", "s2.0",
            ])
    }

    @Test(arguments: ["s3", "s3.1", "s0,s9"])
    func `a session that the fleet does not have is a mistake of usage`(names: String) {
        let error = #expect(throws: ProgramFailure.self) { try sessions("--session", names) }
        #expect(error?.code == .usage)
        #expect(error?.description.hasPrefix("--session: This fleet has no ") == true)
    }

    @Test func `statistics between the samples are refused as a daemon refuses them`() throws {
        let error = #expect(throws: ProgramFailure.self) { try sessions("--every", "500ms") }
        #expect(error?.code == .usage)
        #expect(
            error?.description
                == "--every: 500ms is not a multiple of the sample period 1s; use a multiple of 1s")
        #expect(try sessions("--every", "2s").count == 3)
    }

    @Test(arguments: [
        ["--session", "d0.0"], ["--session", "s1,d2.3"], ["--kinds", "entry"],
        ["--kinds", "stat,entry"],
    ])
    func `what is known of a day is no session`(arguments: [String]) throws {
        let error = #expect(throws: ProgramFailure.self) {
            let flags = try ExportCommand.table.parse(arguments)
            let request = try ChannelFlags.request(flags, after: nil).request
            return try ExportCommand.sessions(request, of: fleet)
        }
        #expect(error?.code == .usage)
        #expect(error?.description.contains("export writes sessions") == true)
    }

    private func failure(_ arguments: [String]) throws -> ProgramFailure? {
        let flags = try ExportCommand.table.parse(arguments)
        return #expect(throws: ProgramFailure.self) { try ExportCommand.run(flags) }
    }

    @Test(arguments: [
        (
            ["--out", "x", "--format", "xml"],
            "--format cannot be \"xml\"; give csv, ndjson, fit, tcx, gpx or health"
        ),
        (
            ["--format", "csv"],
            "export needs a folder for its files; add --out DIR, --out - for standard output, "
                + "or --answers FILE"
        ),
        (
            ["--out", "x", "--window", "30s"],
            "--window has no meaning for csv, whose columns are fixed; add --format ndjson"
        ),
        (
            ["--out", "x", "--sessions", "0"],
            "nothing would fly; give --sessions 1 or more, or --replay FILE"
        ),
        (
            ["--out", "-", "--sessions", "2"],
            "csv on standard output holds one session, and this is 2 sessions; name one, such as "
                + "--session s0.0, add --format ndjson, or name a folder with --out"
        ),
        (
            ["--out", "-", "--force"],
            "--force replaces files, and --out - writes none; give one of the two, or --out ./- "
                + "for a folder of that name"
        ),
    ])
    func `flags that make no sense together are told`(
        arguments: [String], expected: String
    ) throws {
        let error = try failure(arguments)
        #expect(error?.code == .usage)
        #expect(error?.description == expected)
    }

    @Test func `the files hold the bytes of the sessions, and a folder that is missing is made`()
        throws
    {
        let folder = try TemporaryDirectory(prefix: "export")
        let out = "\(folder.path)/runs"
        let flags = try ExportCommand.table.parse([
            "--format", "csv", "--seed", "1", "--epoch", "2026-11-20T06:00:00Z", "--session", "s1",
            "--out", out,
        ])
        #expect(try ExportCommand.run(flags) == .success)
        let expected = SessionExport(fleet: fleet, format: .csv)
            .bytes(of: SessionName(lane: 1, lap: 0))
        #expect(try FileContent.read("\(out)/s1.0.csv", limitBytes: 1 << 20) == expected)
        #expect(throws: SystemFailure.self) {
            try FileContent.read("\(out)/s0.0.csv", limitBytes: 1 << 20)
        }
    }

    @Test(arguments: ["csv", "ndjson"])
    func `the truth comes on request`(format: String) throws {
        let folder = try TemporaryDirectory(prefix: "export")
        let flags = try ExportCommand.table.parse([
            "--format", format, "--seed", "1", "--epoch", "2026-11-20T06:00:00Z", "--session", "s2",
            "--out", folder.path, "--truth",
        ])
        #expect(try ExportCommand.run(flags) == .success)
        let export = SessionExport(
            fleet: fleet, format: format == "csv" ? .csv : .ndjson(ChannelShape()),
            tellsTruth: true)
        #expect(
            try FileContent.read("\(folder.path)/s2.0.\(format)", limitBytes: 1 << 23)
                == export.bytes(of: SessionName(lane: 2, lap: 0)))
    }

    @Test func `a folder that cannot be made is told as such`() throws {
        let folder = try TemporaryDirectory(prefix: "export")
        try FileContent.replace("\(folder.path)/file", with: [], durable: false)
        let error = try failure(["--sessions", "1", "--out", "\(folder.path)/file/runs"])
        #expect(error?.code == .output)
        #expect(error?.description.hasPrefix("cannot write the files: ") == true)
    }

    private func export(_ sessions: String, to folder: String, _ more: [String] = []) throws
        -> ExitCode
    {
        let flags = try ExportCommand.table.parse(
            ["--seed", "1", "--session", sessions, "--out", folder] + more)
        return try ExportCommand.run(flags)
    }

    @Test func `a file that is there is not replaced unless asked, and nothing is written`() throws
    {
        let folder = try TemporaryDirectory(prefix: "export")
        let mine = Array("mine".utf8)
        for name in ["s1.0", "s2.0"] {
            try FileContent.replace("\(folder.path)/\(name).csv", with: mine, durable: false)
        }
        let error = #expect(throws: ProgramFailure.self) { try export("s0,s1,s2", to: folder.path) }
        #expect(error?.code == .output)
        #expect(
            error?.description
                == "\(folder.path)/s1.0.csv is there already, and 1 more file; add --force to "
                + "replace what is there, or choose another place")
        #expect(try FileContent.read("\(folder.path)/s1.0.csv", limitBytes: 9) == mine)
        #expect(try FileStatus.of("\(folder.path)/s0.0.csv") == nil)
        #expect(try export("s0,s1,s2", to: folder.path, ["--force"]) == .success)
        #expect(try FileContent.read("\(folder.path)/s1.0.csv", limitBytes: 1 << 20).count > 1000)
        #expect(try FileStatus.of("\(folder.path)/s0.0.csv") != nil)
    }

    @Test func `files of another format, or of other sessions, are in nobody's way`() throws {
        let folder = try TemporaryDirectory(prefix: "export")
        #expect(try export("s0", to: folder.path) == .success)
        #expect(try export("s1", to: folder.path) == .success)
        #expect(try export("s0", to: folder.path, ["--format", "ndjson"]) == .success)
    }

    @Test func `a name that leads nowhere is there, too`() throws {
        let folder = try TemporaryDirectory(prefix: "export")
        #expect(symlink("/nowhere/x", "\(folder.path)/s0.0.csv") == 0)
        #expect(throws: ProgramFailure.self) { try export("s0", to: folder.path) }
    }

    @Test func `the help says when an export begins`() {
        let words = ExportCommand.table.help.split { " \n".contains($0) }.joined(separator: " ")
        #expect(words.contains("or else in UTC (default: 2026-01-01T00:00:00Z)."))
    }

    private func days(_ arguments: String...) throws -> [ExportFile] { try days(arguments) }

    private func days(_ arguments: [String]) throws -> [ExportFile] {
        let flags = try ExportCommand.table.parse(
            [
                "--schedule", "days", "--time-zone", "UTC", "--seed", "42", "--sessions", "3",
                "--out",
                "x",
            ] + arguments)
        let added = try AddedMetrics(flags)
        let request = try ChannelFlags.request(AddedMetrics.without(flags), after: nil).request
        let isCSV = flags["--format"] != "ndjson"
        let export = SessionExport(
            fleet: try FleetFlags.fleet(flags, defaultEpoch: 1_767_225_600_000_000),
            format: isCSV ? .csv : .ndjson(request.shape), places: added.places.members,
            dayMetrics: DayMetric.defaults.union(added.days))
        let days = try DayExport(flags, export)
        return try #require(days).files([0, 1, 2])
    }

    @Test func `days have a file of entries for each lane, and one for each run`() throws {
        let files = try days("--from", "2026-03-01", "--to", "2026-03-08")
        let entries = files.filter { $0.name.hasSuffix("-entries") }
        #expect(entries.map(\.name) == ["s0-entries", "s1-entries", "s2-entries"])
        #expect(files.count > 5)
        let rows = String(decoding: entries[0].bytes(), as: UTF8.self).split(separator: "\n")
        #expect(rows[0] == "entry,t,metric,value,start,end,source")
        #expect(rows.count > 7 * 30)
        #expect(rows.dropFirst().allSatisfy { $0.hasPrefix("e0.") && $0.hasSuffix(",simulated") })
        let times = rows.dropFirst().map { $0.split(separator: ",")[1] }
        #expect(times.allSatisfy { $0 >= "2026-03-01" && $0 < "2026-03-08" })
        #expect(times == times.sorted())
    }

    @Test func `entries that are named are in the files of entries, and in the lines`() throws {
        let days = ["--from", "2026-03-01", "--to", "2026-03-08"]
        let names = ["hrv_sdnn_ms", "heart_rate_bpm", "sleep_rem_min", "latitude_deg"]
        func metrics(_ arguments: [String], _ lane: Int) throws -> [String: [String]] {
            let text = String(decoding: try self.days(arguments)[lane].bytes(), as: UTF8.self)
            return try text.split(separator: "\n").reduce(into: [:]) { metrics, line in
                let entry = JSONValue(line: line.utf8)
                let cells = line.split(separator: ",").map(String.init)
                guard cells[0] != "entry", entry == nil || entry?["metric"] != nil else { return }
                let name = try entry.map { try #require($0["metric"]?.text) } ?? cells[2]
                metrics[name, default: []]
                    .append(try entry.map { try #require($0["entry"]?.text) } ?? cells[0])
            }
        }
        let usual = try metrics(days, 0)
        let more = try metrics(days + ["--metrics", names.joined(separator: ",")], 0)
        #expect(Set(usual.keys) == Set(DayMetric.defaults.members.map(\.name)))
        #expect(more.filter { !names.contains($0.key) } == usual)
        let lines = try metrics(
            days + [
                "--format", "ndjson", "--kinds", "entry", "--metrics",
                (names + ["steps"]).joined(separator: ","),
            ], 0)
        for name in names {
            #expect(try #require(more[name]).count >= 5 && lines[name] == more[name], "\(name)")
        }
        #expect(lines["steps"] == usual["steps"] && lines.count == names.count + 1)
    }

    @Test(arguments: [
        (["--metrics", "heart_rate_bpm"], "--metrics cannot name heart_rate_bpm for csv"),
        (["--metrics", "awake_min"], "--metrics cannot name awake_min for csv"),
        (["--metrics", "altitude_m,speed_mps", "--from", "2026-03-01"], "--metrics cannot name"),
        (["--metrics", "pace", "--from", "2026-03-01"], "--metrics: there is no metric"),
    ])
    func `what csv has no place for is refused`(arguments: [String], reason: String) throws {
        let flags = try ExportCommand.table.parse(["--out", "x"] + arguments)
        let error = #expect(throws: ProgramFailure.self) { try ExportCommand.run(flags) }
        #expect(error?.description.hasPrefix(reason) == true, "\(error?.description ?? "")")
    }

    @Test func `days as lines are what live brings on them`() throws {
        let one = try days("--from", "2026-03-01", "--format", "ndjson", "--kinds", "phase")
        let two = try days(
            "--from", "2026-03-01", "--to", "2026-03-03", "--format", "ndjson", "--kinds", "phase")
        let next = try days("--from", "2026-03-02", "--format", "ndjson", "--kinds", "phase")
        #expect(two.map(\.name) == ["s0", "s1", "s2"])
        for lane in 0..<3 {
            #expect(one[lane].bytes() + next[lane].bytes() == two[lane].bytes())
            let text = String(decoding: two[lane].bytes(), as: UTF8.self)
            #expect(text.contains(#"{"type":"entry","session":"d\#(lane)."#))
        }
    }

    @Test(arguments: [
        (["--to", "2026-03-01"], "--to says where days end"),
        (["--to", "never"], "--to says where days end"),
        (["--from", "never", "--to", "never"], "--from cannot be"),
        (["--from", "2026-03-01", "--to", "2026-03-01"], "there is no day from 2026-03-01 to"),
        (["--from", "soon"], "--from cannot be"),
    ])
    func `dates that are none are refused`(arguments: [String], text: String) throws {
        let flags = try ExportCommand.table.parse(["--out", "x"] + arguments)
        let export = SessionExport(fleet: fleet, format: .csv)
        let error = #expect(throws: ProgramFailure.self) { _ = try DayExport(flags, export) }
        #expect(error?.code == .usage && error?.description.hasPrefix(text) == true)
    }
}
