import CommandLine
import Configuration
import Dispatch
import LinuxIO
import TestSupport
import Testing

@testable import DaemonCore

extension Daemon {
    /// Keeps the engine's queue busy until `gate` is opened: no tick can begin meanwhile.
    fileprivate func hold(until gate: Gate) { gate.hold() }
}

/// Where the engine is held until a test opens.
private final class Gate: Sendable {
    private let opened = DispatchSemaphore(value: 0)
    private let (arrivals, arrival) = AsyncStream<Void>.makeStream()

    func hold() {
        arrival.finish()
        opened.wait()
    }

    func waitUntilHeld() async { for await _ in arrivals {} }

    func open() { opened.signal() }
}

@Suite struct DaemonServiceTests {
    private let folder: SharedDirectory
    private let manager: ManagerSocket

    init() throws {
        folder = try SharedDirectory(prefix: "runway-service")
        manager = try ManagerSocket("\(folder.path)/notify")
    }

    private func daemon(notifying socket: String?) throws -> Daemon {
        let flags = try DaemonFlags.table.parse([
            "--socket", "\(folder.path)/x.sock", "--seed", "1", "--log-level", "error",
        ])
        var service = ServiceEnvironment()
        service.notifySocket = socket
        service.watchdogPeriod = "40000"
        return try Daemon(try DaemonOptions(flags), service: service)
    }

    @Test func `the end waits for no tick when nobody is there to read the goodbye`() async throws {
        // Never started, it has none.
        let daemon = try daemon(notifying: nil)
        await daemon.stop(because: "the test is over")
        await daemon.waitUntilEnd()
    }

    @Test func `a tick that is stuck gives no sign of life, and one that goes on does`()
        async throws
    {
        let daemon = try daemon(notifying: manager.name)
        try await daemon.start(handlingSignals: false)
        #expect(try manager.next().first == "READY=1")
        for _ in 0..<3 { #expect(try manager.next() == ["WATCHDOG=1"]) }
        let gate = Gate()
        async let held: Void = daemon.hold(until: gate)
        await gate.waitUntilHeld()
        while try !manager.next(within: .zero).isEmpty {}
        // Two signs of life would be due in this time.
        #expect(try manager.next(within: .milliseconds(200)) == [])
        gate.open()
        await held
        #expect(try manager.next() == ["WATCHDOG=1"])
        await daemon.stop(because: "the test is over")
        await daemon.waitUntilEnd()
        var last = try manager.next()
        while last == ["WATCHDOG=1"] { last = try manager.next() }
        #expect(last == ["STOPPING=1"])
        #expect(try manager.next(within: .zero) == [])
    }

    @Test func `a manager that is not there keeps no daemon from flying`() async throws {
        for name in ["\(folder.path)/nobody", "no address", nil] {
            let daemon = try daemon(notifying: name)
            try await daemon.start(handlingSignals: false)
            let peer = try StreamSocket.connect(
                to: try SocketPath("\(folder.path)/x.sock"))
            #expect(try Poll.readable(peer.raw, timeout: nil))
            await daemon.stop(because: "the test is over")
            await daemon.waitUntilEnd()
        }
        #expect(try manager.next(within: .zero) == [])
    }
}
