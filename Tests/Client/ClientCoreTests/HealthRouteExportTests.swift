import ActivityFiles
import ChannelPipeline
import CommandLine
import LinuxIO
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import ClientCore
@testable import Exporting

/// The routes beside an export of days, in their folder and against what else is told of the runs.
@Suite struct HealthRouteExportTests {
    private static let lane: LaneID = 2
    private static let days = ["--from", "2026-05-01", "--to", "2026-05-13"]
    private static let flags =
        ["--seed", "42", "--sessions", "4", "--schedule", "days", "--time-zone", "Europe/Berlin"]
        + days

    /// By their names, without the folder.
    private static func routes(_ file: ExportFile) -> [String: [UInt8]] {
        let routes = file.parts.map { ("/\($0.fileName)", $0.bytes()) }
        return Dictionary(uniqueKeysWithValues: routes)
    }

    /// Seconds since 1970.
    private static func second(_ text: String?) throws -> Int64 {
        var text = try #require(text)
        if text.hasSuffix("0") {
            text =
                "\(text.prefix(10))T\(text.dropFirst(11).prefix(8))"
                + "\(text.suffix(5).prefix(3)):\(text.suffix(2))"
        }
        return try #require(CalendarTime(rfc3339: text)).microseconds / 1_000_000
    }

    @Test func `each workout with positions has its route, within its times`() throws {
        let file = try ExportStand.files(Self.flags + ["--format", "health"], lanes: [Self.lane])[0]
        let routes = Self.routes(file)
        let workouts = try XMLTree.read(file.bytes())[children: "Workout"]
        let paths = workouts.map { $0.all("FileReference").first?["path"] }
        #expect(paths.count > 4 && Set(paths.compactMap(\.self)) == Set(routes.keys))
        for (workout, path) in zip(workouts, paths) {
            let isIndoors = workout[children: "MetadataEntry"].first?["value"] == "1"
            #expect(isIndoors == (path == nil))
            guard let path else { continue }
            let points = try XMLTree.read(try #require(routes[path])).all("trkpt")
            let seconds = try points.map { try Self.second($0.value("time")) }
            #expect(zip(seconds, seconds.dropFirst()).allSatisfy { $0.0 < $0.1 })
            let span = try ["startDate", "endDate"].map { try Self.second(workout[$0]) }
            #expect(seconds.count > 600 && seconds[0] >= span[0] && span[1] >= seconds.last ?? 0)
            let route = workout[children: "WorkoutRoute"].first
            #expect(try Self.second(route?["startDate"]) == seconds[0])
            #expect(try Self.second(route?["endDate"]) == seconds.last)
        }
    }

    @Test func `a route has the positions and altitudes of the GPX file, and flies again`() throws {
        let file = try ExportStand.files(Self.flags + ["--format", "health"], lanes: [Self.lane])[0]
        let runs = try ExportStand.files(Self.flags + ["--format", "gpx"], lanes: [Self.lane])
        let tracks = try runs.map { try XMLTree.read($0.bytes()).all("trkpt") }
            .filter { !$0.isEmpty }
        let routes = file.parts.map { $0.bytes() }
        #expect(tracks.count == routes.count)
        for (track, bytes) in zip(tracks, routes) {
            let points = try XMLTree.read(bytes).all("trkpt")
            let places = { (point: XMLTree) in [point["lat"], point["lon"], point.value("ele")] }
            #expect(points.map(places) == track.map(places))
            guard case .read(let reading) = ActivityFile(bytes, name: "route.gpx") else {
                Issue.record("a route cannot be read")
                continue
            }
            let rows = reading.recordings.first?.rows ?? []
            let told = rows.compactMap { row -> [String]? in
                guard let latitude = row.sample[.latitude], let longitude = row.sample[.longitude],
                    let altitude = row.sample[.altitude]
                else { return nil }
                return [
                    Decimal64(units: latitude, decimals: 7),
                    Decimal64(units: longitude, decimals: 7),
                    Decimal64(units: altitude, decimals: 1),
                ].map(\.description)
            }
            #expect(told == points.map { places($0).compactMap(\.self) })
        }
    }

    private static let columns =
        "\(RecordedRow.columns.joined(separator: ",")),latitude_deg,longitude_deg,altitude_m\n"

    /// Ten seconds, as the file of their only lane.
    private static func recorded(_ cells: String) throws -> ExportFile {
        let rows = (1...10).map { "\($0),90,2.5,160,,,\(cells)\n" }.joined()
        let recording = try Recording(csv: Array((columns + rows).utf8), name: "course.csv")
        let fleet = Fleet(
            seed: 1, epoch: ExportStand.epoch, simulatedLanes: 0, recordings: [recording])
        return SessionExport(fleet: fleet, format: .health)
            .files(of: [SessionName(lane: 0, lap: 0)])[0]
    }

    @Test func `a route is called by the minute in which the session begins`() throws {
        let file = try Self.recorded("47.5,8.25,400")
        #expect(ExportStand.epoch.text.hasPrefix("2026-11-20T06:00"))
        #expect(file.parts.map(\.fileName) == ["workout-routes/route_2026-11-20_6.00am.gpx"])
        let root = try XMLTree.read(file.parts[0].bytes())
        #expect(root.all("trk").first?.value("name") == "Route 2026-11-20 6:00am")
        let paths = try XMLTree.read(file.bytes()).all("FileReference").map { $0["path"] }
        #expect(paths == ["/workout-routes/route_2026-11-20_6.00am.gpx"])
    }

    @Test(arguments: [
        (0, "12.00am"), (59, "12.59am"), (60, "1.00am"), (719, "11.59am"), (720, "12.00pm"),
        (785, "1.05pm"), (1439, "11.59pm"),
    ])
    func `hours are those of a clock with two halves`(minute: Int64, text: String) {
        let fleet = Fleet(
            seed: 1, epoch: FleetInstant(ticks: (1_795_132_800 + minute * 60) * 50),
            simulatedLanes: 1)
        let files = SessionExport(fleet: fleet, format: .health)
            .files(of: [SessionName(lane: 0, lap: 0)])
        #expect(files[0].parts.map(\.name) == ["workout-routes/route_2026-11-20_\(text)"])
    }

    @Test func `runs of one minute have names of their own`() {
        #expect(
            SessionExport.numbered(["a", "b", "a", "a", "b"]) == ["a", "b", "a_2", "a_3", "b_2"])
    }

    @Test func `a recording without positions has no route, though it has altitudes`() throws {
        let file = try Self.recorded(",,400")
        #expect(try XMLTree.read(file.bytes()).all("WorkoutRoute").isEmpty)
        let folder = try TemporaryDirectory(prefix: "export")
        try ExportFolder(path: folder.path).write([file])
        #expect(try Directory.names(in: "\(folder.path)/workout-routes").isEmpty)
        #expect(try FileStatus.of("\(folder.path)/export.xml") != nil)
    }

    @Test func `an altitude that is not known is left out, and its accuracy is unknown`() throws {
        let file = try Self.recorded("47.5,8.25,")
        let points = try XMLTree.read(file.parts[0].bytes()).all("trkpt")
        #expect(points.count == 10 && points.allSatisfy { $0.value("ele") == nil })
        #expect(points.allSatisfy { $0[children: "extensions"].first?.value("vAcc") == "-1" })
    }

    @Test(arguments: 0...5)
    func `an export that ends early tells of no file that is missing`(last: Int) throws {
        let folder = try TemporaryDirectory(prefix: "export")
        let file = { (name: String, text: String) in
            ExportFile(name: name, format: .csv, what: "file") { $0.take(Array(text.utf8)) }
        }
        var files = [file("one", "a,b\n"), file("two", "")]
        files[0].parts = [file("parts/a", "a\n"), file("parts/empty", ""), file("parts/b", "b\n")]
        var pieces = 0
        let code = try ExportFolder(path: folder.path).write(files) {
            pieces += 1
            return pieces > last ? .interrupted : nil
        }
        #expect(code == (last < 3 ? .interrupted : nil))
        let names = try Directory.names(in: folder.path).sorted()
        guard last > 0 else { return #expect(names.isEmpty) }
        #expect(names == (last < 3 ? ["parts"] : ["one.csv", "parts", "two.csv"]))
        let parts = try Directory.names(in: "\(folder.path)/parts").sorted()
        #expect(parts == Array(["a.csv", "b.csv"].prefix(last)))
    }

    @Test func `a route that is there already stops the export`() throws {
        let folder = try TemporaryDirectory(prefix: "export")
        let file = try Self.recorded("47.5,8.25,400")
        try Directory.create("\(folder.path)/workout-routes")
        let mine = Array("mine".utf8)
        let path = "\(folder.path)/\(file.parts[0].fileName)"
        try FileContent.replace(path, with: mine, durable: false)
        let error = #expect(throws: ProgramFailure.self) {
            try ExportFolder(path: folder.path).refuse([file], isReplacing: false)
        }
        #expect(error?.description.hasPrefix("\(path) is there already; add --force") == true)
    }

    @Test func `standard output has export xml alone, and the note says what is left out`() throws {
        let arguments = Self.flags + ["--format", "health", "--out", "-"]
        let flags = try ExportCommand.table.parse(arguments)
        let export = SessionExport(
            fleet: try ExportCommand.fleet(flags), format: .health, hasRoutes: false)
        let files = try #require(try DayExport(flags, export)).files([Self.lane])
        #expect(try XMLTree.read(files[0].bytes()).all("WorkoutRoute").isEmpty)
        let count = files[0].parts.count
        #expect(
            ExportTarget.standardOutput.omission(of: files)
                == ", \(count) routes left out: routes need a folder, --out DIR")
        #expect(ExportTarget.folder("x", isReplacing: false).omission(of: files).isEmpty)
        #expect(ExportTarget.standardOutput.omission(of: []).isEmpty)
    }
}
