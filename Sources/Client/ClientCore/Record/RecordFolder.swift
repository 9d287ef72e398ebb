import CivilTime
import CommandLine
import FlightDisplay
import LinuxIO
import PlainText
import StreamClient
import Vocabulary
import WireProtocol
import ZoneFiles

/// A folder with a file of data lines for each civil day of the fleet, `2026-03-01.ndjson`.
///
/// Only the file of the latest day grows. A recording that goes on after a crash cuts off an
/// incomplete last line, and begins after the last whole one.
final class RecordFolder {
    let path: String
    private var zone = TimeZoneRules.utc
    private var file: (file: AppendedFile, size: Int)?
    /// The instants of the day whose file is open; empty while none is.
    private var day = FleetInstant(ticks: 0)..<FleetInstant(ticks: 0)
    private var isSynced = true

    private static let suffix = ".ndjson"
    /// How much of a file's end is read: lines have at most 64 KiB, and several may be damaged.
    static let tailBytes = 1 << 20

    /// Makes the folder if it is missing.
    init(_ path: String) throws(ProgramFailure) {
        self.path = path
        try Self.attempt { () throws(SystemFailure) in
            try Directory.create(path, durable: true)
        }
    }

    /// The path of a folder's anchor file.
    static func anchorPath(in path: String) -> String { "\(path)/anchor" }

    /// Sets the time zone in which days begin to that of the fleet.
    func greet(_ greeting: JSONValue) throws(ProgramFailure) {
        guard let name = greeting["time_zone"]?.text else { return zone = .utc }
        do throws(TimeZoneFailure) {
            zone = try .named(name)
        } catch {
            throw ProgramFailure(.input, "the days of the fleet are those of \(name): \(error)")
        }
    }

    /// Adds a data line, or a gap, to the file of its day; leaves out all other lines.
    func write(_ line: ArraySlice<UInt8>) throws(ProgramFailure) {
        guard let instant = Self.instant(of: line) else { return }
        if !day.contains(instant) { try turn(to: instant) }
        try Self.attempt { () throws(SystemFailure) in
            guard let (file, size) = self.file else { return }
            var bytes = Array(line)
            bytes.append(UInt8(ascii: "\n"))
            isSynced = false
            do throws(SystemFailure) {
                try file.write(bytes)
            } catch {
                // The next start would cut off an incomplete line as well.
                try? file.truncate(toBytes: size)
                throw error
            }
            self.file = (file, size + bytes.count)
        }
    }

    /// Waits until every line is on the disk.
    func sync() throws(ProgramFailure) {
        guard !isSynced, let (file, _) = file else { return }
        try Self.attempt { () throws(SystemFailure) in try file.sync() }
        isSynced = true
    }

    /// Opens the file of another day.
    private func turn(to instant: FleetInstant) throws(ProgramFailure) {
        try sync()
        let date = zone.date(at: instant)
        let next = try open(filePath(of: date))
        file = (next, try Self.attempt { () throws(SystemFailure) in try next.size })
        day = zone.day(date) ?? instant..<instant + FleetDuration(ticks: 1)
    }

    /// Opens the file of a day, or makes it.
    private func open(_ path: String) throws(ProgramFailure) -> AppendedFile {
        do throws(LockedFileFailure) {
            return try AppendedFile(making: path)
        } catch {
            switch error {
            case .system(let failure): throw Self.failure(failure)
            case .notRegular(let kind):
                throw ProgramFailure(
                    .output,
                    "\(path) is \(kind), not a regular file; move it away, or name another folder "
                        + "with --out")
            case .held: preconditionFailure("opening \(path) takes no lock")
            }
        }
    }

    /// When a data line was due, or the last line that a gap covers; nil for any other line.
    private static func instant(of line: ArraySlice<UInt8>) -> FleetInstant? {
        switch ServerLineType(of: line) {
        case .data: JSONValue(line: line)?["t"]?.instant
        case .gap:
            JSONValue(line: line)?["through"]?.text
                .flatMap { try? Anchor(parsing: $0) }?.position.instant
        default: nil
        }
    }

    private func filePath(of date: CivilDate) -> String { "\(path)/\(date)\(Self.suffix)" }

    private static func attempt<Value>(
        _ work: () throws(SystemFailure) -> Value
    ) throws(ProgramFailure) -> Value {
        do throws(SystemFailure) {
            return try work()
        } catch {
            throw failure(error)
        }
    }

    private static func failure(_ failure: SystemFailure) -> ProgramFailure {
        .unwritten(failure, "cannot record: \(failure)")
    }
}

/// What an earlier recording has left in the folder.
extension RecordFolder {
    /// Cuts off an incomplete end, and returns the anchor of the last whole line; nil if there is
    /// none.
    ///
    /// - Parameter tell: is called with a notice if something was cut off.
    func recover(_ tell: (String) -> Void) throws(ProgramFailure) -> Anchor? {
        let names = try Self.attempt { () throws(SystemFailure) in
            try Directory.names(in: path)
        }
        for date in names.compactMap(Self.date).sorted().reversed() {
            if let anchor = try recover(filePath(of: date), tell) { return anchor }
        }
        return nil
    }

    private func recover(
        _ name: String, _ tell: (String) -> Void
    ) throws(ProgramFailure) -> Anchor? {
        let file = try open(name)
        let (size, tail) = try Self.attempt { () throws(SystemFailure) in
            (try file.size, try file.tail(atMost: Self.tailBytes))
        }
        let (whole, anchor) = Self.wholeLines(in: tail)
        // Lines of another program are not cut off. Bytes that are no line come from a crash.
        let isOthers = anchor == nil && (tail.count < size || Self.hasLine(tail))
        guard !isOthers else {
            throw ProgramFailure(
                .input, "\(name) does not end with a data line; name another folder with --out")
        }
        if whole < tail.count {
            try Self.attempt { () throws(SystemFailure) in
                try file.truncate(toBytes: size - tail.count + whole)
                try file.sync()
            }
            let cut = (tail.count - whole).counted("byte")
            tell("\(name) did not end with a whole line: \(cut) cut off")
        } else if anchor != nil {
            // A killed recording may not have synced these lines, whose anchor is kept next.
            try Self.attempt { () throws(SystemFailure) in try file.sync() }
        }
        return anchor
    }

    /// The number of bytes up to the end of the last whole line with an anchor, and this anchor.
    static func wholeLines(in bytes: [UInt8]) -> (count: Int, anchor: Anchor?) {
        let newline = UInt8(ascii: "\n")
        var end = bytes.lastIndex(of: newline).map { $0 + 1 } ?? 0
        while end > 0 {
            let start = bytes[..<(end - 1)].lastIndex(of: newline).map { $0 + 1 } ?? 0
            let text = JSONValue(line: bytes[start..<end - 1])?["anchor"]?.text
            if let anchor = text.flatMap({ try? Anchor(parsing: $0) }) { return (end, anchor) }
            end = start
        }
        return (0, nil)
    }

    /// Whether any whole line can be read and is not a gap, with which a recording may begin.
    private static func hasLine(_ bytes: [UInt8]) -> Bool {
        let newline = UInt8(ascii: "\n")
        let whole = bytes[..<(bytes.lastIndex(of: newline) ?? 0)]
        return whole.split(separator: newline).contains { line in
            JSONValue(line: line) != nil && ServerLineType(of: line) != .gap
        }
    }

    private static func date(_ name: String) -> CivilDate? {
        guard name.hasSuffix(suffix) else { return nil }
        return CivilDate(parsing: name.dropLast(suffix.count))
    }
}
