import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// Where fleet time comes to its end a daemon ends in good order, at any speed.
@Suite struct FleetTimeEndTests {
    private let folder: Folder

    private final class Folder: Sendable {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory(prefix: "runway-end") }
    }

    init() throws { folder = try Folder() }

    private var socket: String { "\(folder.directory.path)/x.sock" }

    /// Of a fleet whose time is over after two laps.
    private func options(_ speed: String) throws -> DaemonOptions {
        let flags = try DaemonFlags.table.parse([
            "--socket", socket, "--seed", "1", "--sessions", "3", "--speed", speed,
            "--log-level", "error",
        ])
        var options = try DaemonOptions(flags)
        options.fleet = Fleet(
            seed: 1, epoch: FleetInstant.presents.upperBound - .lap * 2, simulatedLanes: 3)
        return options
    }

    /// At speed max the fleet waits for the reader, who is told when the test says so.
    private func request(_ speed: String) -> String {
        let policy = speed == "max" ? "wait" : "drop_oldest"
        return #"{"op":"subscribe","kinds":["stat","event"],"every":"5s","#
            + #""queue":{"policy":"\#(policy)"}}"#
    }

    @Test(arguments: ["3600", "max"])
    func `who reads is told everything up to the end of time, and goodbye`(speed: String)
        async throws
    {
        let script = try ScriptedDaemon(try options(speed))
        let peer = try ScriptedPeer(socket)
        await script.settle()
        peer.say(request(speed))
        try await peer.readUntilLive(of: script)
        for _ in 0..<20_000 where !peer.isAtEnd {
            peer.read()
            await script.tick()
        }
        let lines = try peer.lines()
        #expect(await script.daemon.hasEnded)
        #expect(peer.isAtEnd)
        let bye = try #require(lines.last)
        #expect(bye["type"]?.text == "bye")
        #expect(bye["code"]?.text == "shutdown")
        let anchor = try Anchor(parsing: try #require(bye["anchor"]?.text, "it had caught up"))
        // At speed 3600 a tick of the daemon is 72 s of the fleet's; at speed max it goes on by
        // portions of 4000 samples.
        let left = FleetInstant.presents.upperBound - anchor.position.instant
        #expect((.zero ... .seconds(speed == "max" ? 4_000 / 3 : 72)).contains(left))
        #expect(!lines.contains { $0["type"]?.text == "gap" })
        let numbered = lines.filter { $0["n"] != nil }
        #expect(numbered.count > 2_000)
        let byLane = Dictionary(grouping: numbered) { $0["session"]?.text ?? "" }
        for (session, lines) in byLane {
            let numbers = lines.compactMap { $0["n"]?.integer }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(session)")
        }
    }

    @Test func `who does not read is waited for with the goodbye for a second and no longer`()
        async throws
    {
        let script = try ScriptedDaemon(try options("3600"))
        let peer = try ScriptedPeer(socket)
        await script.settle()
        peer.say(request("3600"))
        try await peer.readUntilLive(of: script)
        for _ in 0..<1_000 {
            await script.tick()
            if await script.daemon.endBy != nil { break }
        }
        let endBy = try #require(await script.daemon.endBy)
        #expect(endBy == script.now + Daemon.farewell)
        script.now = endBy - .microseconds(1)
        await script.daemon.tick()
        #expect(await !script.daemon.hasEnded)
        script.now = endBy
        await script.daemon.tick()
        #expect(await script.daemon.hasEnded)
        await script.daemon.waitUntilEnd()
        while !peer.isAtEnd { peer.read() }
        #expect(try peer.lines().allSatisfy { $0["type"]?.text != "bye" })
    }

    /// With the machine's clock, which may leave the reader behind: what comes is whole and in
    /// order, and nothing follows a goodbye.
    @Test(arguments: ["3600", "max"])
    func `a daemon whose fleet time is over ends by itself`(speed: String) async throws {
        let daemon = try Daemon(try options(speed))
        let peer = try ScriptedPeer(socket)
        peer.say(request(speed))
        try await daemon.start(handlingSignals: false)
        try peer.readToEnd()
        let lines = try peer.lines()
        let types = lines.map { $0["type"]?.text }
        // A reader that is kept from reading for half a minute is let go, and a fleet that no clock
        // paces stands still without one.
        if speed == "max", lines.last?["code"]?.text != "shutdown" {
            await daemon.stop(because: "its reader has gone")
        }
        await daemon.waitUntilEnd()
        // On a busy machine the clock may have come to the end before the daemon takes anyone in.
        #expect(types.isEmpty ? speed != "max" : types.first == "hello")
        #expect(types.dropLast().allSatisfy { $0 != "bye" })
        if speed == "max" { #expect(types.contains("stat")) }
    }
}
