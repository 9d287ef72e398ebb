import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import StateFiles

/// A folder whose daemon was started while the machine's clock was ahead.
@Suite struct MendedStateTests {
    private let scratch: Scratch
    private static let wall: Int64 = 1_795_154_400_000_000
    private static let day: Int64 = 86_400

    private final class Scratch: Sendable {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory(prefix: "runway-mend") }
    }

    init() throws { scratch = try Scratch() }

    private var path: String { "\(scratch.directory.path)/state" }

    /// Starts a daemon so many days ahead, has it keep commands, and lets it go.
    ///
    /// - Returns: the promise that an earlier one has left.
    @discardableResult
    private func run(days: Int64, adding commands: [SessionCommand] = []) throws -> FleetInstant? {
        let folder = try StateFolder(path)
        let now = instant(1_795_154_400 + days * Self.day)
        var file = try folder.open(storedState(), at: now, end: { _ in nil }).file
        let earlier = try folder.openFrontier(at: now, speed: .realTime).earlier
        if !commands.isEmpty { try file.append(commands) }
        return earlier
    }

    private func ahead(_ seconds: Int64) -> Int64 { 1_795_154_400 + 400 * Self.day + seconds }

    @Test func `what was promised and commanded ahead is taken back, and kept aside`() throws {
        let week = 1_795_154_400 + 6 * Self.day
        let planned = SessionCommand(
            .start(StartOrder()), SessionName(lane: 600_000, lap: 0), at: instant(week))
        let kept = [pause(at: 1_795_154_390), add(at: 1_795_154_391), planned]
        try run(days: 0, adding: kept)
        let start = SessionCommand(
            .start(StartOrder()), SessionName(lane: 600_001, lap: 0), at: instant(ahead(10)),
            by: 1001, on: 21_000)
        try run(
            days: 400,
            adding: [
                pause(at: ahead(1), lap: 9), add(at: ahead(2)), start,
                remove(ahead(2), at: ahead(3)),
                remove(1_795_154_391, at: ahead(4)),
            ])
        let before = try FileContent.read("\(path)/journal", limitBytes: 1 << 20)
        #expect(try run(days: 0) == instant(ahead(6)))
        let present: FleetInstant
        do {
            let mended = try #require(try StateFolder(path).takeBack(at: Self.wall))
            #expect(mended.promised == instant(ahead(6)))
            #expect(mended.commandsTakenBack == 5)
            present = mended.present
            let aside = try #require(mended.keptIn)
            #expect(try FileContent.read(aside, limitBytes: 1 << 20) == before)
        }
        #expect(try run(days: 0) == present)
        #expect(abs((present - instant(1_795_154_400)).ticks) < 10)
        let journal = try StateFolder(path).readJournal(of: storedState().fleet.identity).0.journal
        #expect(journal.commands == kept)
        #expect(journal.retention.lastForgottenLane == 600_001, "no name is given twice")
        #expect(journal.retention.starts[1001]?.ever == 1)
        #expect(try StateFolder(path).takeBack(at: Self.wall + 1_000_000) == nil)
    }

    @Test func `a folder in which nothing lies ahead stays as it is`() throws {
        try run(days: 0, adding: [pause(at: 1_795_154_390)])
        let bytes = try ["identity", "journal", "frontier"].map {
            try FileContent.read("\(path)/\($0)", limitBytes: 1 << 20)
        }
        #expect(try StateFolder(path).takeBack(at: Self.wall + 1_000_000) == nil)
        for (name, expected) in zip(["identity", "journal", "frontier"], bytes) {
            #expect(try FileContent.read("\(path)/\(name)", limitBytes: 1 << 20) == expected)
        }
    }

    @Test func `since when commands are known does not lie ahead either`() {
        let now = instant(1_795_154_400)
        let retention = CommandRetention(
            own: instant(ahead(0)), started: instant(1_795_150_000), lastForgottenLane: 600_007,
            entries: instant(ahead(0)))
        let journal = Journal(identity: "mkzz710x", retention: retention)
        let expected = CommandRetention(
            own: now, started: instant(1_795_150_000), lastForgottenLane: 600_007, entries: now)
        #expect(journal.takenBack(to: now, speed: .realTime).retention == expected)
    }

    @Test func `a fleet at another speed that began ahead begins now`() {
        let point = ClockPoint(
            fleet: instant(2_000_000_000), wallMicroseconds: Self.wall + 86_400_000_000,
            speed: PlaybackSpeed(thousandths: 60_000) ?? .realTime)
        #expect(point.notAfter(wall: Self.wall).instant(at: Self.wall) == instant(2_000_000_000))
        #expect(point.notAfter(wall: point.wallMicroseconds) == point)
        let real = ClockPoint(
            startingAt: Self.wall + 86_400_000_000, epoch: instant(0), speed: .realTime)
        #expect(real.notAfter(wall: Self.wall) == real)
    }
}
