import ChannelPipeline
import LinuxIO
import Settings
import Testing
import Vocabulary

@testable import DaemonCore

/// Where fleet time comes to its end a daemon ends in good order, at any speed.
@Suite struct FleetTimeEndTests {
    @Test(arguments: ["3600", "max"])
    func `a daemon whose fleet time is over ends`(speed: String) async throws {
        let folder = try TemporaryDirectory(prefix: "runway-end")
        let flags = try DaemonOptions.table.parse([
            "--socket", "\(folder.path)/x.sock", "--seed", "1", "--sessions", "3", "--speed", speed,
            "--log-level", "error",
        ])
        var options = try DaemonOptions(flags)
        options.fleet = Fleet(
            seed: 1, epoch: FleetInstant.presents.upperBound - .lap * 2, simulatedLanes: 3)
        let daemon = try Daemon(options)
        let peer = try StreamSocket.connect(to: try SocketPath("\(folder.path)/x.sock"))
        send(#"{"op":"subscribe","kinds":["sample","event"]}"# + "\n", to: peer)
        try await daemon.start(handlingSignals: false)
        let said = try readToEnd(peer)
        await daemon.waitUntilEnd()
        // On a busy machine the clock may have come to the end before the daemon sends a line.
        if speed == "max" { #expect(said.contains(#""type":"sample","session":"s"#)) }
        // Nor is a reader that is kept from reading for a second waited for with the goodbye.
        #expect(said.isEmpty || said.contains(#"{"type":"hello""#))
    }

    private func send(_ text: String, to peer: borrowing Descriptor) {
        _ = Array(text.utf8).withUnsafeBytes { StreamSocket.send(to: peer.raw, $0) }
    }

    private func readToEnd(_ peer: borrowing Descriptor) throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while try Poll.readable(peer.raw, timeoutMilliseconds: 30_000) {
            let outcome = buffer.withUnsafeMutableBytes {
                StreamSocket.receive(from: peer.raw, into: $0)
            }
            switch outcome {
            case .received(let count): bytes += buffer[..<count]
            case .wouldBlock: break
            case .endOfStream, .failed: return String(decoding: bytes, as: UTF8.self)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
