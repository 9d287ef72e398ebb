import LinuxIO
import StreamServer
import Vocabulary

/// A hub with subscribers at the other ends of its sockets, all in one process and on one thread.
final class DeliveryScene {
    private let source = DeliverySource()
    private let hub: StreamHub
    private let folder: TemporaryDirectory
    private var readers: [Reader] = []
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    private final class Reader {
        let descriptor: Descriptor

        init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
    }

    init(subscribers: Int) throws(SystemFailure) {
        _ = try OpenFileLimit.raise()
        folder = try TemporaryDirectory(prefix: "delivery")
        guard let path = try? SocketPath("\(folder.path)/x.sock"),
            let listener = try? ListeningSocket.bind(path: path)
        else { preconditionFailure("no socket in \(folder.path)") }
        hub = try StreamHub(listener: listener, source: source, limits: .announced) { print($0) }
        for _ in 0..<subscribers {
            let descriptor = try StreamSocket.connect(to: path)
            let request = Array("{\"op\":\"subscribe\",\"every\":\"20ms\"}\n".utf8)
            _ = request.withUnsafeBytes { StreamSocket.send(to: descriptor.raw, $0) }
            readers.append(Reader(descriptor))
            settle()
        }
        drain()
        publish(ticks: 1)
    }

    var delivered: Int { source.delivered }

    /// Lets the hub accept the newest subscriber, and hear it.
    private func settle() {
        for _ in 0..<2 {
            hub.handleEvents()
            while hub.pump() {}
        }
    }

    /// Makes and delivers the lines of some ticks; returns the microseconds of processor time
    /// without those of the readers.
    @discardableResult
    func publish(ticks: Int) -> Int64 {
        measured(ticks) {
            source.tick()
            hub.publish()
        }
    }

    /// The same with bare sends of lines of the same length.
    func sendBare(ticks: Int) -> Int64 {
        source.tick()
        let bytes = source.dueBytes
        hub.publish()
        drain()
        let peers = hub.descriptors
        return measured(ticks) {
            bytes.withUnsafeBytes { line in
                for peer in peers { _ = StreamSocket.send(to: peer, line) }
            }
        }
    }

    private func measured(_ ticks: Int, _ work: () -> Void) -> Int64 {
        var sum = Duration.zero
        for _ in 0..<ticks {
            let begin = ProcessUsage.processorTime
            work()
            sum += ProcessUsage.processorTime - begin
            drain()
        }
        return sum.wholeMicroseconds
    }

    private func drain() {
        for reader in readers {
            buffer.withUnsafeMutableBytes {
                _ = StreamSocket.receive(from: reader.descriptor.raw, into: $0)
            }
        }
    }
}
