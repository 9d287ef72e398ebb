import Glibc
import LinuxIO
import Testing

@Suite struct EventPollTests {
    @Test func `each event carries the token of its descriptor`() throws {
        let poll = try EventPoll()
        let (quiet, loud) = (try SocketPairBox(), try SocketPairBox())
        try poll.add(quiet.first, .read, token: 7)
        try poll.add(loud.first, .read, token: .max)
        #expect(StreamSocket.send("x", to: loud.second) == .sent(1))
        #expect(try look(poll) == [EventBuffer.Event(token: .max, readiness: .read)])
        #expect(StreamSocket.send("x", to: quiet.second) == .sent(1))
        #expect(try Set(look(poll).map(\.token)) == [7, .max])
    }

    @Test func `an event comes again until it is dealt with`() throws {
        let poll = try EventPoll()
        let pair = try SocketPairBox()
        defer { withExtendedLifetime(pair) {} }
        try poll.add(pair.first, .read, token: 1)
        #expect(StreamSocket.send("x", to: pair.second) == .sent(1))
        #expect(try look(poll).count == 1)
        #expect(try look(poll).count == 1)
        #expect(StreamSocket.receiveText(from: pair.first).text == "x")
        #expect(try look(poll).isEmpty)
    }

    @Test func `interest and token can be changed`() throws {
        let poll = try EventPoll()
        let pair = try SocketPairBox()
        defer { withExtendedLifetime(pair) {} }
        try poll.add(pair.first, .read, token: 1)
        #expect(try look(poll).isEmpty)
        try poll.modify(pair.first, [.read, .write], token: 2)
        #expect(try look(poll) == [EventBuffer.Event(token: 2, readiness: .write)])
        #expect(StreamSocket.fill(pair.first) > 0)
        #expect(try look(poll).isEmpty)
    }

    @Test func `a removed descriptor is silent`() throws {
        let poll = try EventPoll()
        let pair = try SocketPairBox()
        defer { withExtendedLifetime(pair) {} }
        try poll.add(pair.first, .write, token: 1)
        try poll.remove(pair.first)
        #expect(try look(poll).isEmpty)
    }

    @Test func `a closed peer hangs up even without interest`() throws {
        let poll = try EventPoll()
        let pair = try SocketPair()
        let first = pair.first
        try poll.add(first.raw, [], token: 1)
        try pair.second.close()
        try StreamSocket.waitForEnd(of: first.raw)
        #expect(try look(poll) == [EventBuffer.Event(token: 1, readiness: .hangUp)])
    }

    @Test func `adding twice and changing what is not there are errors`() throws {
        let poll = try EventPoll()
        let pair = try SocketPairBox()
        defer { withExtendedLifetime(pair) {} }
        try poll.add(pair.first, .read, token: 1)
        let twice = #expect(throws: SystemFailure.self) {
            try poll.add(pair.first, .read, token: 1)
        }
        #expect(twice?.isAlreadyExists == true)
        let missing = #expect(throws: SystemFailure.self) { try poll.remove(pair.second) }
        #expect(missing?.isNotFound == true)
    }

    @Test func `what does not fit into the buffer comes with the next wait`() throws {
        let poll = try EventPoll()
        let pairs = try (0..<5).map { _ in try SocketPairBox() }
        defer { withExtendedLifetime(pairs) {} }
        for (index, pair) in pairs.enumerated() {
            try poll.add(pair.first, .write, token: UInt64(index))
        }
        var events = EventBuffer(capacity: 2)
        var seen: Set<UInt64> = []
        for _ in 0..<5 {
            try poll.wait(into: &events, timeout: .zero)
            #expect(events.count == 2)
            for index in 0..<events.count { seen.insert(events[index].token) }
        }
        #expect(seen == [0, 1, 2, 3, 4])
    }

    @Test func `the poll itself is readable while it has news`() throws {
        let poll = try EventPoll()
        let pair = try SocketPairBox()
        defer { withExtendedLifetime(pair) {} }
        try poll.add(pair.first, .read, token: 1)
        #expect(try !Poll.readable(poll.raw, timeout: .zero))
        #expect(StreamSocket.send("x", to: pair.second) == .sent(1))
        #expect(try Poll.readable(poll.raw, timeout: .zero))
    }

    @Test func `a wait is over when its time is up`() throws {
        var events = EventBuffer(capacity: 1)
        try EventPoll().wait(into: &events, timeout: .milliseconds(1))
        #expect(events.count == 0)
    }

    @Test func `reading past the last event traps`() async {
        await #expect(processExitsWith: .failure) {
            let events = EventBuffer(capacity: 4)
            _ = events[0]
            exit(EXIT_SUCCESS)
        }
    }

    private func look(_ poll: borrowing EventPoll) throws -> [EventBuffer.Event] {
        var events = EventBuffer(capacity: 16)
        try poll.wait(into: &events, timeout: .zero)
        return (0..<events.count).map { events[$0] }
    }
}
