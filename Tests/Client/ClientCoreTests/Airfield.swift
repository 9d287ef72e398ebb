import ChannelPipeline
import CommandLine
import LinuxIO
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// A daemon's fleet and hub on a socket of their own, in virtual time.
final class Airfield {
    private let source: FleetSource
    private let hub: StreamHub
    private let folder: TemporaryDirectory
    private let path: SocketPath

    /// - Parameter present: where the fleet's clock stands at first.
    init(_ fleet: Fleet, at present: FleetInstant) throws {
        source = FleetSource(
            fleet,
            schedule: ScheduleClock(
                fleetOrigin: present, monotonicOrigin: 1_000_000, speed: .realTime),
            catchUpThreads: 0)
        folder = try TemporaryDirectory(prefix: "airfield")
        path = try SocketPath("\(folder.path)/x.sock")
        hub = try StreamHub(
            listener: try ListeningSocket.bind(path: path), source: source, limits: .announced
        ) { event in
            if case .command = event { return }
            Issue.record("\(event)")
        }
    }

    /// All that one connection is sent, to the last byte, if it makes a request and stays until the
    /// fleet's clock stands at an instant.
    func transcript(of request: String, until last: FleetInstant) throws -> [UInt8] {
        let peer = try StreamSocket.connect(to: path, nonBlocking: true)
        try settle()
        let sent = StreamSocket.send(to: peer.raw, Array("\(request)\n".utf8).span.bytes)
        #expect(sent == .sent(request.utf8.count + 1))
        var bytes: [UInt8] = []
        try settle()
        Self.receive(from: peer, into: &bytes)
        while source.live.now < last {
            source.advance(towards: min(last, source.live.now + .seconds(1)), tickBegan: 1_000_000)
            hub.publish()
            try settle()
            Self.receive(from: peer, into: &bytes)
        }
        return bytes
    }

    private func settle() throws {
        while true {
            let isReady = try Poll.readable(hub.pollDescriptor, timeout: .zero)
            if isReady { hub.handleEvents() }
            guard hub.pump() || isReady else { return }
        }
    }

    private static func receive(from peer: borrowing Descriptor, into bytes: inout [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let outcome = buffer.withUnsafeMutableBytes {
                StreamSocket.receive(from: peer.raw, into: $0)
            }
            guard case .received(let count) = outcome else { return }
            bytes += buffer[..<count]
        }
    }
}
