import Glibc
import LinuxIO
import Testing

@Suite struct PollTests {
    @Test func `a look at what is silent finds nothing`() throws {
        let (first, second) = (try SocketPairBox(), try SocketPairBox())
        #expect(try !Poll.readable(first.first, timeout: .zero))
        #expect(try Poll.readable([first.first, second.first], timeout: .zero) == [])
    }

    /// Every set of four, the bits of a number.
    @Test(arguments: 0..<16)
    func `it says which of many can be read, in their order`(set: Int) throws {
        let pairs = try (0..<4).map { _ in try SocketPairBox() }
        let expected = (0..<4).filter { set & 1 << $0 != 0 }.map { pairs[$0] }
        for pair in expected { #expect(StreamSocket.send("x", to: pair.second) == .sent(1)) }
        let ready = try Poll.readable(pairs.map(\.first), timeout: .zero)
        #expect(ready == expected.map(\.first))
    }

    @Test func `room to write ends a wait for bytes`() throws {
        let (silent, full) = (try SocketPairBox(), try SocketPairBox())
        let free = try Poll.readable(
            [silent.first], orWritable: silent.first, timeout: nil)
        #expect(free == [silent.first])
        #expect(StreamSocket.fill(full.first) > 0)
        let ready = try Poll.readable(
            [silent.first], orWritable: full.first, timeout: .zero)
        #expect(ready == [])
    }

    @Test func `waiting for nothing is over when its time is up`() throws {
        #expect(try Poll.readable([], timeout: .milliseconds(1)) == [])
    }

    @Test func `the end of a stream can be read`() throws {
        let pair = try SocketPair()
        let first = pair.first
        try pair.second.close()
        #expect(try Poll.readable(first.raw, timeout: nil))
    }

    @Test func `a wait is over when its time is up`() throws {
        let pair = try SocketPairBox()
        #expect(try !Poll.readable(pair.first, timeout: .milliseconds(1)))
    }

    @Test func `a wait for ever ends with the first byte from another thread`() async throws {
        let pair = try SocketPairBox()
        let executor = QueueExecutor(label: "sender")
        executor.run { _ = StreamSocket.send("x", to: pair.second) }
        #expect(try Poll.readable(pair.first, timeout: nil))
    }

    @Test func `waiting for a closed descriptor traps`() async {
        await #expect(processExitsWith: .failure) {
            _ = try Poll.readable(1000, timeout: .zero)
            exit(EXIT_SUCCESS)
        }
    }
}
