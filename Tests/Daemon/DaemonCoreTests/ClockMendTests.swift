import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import DaemonCore
@testable import StateFiles

/// A state directory whose daemon was started while the machine's clock was 400 days ahead.
@Suite struct ClockMendTests {
    private let folder: Folder

    private final class Folder: Sendable {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory(prefix: "runway-clock") }
    }

    init() throws { folder = try Folder() }

    private static let epoch: Int64 = 1_795_154_400
    private static let day: Int64 = 86_400
    private static let fleet = Fleet(
        seed: 5, epoch: FleetInstant(ticks: epoch * 50), simulatedLanes: 3)

    private var path: String { "\(folder.directory.path)/state" }

    private func wall(_ days: Int64) -> Int64 { (Self.epoch + days * Self.day) * 1_000_000 }

    /// - Parameter days: since the epoch.
    private func open(after days: Int64) throws -> KeptState {
        try KeptState(try StateFolder(path), Self.fleet, try settings(), at: wall(days))
    }

    private func mend(_ value: String = "now", at days: Int64 = 1) throws -> String {
        try ClockMend.run(value, try settings(["--state", path]), at: wall(days))
    }

    @Test func `both starts tell what mends it, and it does`() throws {
        #expect(try open(after: 1).leapWarning == nil)
        let remedy = "run runwayd --state \(path) --set-clock-point now"
        #expect(try open(after: 401).leapWarning?.contains(remedy) == true)
        let warning = try #require(try open(after: 1).clockWarning)
        #expect(warning.hasPrefix("the machine's clock is behind: the fleet stands at "))
        #expect(warning.hasSuffix(remedy))
        let told = try mend()
        #expect(
            told.hasPrefix(
                "\(path): the fleet goes on from 2026-11-21T06:00:00.000000Z, and lines up to"))
        let kept = try open(after: 1)
        #expect(kept.clockWarning == nil && kept.leapWarning == nil)
        #expect(try #require(kept.frontier.earlier) == Self.fleet.epoch + .seconds(Self.day))
    }

    @Test func `no command is dropped while nobody can have seen that the clock is ahead`() throws {
        let session = SessionName(lane: 0, lap: 0)
        let pause = SessionCommand(.pause, session, at: Self.fleet.epoch + .seconds(1200))
        _ = try open(after: 0)
        do {
            var file = try open(after: 0).opened.file
            try file.append([pause])
        }
        #expect(try open(after: 401).opened.journal.commands == [pause])
        _ = try mend()
        #expect(try open(after: 1).opened.journal.commands == [pause])
    }

    @Test func `a directory in which nothing lies ahead stays as it is`() throws {
        _ = try open(after: 1)
        #expect(try mend().hasSuffix("nothing has changed.\n"))
    }

    @Test func `what cannot be mended is refused, and makes no directory`() throws {
        let missing = try #require(throws: ProgramFailure.self) { try mend() }
        #expect(missing.code == .input)
        #expect(try FileStatus.of(path) == nil)
        let later = try #require(throws: ProgramFailure.self) { try mend("later") }
        #expect(later.code == .usage)
        let unnamed = try #require(throws: ProgramFailure.self) {
            try ClockMend.run("now", try settings(), at: wall(1))
        }
        #expect(unnamed.code == .usage)
    }
}
