import ChannelPipeline
import CommandLine
import Configuration
import PlainText
import Simulation
import Synchronization
import Testing
import Vocabulary

@testable import DaemonCore

/// What a log has said.
private final class Told: Sendable {
    let lines = Mutex<[String]>([])
}

@Suite struct DaemonOptionsTests {
    private func clients(limit: Int, set: Int? = nil) throws -> Int {
        var options = try DaemonOptions(DaemonFlags.table.parse(["--seed", "1"]))
        if let set { options.limits.clients = set }
        options.limits.fitClients(
            toOpenFiles: limit, isSet: set != nil, Log(threshold: nil))
        return options.limits.clients
    }

    @Test func `no more clients are taken than there are descriptors for`() throws {
        #expect(try clients(limit: 1024) == 960)
        #expect(try clients(limit: 65) == 33)
        #expect(try clients(limit: 64) == 32 && clients(limit: 128) == 64)
        #expect(try clients(limit: 2) == 1 && clients(limit: 1) == 1)
        #expect(try clients(limit: 1 << 20) == DaemonLimits().clients)
    }

    @Test(arguments: [
        (1024, 720), (64, 24), (2, 1), (16_448, 12_288), (13_064, 12_288), (12_352, 9216),
    ])
    func `where descriptors are few, one user does not have all clients`(limit: Int, most: Int) {
        var limits = DaemonLimits()
        limits.fitClients(toOpenFiles: limit, isSet: false, Log(threshold: nil))
        #expect(limits.userClients == most)
    }

    @Test(arguments: [(1000, 750), (3, 3), (1, 1), (12_288, 9216), (12_289, 12_288)])
    func `where few clients are asked for, one user does not have all`(clients: Int, most: Int) {
        var limits = DaemonLimits()
        limits.clients = clients
        limits.fitClients(toOpenFiles: 1 << 20, isSet: true, Log(threshold: nil))
        #expect(limits.userClients == most)
        (limits.clients, limits.userClients) = (10, 20)
        limits.fitClients(toOpenFiles: 1 << 20, isSet: true, Log(threshold: nil))
        #expect(limits.userClients == 20)
    }

    @Test func `who says how many has so many, if there are descriptors for them`() throws {
        #expect(try clients(limit: 1024, set: 500) == 500)
        #expect(try clients(limit: 1024, set: 5000) == 960)
    }

    @Test(arguments: [false, true])
    func `how many fit is told where that is fewer than are allowed`(isSet: Bool) {
        let told = Told()
        let log = Log(threshold: .info) { line in told.lines.withLock { $0.append(line.text) } }
        for limit in [64, 1 << 20] {
            var limits = DaemonLimits()
            limits.fitClients(toOpenFiles: limit, isSet: isSet, log)
        }
        log.flush()
        let lines = told.lines.withLock { $0 }
        #expect(lines.count == 1)
        #expect(lines.first?.contains(isSet ? " warning " : " info ") == true)
        #expect(
            lines.first?.contains(
                "64 open files leave room for 32 clients, and limits.clients is 16384") == true)
    }

    @Test func `the options of the daemon have what was chosen`() throws {
        let text = """
            { sessions: 2, seed: 9007199254740991, epoch: '2026-01-01T00:00:00Z', rate_hz: 10,
              device: 'optical', pauses: false, speed: 60, log_level: 'error', socket: '/s',
              limits: { clients: 5, outbox_lines: 1024, outbox_bytes: 131072, waiting_bytes: 131072,
                window_bytes: 1048576 } }
            """
        let options = try DaemonOptions(try settings(file: text))
        #expect(options.fleet.laneCount == 2 && options.fleet.seed == (1 << 53) - 1)
        #expect(options.fleet.epoch.microseconds == 1_767_225_600_000_000)
        #expect(
            options.fleet.rate.hertz == 10 && options.speed == PlaybackSpeed(thousandths: 60_000))
        #expect(options.fleet.equipment == Equipment(device: .optical, hasPauseButton: false))
        #expect(options.logLevel == .error && options.socketPath == "/s")
        #expect(options.limits.clients == 5 && options.limits.outboxLines == 1024)
        #expect(options.limits.outboxBytes == 131_072 && options.limits.waitingBytes == 131_072)
        #expect(options.limits.windowBytes == 1_048_576)
    }
}
