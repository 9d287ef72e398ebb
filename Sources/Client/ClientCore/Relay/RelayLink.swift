import CommandLine
import LinuxIO
import StreamClient
import WireProtocol

/// The connections of a relay, one after another, read in blocks of many lines.
struct RelayLink: ~Copyable {
    private let candidates: [String]
    private var link: DaemonLink?
    private var buffer = [UInt8](repeating: 0, count: 1 << 19)
    /// The bytes that were received and not consumed.
    private var waiting = 0..<0

    init(_ flags: ParsedFlags) {
        candidates = DaemonLink.candidates(flags, socketPath: nil)
    }

    /// Connects with one attempt. Throws `interrupted` if `other` becomes readable first.
    mutating func connect(within patience: Duration, or other: Int32) throws(ClientFailure) {
        let new = try DaemonLink(candidates: candidates, patience: patience, or: other)
        guard !new.client.hasBufferedBytes else {
            throw .protocolViolation("it says more than a greeting before it is asked")
        }
        link = consume new
        waiting = 0..<0
    }

    mutating func disconnect() {
        link = nil
        waiting = 0..<0
    }

    /// The daemon's first line; nil while there is no connection.
    var greeting: JSONValue? {
        switch link {
        case .some(let link): link.greeting
        case nil: nil
        }
    }

    /// The descriptor's number; nil while there is no connection.
    var raw: Int32? {
        switch link {
        case .some(let link): link.client.raw
        case nil: nil
        }
    }

    func send(_ line: String) {
        switch link {
        case .some(let link): link.client.send(line)
        case nil: return
        }
    }

    /// Receives bytes once the descriptor is readable; false at the end of the connection.
    mutating func receive() throws(ClientFailure) -> Bool {
        guard let raw else { return false }
        makeRoom()
        guard waiting.upperBound < buffer.count else {
            throw .protocolViolation("a line of more than \(buffer.count) bytes")
        }
        let start = waiting.upperBound
        let outcome = buffer.withUnsafeMutableBytes {
            StreamSocket.receive(
                from: raw, into: UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
        }
        switch outcome {
        case .received(let count):
            waiting = waiting.lowerBound..<start + count
            return true
        case .wouldBlock: return true
        case .endOfStream, .failed: return false
        }
    }

    /// Moves the waiting bytes to the front once less than half of the buffer is free behind them.
    private mutating func makeRoom() {
        guard waiting.lowerBound > 0, buffer.count - waiting.upperBound < buffer.count / 2 else {
            return
        }
        let count = waiting.count
        buffer.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress, count > 0 else { return }
            // The two may overlap.
            base.copyMemory(from: base + waiting.lowerBound, byteCount: count)
        }
        waiting = 0..<count
    }

    /// Whether received bytes wait to be consumed.
    var hasBytes: Bool { !waiting.isEmpty }

    /// Reads the waiting bytes in place.
    borrowing func withWaiting<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[waiting])) }
    }

    /// A copy of a range of the waiting bytes.
    func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
        let start = waiting.lowerBound
        return Array(buffer[start + range.lowerBound..<start + range.upperBound])[...]
    }

    mutating func consume(_ count: Int) {
        waiting = waiting.lowerBound + count..<waiting.upperBound
    }
}
