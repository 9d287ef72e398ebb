import CommandLine
import LinuxIO
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore

/// The files of a recording, by day, and what is left of them after a crash.
@Suite struct RecordFolderTests {
    private let scratch: Scratch

    private final class Scratch: Sendable {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory(prefix: "runway-record") }
    }

    init() throws { scratch = try Scratch() }

    private var path: String { "\(scratch.directory.path)/a/record" }

    private static func anchor(_ tick: Int64) -> Anchor {
        Anchor(
            identity: IdentityHash(bits: 77),
            position: StreamPosition(FleetInstant(ticks: tick), lane: 3, .entry))
    }

    private static func line(_ tick: Int64, _ type: String = "entry") -> String {
        let time = CalendarTime(microseconds: tick * 20_000)
        return #"{"type":"\#(type)","session":"d3.0","n":1,"t":"\#(time)","due_us":1,"#
            + #""anchor":"\#(anchor(tick))","value":71.3}"#
    }

    /// A minute before midnight in Berlin, in winter: 2026-01-10T22:59:00Z.
    private static let evening: Int64 = 1_768_085_940 * 50

    private func open(zone: String? = nil) throws -> RecordFolder {
        let folder = try RecordFolder(path)
        let name = zone.map { #","time_zone":"\#($0)""# } ?? ""
        try folder.greet(JSONValue(line: #"{"type":"hello"\#(name)}"#.utf8) ?? .null)
        return folder
    }

    private func write(_ texts: [String], to folder: RecordFolder) throws {
        for text in texts { try folder.write(Array(text.utf8)[...]) }
    }

    private func read(_ name: String) throws -> [UInt8] {
        try FileContent.read("\(path)/\(name)", limitBytes: 1 << 22)
    }

    private func text(_ name: String) throws -> String {
        String(decoding: try read(name), as: UTF8.self)
    }

    private func put(_ bytes: [UInt8], _ name: String) throws {
        try FileContent.replace("\(path)/\(name)", with: bytes, durable: false)
    }

    @Test func `each line goes to the file of its day in the fleet's zone`() throws {
        let ticks: [Int64] = [0, 2999, 3000, 4_320_000, 4_323_000]
        let lines = ticks.map { Self.line(Self.evening + $0) }
        try write(lines, to: try open(zone: "Europe/Berlin"))
        #expect(try text("2026-01-10.ndjson") == lines[..<2].map { $0 + "\n" }.joined())
        #expect(try text("2026-01-11.ndjson") == lines[2..<4].map { $0 + "\n" }.joined())
        #expect(try text("2026-01-12.ndjson") == lines[4] + "\n")
    }

    @Test func `without a zone days are those of UTC, and an unknown zone is refused`() throws {
        try write([Self.line(Self.evening + 60 * 50)], to: try open())
        #expect(try read("2026-01-10.ndjson").count > 0)
        let failure = #expect(throws: ProgramFailure.self) { try open(zone: "Mars/Olympus") }
        #expect(failure?.code == .input)
    }

    @Test func `only data lines and the gaps between them are kept`() throws {
        let folder = try open()
        let gap =
            #"{"type":"gap","lines":3,"after":"\#(Self.anchor(Self.evening))","#
            + #""through":"\#(Self.anchor(Self.evening + 9))"}"#
        let others = [
            #"{"type":"beat","t":"2026-01-10T22:59:00.000000Z","anchor":"\#(Self.anchor(1))"}"#,
            #"{"type":"snapshot","session":"d3.0","state":"open","n":1}"#,
            #"{"type":"live","t":"2026-01-10T22:59:00.000000Z","anchor":"\#(Self.anchor(1))"}"#,
        ]
        try write([gap] + others + [Self.line(Self.evening + 10, "stat")], to: folder)
        #expect(
            try text("2026-01-10.ndjson") == gap + "\n" + Self.line(Self.evening + 10, "stat")
                + "\n")
    }

    @Test func `whoever comes back goes on behind the last whole line, wherever it was cut`() throws
    {
        let lines = (0..<3).map { Self.line(Self.evening + $0) }
        try write(lines, to: try open())
        let name = "2026-01-10.ndjson"
        let whole = try read(name)
        let width = whole.count / 3
        for cut in whole.indices {
            try put(Array(whole[..<cut]), name)
            var told: [String] = []
            let anchor = try open().recover { told.append($0) }
            let count = cut / width
            #expect(anchor == (count == 0 ? nil : Self.anchor(Self.evening + Int64(count) - 1)))
            #expect(told.count == (cut % width == 0 ? 0 : 1), "\(cut) bytes")
            let folder = try open()
            _ = try folder.recover { _ in }
            try write(Array(lines[count...]), to: folder)
            #expect(try read(name) == whole, "\(cut) bytes")
        }
    }

    @Test func `lines of somebody else are not cut off`() throws {
        _ = try open()
        let theirs = #"{"steps":812}"# + "\n" + #"{"steps":640}"# + "\n"
        try put(Array(theirs.utf8), "2026-01-10.ndjson")
        let failure = #expect(throws: ProgramFailure.self) { try open().recover { _ in } }
        #expect(failure?.code == .input)
        #expect(try text("2026-01-10.ndjson") == theirs)
    }

    @Test func `what a power cut has left behind the last whole line is cut off`() throws {
        let first = Self.line(Self.evening)
        for rest in ["\u{0}\u{0}\u{0}\n\u{0}", "{\n", "\n\n", #"{"type":"stat"}"# + "\n", "é"] {
            try open().write(Array(first.utf8)[...])
            let name = "2026-01-10.ndjson"
            let whole = try read(name)
            try put(whole + Array(rest.utf8), name)
            #expect(try open().recover { _ in } == Self.anchor(Self.evening))
            #expect(try read(name) == whole)
            try put([], name)
        }
    }

    @Test func `days without a whole line are passed over`() throws {
        try write([Self.line(Self.evening)], to: try open())
        try put(Array("{".utf8), "2026-01-12.ndjson")
        try put([], "2026-01-13.ndjson")
        try put(Array("x".utf8), "notes.ndjson")
        #expect(try open().recover { _ in } == Self.anchor(Self.evening))
        #expect(try read("notes.ndjson") == Array("x".utf8))
    }

    @Test func `a file that is none of a recording is left as it is`() throws {
        _ = try open()
        let other = [UInt8](repeating: UInt8(ascii: "y"), count: RecordFolder.tailBytes + 1)
        try put(other, "2026-01-12.ndjson")
        let failure = #expect(throws: ProgramFailure.self) { try open().recover { _ in } }
        #expect(failure?.code == .input)
        #expect(try read("2026-01-12.ndjson") == other)
    }

    @Test func `a folder that cannot be made or written is told`() throws {
        try FileContent.replace(
            "\(scratch.directory.path)/file", with: [], durable: false)
        let failure = #expect(throws: ProgramFailure.self) {
            try RecordFolder("\(scratch.directory.path)/file/record")
        }
        #expect(failure?.code == .output)
    }

    @Test func `statistics come as often as --every says, and its former meaning is told`() throws {
        func request(_ arguments: String...) throws -> String {
            let flags = try RecordCommand.table.parse(arguments)
            return try RecordCommand.options(flags, path).request(after: nil)
        }
        #expect(try request("--every", "5m").contains(#""every":"5m""#))
        #expect(try request("--stat-every", "5m").contains(#""every":"5m""#))
        #expect(try request("--every", "5m", "--kinds", "stat,phase").contains(#""every":"5m""#))
        for kinds in ["entry", "phase,event"] {
            let failure = #expect(throws: ProgramFailure.self) {
                try request("--kinds", kinds, "--every", "5m")
            }
            #expect(failure?.code == .usage)
            #expect(failure?.description.contains("write --sync-every 5m") == true)
        }
    }

    @Test func `a command that is refused leaves no folder behind`() async throws {
        let flags = try RecordCommand.table.parse([
            "--out", path, "--kinds", "phase", "--every", "5m",
        ])
        await #expect(throws: ProgramFailure.self) { try await RecordCommand.run(flags) }
        #expect(try Directory.names(in: scratch.directory.path).isEmpty)
    }

    @Test func `the flags are those of a tail that never loses a line`() throws {
        let flags = try RecordCommand.table.parse([
            "--out", path, "--sync-every", "20ms", "--every", "10s", "--kinds", "stat,entry",
        ])
        let options = try RecordCommand.options(flags, path)
        #expect(options.insists && options.reconnects)
        #expect(options.anchorInterval == .seconds(1))
        #expect(options.anchorPath == "\(path)/anchor")
        let request = try options.request(after: nil)
        #expect(request.contains(#""every":"10s""#))
        #expect(request.contains(#""queue":{"policy":"close"}"#))
        let usual = try RecordCommand.options(
            try RecordCommand.table.parse(["--out", path]), path)
        #expect(usual.anchorInterval == .seconds(300))
        #expect(try !usual.request(after: nil).contains("every"))
    }
}
