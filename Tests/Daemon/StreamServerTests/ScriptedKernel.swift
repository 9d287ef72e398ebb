import LinuxIO

/// What a non-blocking `send` does, on cue: takes all, a part, one byte or nothing.
final class ScriptedKernel {
    /// Everything that was taken, as the reader at the other end sees it.
    private(set) var taken: [UInt8] = []
    /// Bytes that are taken until the buffer is full; nil takes everything.
    var room: Int?
    /// The most bytes that one call takes, one call after the other; then any number.
    var shares: [Int] = []
    var isClosed = false
    private(set) var calls = 0

    init(room: Int? = nil) { self.room = room }

    func send(_ bytes: UnsafeRawBufferPointer) -> SendOutcome {
        calls += 1
        if isClosed { return .closed(Self.brokenPipe) }
        let share = shares.isEmpty ? Int.max : shares.removeFirst()
        let count = min(bytes.count, share, room ?? Int.max)
        guard count > 0 || bytes.isEmpty else { return .wouldBlock }
        room = room.map { $0 - count }
        taken.append(contentsOf: bytes[..<count])
        return .sent(count)
    }

    /// A real failure, got from a real connection.
    private static var brokenPipe: SystemFailure {
        do throws(SystemFailure) {
            let pair = try SocketPair()
            let raw = pair.first.raw
            try pair.second.close()
            guard case .closed(let failure) = StreamSocket.send(to: raw, [1].span.bytes) else {
                preconditionFailure("a closed peer took a byte")
            }
            return failure
        } catch {
            return error
        }
    }
}
