import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

extension Daemon {
    fileprivate var present: FleetInstant { source.live.now }
    fileprivate var isWithinTick: Bool { source.live.isWithinTick }
    fileprivate func due(_ instant: FleetInstant) -> MonotonicInstant {
        source.schedule.due(instant)
    }
    fileprivate func makePortions(of bytes: Int) { source.portionBytes = bytes }
    fileprivate func lateness(at now: MonotonicInstant) -> Duration {
        source.clockwork.fleetLateness(at: now)
    }

    /// Without a moment between the two in which the daemon flies its next turns: a test's task may
    /// wait long for a processor.
    fileprivate func tickAndHandleEvents() -> FleetInstant {
        tick()
        let present = present
        handleEvents()
        return present
    }
}

/// A fleet that is late flies in turns: others are heard between two of them.
@Suite struct FlightTurnTests {
    private let folder: Folder

    private final class Folder: Sendable {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory(prefix: "runway-turns") }
    }

    init() throws { folder = try Folder() }

    private var socket: String { "\(folder.directory.path)/x.sock" }

    private static let fiveSeconds =
        #"{"op":"subscribe","kinds":["stat","event"],"every":"5s","#
        + #""queue":{"policy":"drop_oldest","staleness":"10m"}}"#

    /// A daemon whose clock goes on by `step` with each look at it, and a peer that follows all.
    private func following(
        _ lanes: Int, step: Duration, _ service: ServiceEnvironment = ServiceEnvironment(),
        _ request: String = Self.fiveSeconds
    ) async throws -> (ScriptedDaemon, ScriptedPeer) {
        let flags = try DaemonFlags.table.parse([
            "--socket", socket, "--seed", "7", "--sessions", "\(lanes)", "--log-level", "error",
        ])
        let script = try ScriptedDaemon(try DaemonOptions(flags), service: service)
        let peer = try ScriptedPeer(socket)
        await script.settle()
        peer.say(request)
        try await peer.readUntilLive(of: script)
        script.step = step
        return (script, peer)
    }

    @Test func `who asks while the fleet is an hour late is answered before it has come`()
        async throws
    {
        let (script, follower) = try await following(80, step: .milliseconds(60))
        defer { withExtendedLifetime(follower) {} }
        let other = try ScriptedPeer(socket)
        await script.settle()
        let began = await script.daemon.present
        script.now += .seconds(3600)
        other.say(#"{"id":1,"op":"status"}"#)
        let heard = await script.daemon.tickAndHandleEvents()
        #expect(heard > began)
        #expect(heard < began + .seconds(2400), "the request is heard after one turn")
        other.read()
        #expect(try other.lines().contains { $0["type"]?.text == "status" })
    }

    @Test func `who subscribes while the fleet is late catches up between its turns`() async throws
    {
        let (script, follower) = try await following(20, step: .milliseconds(1))
        defer { withExtendedLifetime(follower) {} }
        // A turn is a hundred portions, a quarter of a minute of the fleet.
        await script.daemon.makePortions(of: 250)
        let other = try ScriptedPeer(socket)
        await script.settle()
        let began = await script.daemon.present
        script.now += .seconds(3600)
        let sessions = (0..<10).map { "\"s\($0)\"" }.joined(separator: ",")
        other.say(
            "{\"op\":\"subscribe\",\"kinds\":[\"event\"],\"select\":{\"session\":[\(sessions)]}}")
        let heard = await script.daemon.tickAndHandleEvents()
        #expect(heard < began + .seconds(1200), "the request is heard after one turn")
        // All that is to be read fits into the kernel's buffer: the daemon does the rest alone.
        try await other.readUntilLive(of: script)
        let live = try #require(try other.lines().last { $0["type"]?.text == "live" })
        let anchor = try Anchor(parsing: try #require(live["anchor"]?.text))
        #expect(anchor.position.instant < began + .seconds(3000))
    }

    @Test(arguments: [3, 65, 130])
    func `turns leave no line out, and each ends with a whole tick of the fleet`(lanes: Int)
        async throws
    {
        let (script, peer) = try await following(lanes, step: .milliseconds(30))
        let began = await script.daemon.present
        let late = Duration.seconds(300)
        script.now += late
        for _ in 0..<10_000 {
            await script.tick()
            #expect(await !script.daemon.isWithinTick)
            peer.read()
            if await script.daemon.present >= began + .seconds(300) { break }
        }
        #expect(await script.daemon.present >= began + .seconds(300))
        // The kernel's buffer for a reader holds a part of it.
        for _ in 0..<100 {
            await script.settle()
            peer.read()
        }
        let numbered = try peer.lines().filter { $0["n"] != nil && $0["anchor"] != nil }
        #expect(numbered.count >= lanes * 59)
        for (session, lines) in Dictionary(grouping: numbered, by: { $0["session"]?.text ?? "" }) {
            let numbers = lines.compactMap { $0["n"]?.integer }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }, "\(session)")
        }
        #expect(try !peer.lines().contains { $0["type"]?.text == "gap" })
    }

    @Test func `a tick of the fleet that takes long gives signs of life as it goes on`()
        async throws
    {
        let manager = try ManagerSocket("\(folder.directory.path)/notify")
        var service = ServiceEnvironment()
        service.notifySocket = manager.name
        service.watchdogPeriod = "20000000"
        let (script, peer) = try await following(
            130, step: .zero, service,
            #"{"op":"subscribe","kinds":["stat"],"every":"1m","align":"clock"}"#)
        defer { withExtendedLifetime(peer) {} }
        let minute = FleetDuration.seconds(60)
        let tick = FleetDuration(ticks: 1)
        let end = await (script.daemon.present + tick).roundedUp(to: minute)
        script.now = await script.daemon.due(end - tick)
        // At least one tick, also in the last of a minute: the first of all says that it is ready.
        repeat { await script.daemon.tick() } while await script.daemon.present < end - tick
        #expect(await script.daemon.lateness(at: script.now) == .zero)
        while try !manager.next(within: .zero).isEmpty {}
        // The last tick of the minute has the lines of all, in three portions: between two of them
        // a sign falls due.
        await script.daemon.makePortions(of: 1000)
        script.step = .seconds(5)
        script.now = await script.daemon.due(end) - .seconds(5)
        await script.daemon.tick()
        #expect(await script.daemon.present == end)
        var signs = 0
        while case let states = try manager.next(within: .zero), !states.isEmpty {
            if states.contains("WATCHDOG=1") { signs += 1 }
        }
        #expect(signs >= 2)
    }
}
