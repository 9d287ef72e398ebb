import Testing

@testable import StreamServer

/// Subscriptions that wait for what is worked on for others get no turns for nothing.
@Suite struct RestingTests {
    private let station: Station

    init() throws {
        station = try Station()
        station.source.waiting = Set(0..<100)
    }

    private func wait(_ count: Int) throws -> [Caller] {
        try (0..<count).map { _ in
            let caller = try station.call()
            try station.tell(caller, #"{"op":"subscribe"}"#)
            #expect(try caller.receive().map(\.type) == ["ok"])
            return caller
        }
    }

    @Test func `one that waits is turned once, and nothing is left to do`() throws {
        let callers = try wait(3)
        #expect(station.source.slices == 3)
        #expect(!station.hub.pump())
        station.source.release()
        try station.settle()
        for caller in callers { #expect(try caller.receive().last?.type == "live") }
    }

    @Test func `in every tick one of them is asked`() throws {
        let callers = try wait(3)
        for slices in 4...9 {
            #expect(station.hub.wakeOne())
            try station.settle()
            #expect(station.source.slices == slices)
        }
        // What it waited for has stopped without a word.
        station.source.waiting.remove(1)
        for _ in 0..<3 {
            station.hub.wakeOne()
            try station.settle()
        }
        #expect(try callers[1].receive().last?.type == "live")
        #expect(try callers[0].receive().isEmpty)
    }

    @Test func `who waits is answered meanwhile`() throws {
        let caller = try wait(1)[0]
        #expect(try station.ask(caller, #"{"op":"sessions"}"#).count == 1)
        let answers = try station.ask(caller, #"{"op":"describe"}"#)
        #expect(answers.map(\.type) == ["describe"])
    }

    @Test func `a second subscription of the same connection is worked on`() throws {
        let caller = try wait(1)[0]
        station.source.waiting = [0]
        caller.say(#"{"op":"subscribe","sub":"b"}"# + "\n")
        station.hub.handleEvents()
        for _ in 0..<10 { _ = station.hub.pump() }
        let lines = try caller.receive()
        #expect(lines.map(\.sub) == Array(repeating: "b", count: lines.count))
        #expect(lines.last?.type == "live")
        station.source.release()
        try station.settle()
        #expect(try caller.receive().last?.type == "live")
    }

    @Test func `who leaves while waiting is forgotten`() throws {
        let callers = try wait(3)
        callers[0].hangUp()
        callers[1].say(#"{"op":"unsubscribe"}"# + "\n")
        try station.settle()
        #expect(station.source.abandoned == 2)
        station.source.release()
        try station.settle()
        #expect(try callers[1].receive().map(\.type) == ["ok"])
        #expect(try callers[2].receive().last?.type == "live")
        while station.hub.wakeOne() {}
        try station.settle()
        #expect(station.hub.connections.count == 2)
    }
}
