import ActivityFiles
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

/// Files that are written piece by piece.
@Suite struct StreamedExportTests {
    private static let fleet = ExportStand.fleet()

    private static var formats: [SessionExport.Format] {
        var shape = ChannelShape()
        shape.kinds = Set(LineKind.allCases).subtracting([.entry])
        shape.metrics = MetricSet(Metric.allCases)
        return [.csv, .ndjson(shape), .tcx(.kilometre), .tcx(.phase), .gpx, .health]
    }

    /// The sizes of the pieces in which an export comes.
    private static func pieces(_ write: (ExportSink) -> Void) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        let sink = ExportSink { piece in
            pieces.append(piece)
            return .written
        }
        write(sink)
        #expect(sink.finish() == .written)
        return pieces
    }

    @Test func `a piece is some tens of kilobytes, whole lines, whatever the format`() throws {
        let session = SessionName(lane: 1, lap: 0)
        for format in Self.formats {
            let export = SessionExport(fleet: Self.fleet, format: format)
            let pieces = Self.pieces { export.write(session, to: $0) }
            #expect(pieces.allSatisfy { $0.count < 200_000 }, "\(format.name)")
            #expect(pieces.allSatisfy { $0.last == UInt8(ascii: "\n") }, "\(format.name)")
            #expect(Array(pieces.joined()) == export.bytes(of: session), "\(format.name)")
        }
    }

    @Test func `nothing follows a piece that could not be written, and it ends early`() {
        let session = SessionName(lane: 1, lap: 0)
        let full = SystemFailure(call: "write", code: ENOSPC)
        for format in Self.formats {
            var count = 0
            let sink = ExportSink { _ in
                count += 1
                return .failed(full)
            }
            SessionExport(fleet: Self.fleet, format: format).write(session, to: sink)
            #expect(!sink.isOpen || count == 0, "\(format.name)")
            #expect(sink.finish() == .failed(full), "\(format.name)")
            #expect(count == 1, "\(format.name)")
        }
    }

    private static func names(in path: String) throws -> [String] {
        try Directory.names(in: path).sorted()
    }

    @Test func `a file that fails midway is not there, and those before it are`() throws {
        let folder = try TemporaryDirectory(prefix: "export")
        let piece = [UInt8](repeating: UInt8(ascii: "\n"), count: 100_000)
        let files = (0..<3).map { number in
            ExportFile(name: "s\(number)", format: .csv, what: "session") { sink in
                sink.take(piece)
                // The folder of the second file goes while it is written.
                if number == 1 { #expect(rename(folder.path, "\(folder.path).gone") == 0) }
                sink.take(piece)
            }
        }
        let error = #expect(throws: ProgramFailure.self) {
            try ExportFolder(path: folder.path).write(files)
        }
        #expect(error?.code == .output)
        #expect(error?.description.hasPrefix("cannot write the files: rename") == true)
        #expect(rename("\(folder.path).gone", folder.path) == 0)
        #expect(try Self.names(in: folder.path).filter { !$0.hasSuffix(".tmp") } == ["s0.csv"])
    }

    @Test func `several athletes have a folder each, one has none`() throws {
        let export = SessionExport(fleet: Self.fleet, format: .health)
        let names = { (lanes: [LaneID]) in
            export.files(of: lanes.map { SessionName(lane: $0, lap: 0) }).map(\.fileName)
        }
        #expect(names([1]) == ["export.xml"])
        #expect(names([0, 1, 1]) == ["s0/export.xml", "s1/export.xml"])
        let folder = try TemporaryDirectory(prefix: "export")
        let flags = try ExportCommand.table.parse([
            "--format", "health", "--seed", "42", "--sessions", "2", "--out", folder.path,
        ])
        #expect(try ExportCommand.run(flags) == .success)
        #expect(try Self.names(in: folder.path) == ["s0", "s1"])
        #expect(try Self.names(in: "\(folder.path)/s1") == ["export.xml", "workout-routes"])
        let error = #expect(throws: ProgramFailure.self) { try ExportCommand.run(flags) }
        #expect(error?.description.contains("s0/export.xml is there already, and 3 more") == true)
    }

    @Test(arguments: [
        (["--format", "tcx", "--truth"], "--truth has no meaning for tcx"),
        (["--format", "health", "--truth"], "--truth has no meaning for health"),
        (["--format", "health", "--laps", "phase"], "--laps has no meaning for health"),
        (["--format", "tcx", "--window", "30s"], "--window has no meaning for tcx"),
        (["--format", "health", "--kinds", "stat"], "--kinds has no meaning for health"),
        (
            ["--format", "kml"],
            "--format cannot be \"kml\"; give csv, ndjson, fit, tcx, gpx or health"
        ),
        (
            ["--format", "health", "--out", "-"],
            "health on standard output holds one athlete, and this is 10 athletes; name one, such "
                + "as --session s0"
        ),
        (
            ["--format", "tcx", "--out", "-"],
            "tcx on standard output holds one session, and this is 10 sessions; name one, such as "
                + "--session s0.0"
        ),
    ])
    func `what does not fit a format is refused`(arguments: [String], expected: String) throws {
        let out = arguments.contains("--out") ? [] : ["--out", "x"]
        let flags = try ExportCommand.table.parse(
            ["--seed", "1", "--sessions", "10"] + out + arguments)
        let error = #expect(throws: ProgramFailure.self) { try ExportCommand.run(flags) }
        #expect(error?.code == .usage)
        #expect(error?.description.hasPrefix(expected) == true, "\(error?.description ?? "")")
    }

    @Test func `years that have no four digits are refused`() throws {
        let late = FleetInstant(ticks: 253_370_764_800 * 50)
        for format in [SessionExport.Format.tcx(.phase), .gpx, .health] {
            let export = SessionExport(fleet: Self.fleet, format: format)
            let error = #expect(throws: ProgramFailure.self) { try export.checkTimes(late...late) }
            #expect(error?.code == .usage)
            #expect(error?.description.contains("from the year 1 to 9998 only") == true)
            try export.checkTimes(Self.fleet.epoch...Self.fleet.epoch)
        }
    }
}
