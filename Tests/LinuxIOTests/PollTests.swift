import Glibc
import LinuxIO
import Testing

@Suite struct PollTests {
    @Test func `a look at what is silent finds nothing`() throws {
        let (first, second) = (try SocketPairBox(), try SocketPairBox())
        #expect(try !Poll.readable(first.first, timeoutMilliseconds: 0))
        #expect(try Poll.readable(first.first, or: second.first, timeoutMilliseconds: 0) == [])
    }

    @Test(arguments: [[], .first, .second, [.first, .second]] as [Poll.Ready])
    func `it says which of the two can be read`(expected: Poll.Ready) throws {
        let (first, second) = (try SocketPairBox(), try SocketPairBox())
        if expected.contains(.first) {
            #expect(StreamSocket.send("x", to: first.second) == .sent(1))
        }
        if expected.contains(.second) {
            #expect(StreamSocket.send("x", to: second.second) == .sent(1))
        }
        let ready = try Poll.readable(first.first, or: second.first, timeoutMilliseconds: 0)
        #expect(ready == expected)
    }

    @Test func `the end of a stream can be read`() throws {
        let pair = try SocketPair()
        let first = pair.first
        try pair.second.close()
        #expect(try Poll.readable(first.raw, timeoutMilliseconds: nil))
    }

    @Test func `a wait is over when its time is up`() throws {
        let pair = try SocketPairBox()
        #expect(try !Poll.readable(pair.first, timeoutMilliseconds: 1))
    }

    @Test func `a wait for ever ends with the first byte from another thread`() async throws {
        let pair = try SocketPairBox()
        let executor = QueueExecutor(label: "sender")
        executor.run { _ = StreamSocket.send("x", to: pair.second) }
        #expect(try Poll.readable(pair.first, timeoutMilliseconds: nil))
    }

    @Test func `waiting for a closed descriptor traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = try Poll.readable(1000, timeoutMilliseconds: 0)
            exit(EXIT_SUCCESS)
        }
    }
}
