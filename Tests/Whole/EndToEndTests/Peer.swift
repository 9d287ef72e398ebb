import LinuxIO
import WireProtocol

/// A client of the daemon that says whatever bytes a test wants said.
final class Peer {
    private let descriptor: Descriptor
    private var splitter = LineSplitter(limit: ProtocolLimits.serverLineBytes)
    private var chunk: ArraySlice<UInt8> = []
    private(set) var isAtEnd = false

    /// Connects, and passes over the greeting.
    init(_ path: String) throws {
        descriptor = try StreamSocket.connect(to: try SocketPath(path))
        let greeting = try nextLine()
        guard greeting.type == "hello" else {
            throw Program.Failure(description: "greeted with \(greeting.text)")
        }
    }

    func say(_ text: String) throws { try say(Array("\(text)\n".utf8)) }

    func say(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let outcome = rest.withUnsafeBytes { StreamSocket.send(to: descriptor.raw, $0) }
            guard case .sent(let count) = outcome else {
                throw Program.Failure(description: "cannot send: \(outcome)")
            }
            rest = rest.dropFirst(count)
        }
    }

    /// The next line; throws when there is none and none comes.
    func nextLine() throws -> Line {
        while true {
            if let event = splitter.next(in: &chunk) {
                guard case .line(let bytes) = event else {
                    throw Program.Failure(description: "a line of the daemon is too long")
                }
                return Line(bytes)
            }
            try receive()
            if isAtEnd { throw Program.Failure(description: "the daemon has hung up") }
        }
    }

    /// The next line of one of these types; others are passed over.
    func next(_ types: Set<String>) throws -> Line {
        while true {
            let line = try nextLine()
            if types.contains(line.type) { return line }
        }
    }

    /// The next `count` numbered lines. Throws if the daemon announces that some were lost.
    func data(_ count: Int) throws -> [Line] {
        var lines: [Line] = []
        while lines.count < count {
            let line = try nextLine()
            if line.number != nil { lines.append(line) }
            guard !["gap", "error", "bye"].contains(line.type) else {
                throw Program.Failure(description: "instead of data: \(line.text)")
            }
        }
        return lines
    }

    /// Everything up to and including the end of the session.
    func dataUntilEnd() throws -> [Line] {
        var lines = try data(1)
        while lines.last?.type != "end" { lines += try data(1) }
        return lines
    }

    private func receive() throws {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let isReady = try Poll.readable(
            descriptor.raw, timeout: Program.patience)
        guard isReady else { throw Program.Failure(description: "the daemon is silent") }
        let outcome = buffer.withUnsafeMutableBytes {
            StreamSocket.receive(from: descriptor.raw, into: $0)
        }
        switch outcome {
        case .received(let count): chunk = buffer[..<count]
        case .wouldBlock: break
        case .endOfStream, .failed: isAtEnd = true
        }
    }
}
