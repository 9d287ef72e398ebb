import LinuxIO
import Synchronization
import Testing

@Suite struct ReadinessSourceTests {
    private let executor = QueueExecutor(label: "readiness")

    @Test func `it calls while there is something to read`() async throws {
        let pair = try SocketPairBox()
        let (letters, continuation) = AsyncStream<String>.makeStream()
        let source = try ReadinessSource(of: pair.first, on: executor) { [executor] in
            executor.checkIsolated()
            // One letter of what is there: the rest must bring the next call.
            withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { letter in
                guard StreamSocket.receive(from: pair.first, into: letter) == .received(1) else {
                    return
                }
                continuation.yield(String(decoding: letter, as: UTF8.self))
            }
        }
        #expect(StreamSocket.send("abc", to: pair.second) == .sent(3))
        var text = ""
        for await letter in letters {
            text += letter
            if text.count == 3 { break }
        }
        source.cancel()
        #expect(text == "abc")
    }

    @Test func `it serves a whole poll`() async throws {
        let poll = try EventPoll()
        let pair = try SocketPairBox()
        try poll.add(pair.first, .read, token: 1)
        #expect(StreamSocket.send("x", to: pair.second) == .sent(1))
        let (calls, continuation) = AsyncStream<Void>.makeStream()
        let source = try ReadinessSource(of: poll.raw, on: executor) { continuation.yield() }
        for await _ in calls { break }
        source.cancel()
    }

    @Test func `the original may be closed while it is watched`() async throws {
        let pair = try SocketPair()
        let first = pair.first
        let second = pair.second
        let (calls, continuation) = AsyncStream<Void>.makeStream()
        let source = try ReadinessSource(of: first.raw, on: executor) { continuation.yield() }
        try first.close()
        try second.close()
        for await _ in calls { break }
        source.cancel()
    }

    @Test func `a source cancelled on its queue is silent`() async throws {
        let pair = try SocketPairBox()
        let calls = Atomic(0)
        let executor = executor
        #expect(StreamSocket.send("x", to: pair.second) == .sent(1))
        await withCheckedContinuation { continuation in
            executor.run {
                let source = try? ReadinessSource(of: pair.first, on: executor) {
                    calls.add(1, ordering: .relaxed)
                }
                source?.cancel()
                source?.cancel()
                continuation.resume()
            }
        }
        await withCheckedContinuation { continuation in
            executor.run { continuation.resume() }
        }
        #expect(calls.load(ordering: .relaxed) == 0)
    }

    @Test func `its duplicate is closed after it has been cancelled`() async throws {
        let pair = try SocketPair()
        let first = pair.first
        let second = pair.second
        do {
            let source = try ReadinessSource(of: first.raw, on: executor) {}
            try first.close()
            source.cancel()
        }
        // The peer's end of the stream comes with the last descriptor of the other end.
        #expect(try Poll.readable(second.raw, timeout: nil))
        #expect(StreamSocket.receiveText(from: second.raw).outcome == .endOfStream)
    }
}
