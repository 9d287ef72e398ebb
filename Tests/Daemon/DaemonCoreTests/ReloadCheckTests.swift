import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import DaemonCore

/// What is refused of a configuration that is read again: all that the next start would refuse.
@Suite struct ReloadCheckTests {
    /// 2026-11-20T06:00:00Z.
    private static let wall: Int64 = 1_795_154_400_000_000

    private static func settings(_ flags: String...) throws -> ChosenSettings {
        ChosenSettings(flags: try DaemonFlags.table.parse(flags))
    }

    private func refusal(_ reloading: Reloading, _ flags: String...) throws -> String? {
        let settings = ChosenSettings(flags: try DaemonFlags.table.parse(flags))
        do throws(ProgramFailure) {
            _ = try reloading.check(settings, flying: .drawn, at: Self.wall)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `files that are not there refuse it`() throws {
        let reloading = Reloading(try DaemonOptions(try Self.settings("--sessions", "2")))
        #expect(try refusal(reloading, "--sessions", "3") == nil)
        for flag in ["--replay", "--faults"] {
            let reason = try #require(try refusal(reloading, flag, "/no/such/file"))
            #expect(reason.contains("/no/such/file"), "\(reason)")
        }
        let zone = try #require(try refusal(reloading, "--time-zone", "Nowhere/Land"))
        #expect(zone.contains("Nowhere/Land"), "\(zone)")
        #expect(try refusal(reloading, "--sessions", "0") != nil)
    }

    @Test func `another list of athletes refuses it, with what to do`() throws {
        let folder = try TemporaryDirectory(prefix: "runway-reload")
        let path = "\(folder.path)/athletes.json5"
        let text = Array("[{name: 'Ada', age: 61}]".utf8)
        try FileContent.replace(path, with: text, durable: false)
        let reloading = Reloading(try DaemonOptions(try Self.settings("--sessions", "2")))
        let reason = try #require(
            try refusal(reloading, "--sessions", "3", "--athletes", path))
        #expect(reason.contains("give the list as it was, or start the daemon again"))
        let settings = try Self.settings("--athletes", path)
        let roster = try settings.fleet(defaultEpoch: Self.wall).roster
        _ = try reloading.check(settings, flying: roster, at: Self.wall)
    }

    @Test func `a fleet other than that of the state directory refuses it`() throws {
        let folder = try TemporaryDirectory(prefix: "reload")
        let state = "\(folder.path)/state"
        // Nobody has given a seed: the next start takes what this one has drawn.
        let reloading = Reloading(
            try DaemonOptions(try Self.settings("--state", state, "--time-zone", "Asia/Tokyo")))
        #expect(try refusal(reloading, "--state", state, "--time-zone", "Asia/Tokyo") == nil)
        #expect(
            try refusal(
                reloading, "--state", state, "--time-zone", "Asia/Tokyo", "--sessions", "9") == nil)
        let rate = try #require(
            try refusal(reloading, "--state", state, "--time-zone", "Asia/Tokyo", "--rate", "5"))
        #expect(rate.contains("holds a fleet with"), "\(rate)")
        // Of a directory that is still to be opened nobody knows what it holds.
        #expect(try refusal(reloading, "--state", "\(state)2", "--rate", "5") == nil)
    }

    @Test func `the limit of clients that is left out is found anew by what may be opened`() {
        func fitted(_ clients: Int, isSet: Bool) -> Int {
            var limits = DaemonLimits()
            limits.clients = clients
            limits.fitClients(toOpenFiles: 264, isSet: isSet, Log(threshold: nil))
            return limits.clients
        }
        #expect(fitted(DaemonLimits().clients, isSet: false) == 200)
        #expect(fitted(1000, isSet: true) == 200 && fitted(10, isSet: true) == 10)
    }
}
