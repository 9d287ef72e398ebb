import CommandLine
import LinuxIO
import StreamClient
import WireProtocol

/// The connections of a relay, read in blocks of many lines.
struct RelayLink: ~Copyable {
    private(set) var connections: DaemonConnections
    private var buffer = [UInt8](repeating: 0, count: 1 << 19)
    /// The bytes that were received and not consumed.
    private var waiting = 0..<0

    init(_ flags: ParsedFlags) { connections = DaemonConnections(flags) }

    /// Connects with one attempt. Throws `interrupted` if `other` becomes readable first.
    mutating func connect(within patience: Duration, or other: Int32) throws(ClientFailure) {
        disconnect()
        try connections.connect(within: patience, or: other)
        guard !connections.hasBufferedBytes else {
            disconnect()
            throw .protocolViolation("it says more than a greeting before it is asked")
        }
    }

    mutating func disconnect() {
        connections.disconnect()
        waiting = 0..<0
    }

    /// Receives bytes once the descriptor is readable; false at the end of the connection.
    mutating func receive() throws(ClientFailure) -> Bool {
        guard let raw = connections.raw else { return false }
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
