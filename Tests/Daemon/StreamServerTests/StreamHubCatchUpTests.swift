import Testing

@testable import StreamServer

/// What takes work: it is done in slices, in turns, at the reader's pace.
@Suite struct StreamHubCatchUpTests {
    @Test func `the source is told of a catch-up that ends before the present`() throws {
        let server = try ScriptedHub()
        server.source.catchUpSlices = 1_000
        let caller = try server.call()
        caller.say(#"{"op":"subscribe"}"# + "\n" + #"{"op":"subscribe","sub":"a"}"# + "\n")
        server.hub.handleEvents()
        caller.say(#"{"op":"unsubscribe"}"# + "\n")
        server.hub.handleEvents()
        #expect(server.source.abandoned == 1)
        caller.hangUp()
        try server.settle()
        #expect(server.source.abandoned == 2)
    }

    private let server: ScriptedHub

    init() throws { server = try ScriptedHub() }

    /// Lets the hub hear what was said and work for so many turns.
    private func pump(_ turns: Int) throws {
        while try server.isReady { server.hub.handleEvents() }
        for _ in 0..<turns { _ = server.hub.pump() }
    }

    @Test func `one turn is one slice of one catch-up`() throws {
        server.source.catchUpSlices = 4
        let callers = try (0..<3).map { _ in try server.call() }
        for caller in callers {
            for sub in 0..<5 { caller.say(#"{"op":"subscribe","sub":"s\#(sub)"}"# + "\n") }
        }
        try pump(0)
        let before = server.source.slices
        for turn in 1...20 {
            #expect(server.hub.pump())
            #expect(server.source.slices == before + turn)
        }
    }

    @Test func `connections and their subscriptions take turns`() throws {
        server.source.catchUpSlices = 10
        let long = try server.call()
        for sub in 0..<4 { long.say(#"{"op":"subscribe","sub":"s\#(sub)"}"# + "\n") }
        try pump(0)
        server.source.catchUpSlices = 0
        let short = try server.call(#"{"op":"subscribe"}"#)
        // Its turn came although the other had much left to do.
        #expect(try short.receive().isEmpty)
        try server.settle()
        let live = try long.receive().filter { $0.type == "live" }
        #expect(Set(live.map(\.sub)) == ["s0", "s1", "s2", "s3"])
    }

    @Test func `a long catch-up does not hold up another of the same connection`() throws {
        let server = try ScriptedHub(lanes: 1, padding: 500)
        try server.tick(2_000)
        let caller = try server.call()
        caller.say(#"{"op":"subscribe","sub":"long","after":"start"}"# + "\n")
        caller.say(#"{"op":"subscribe","sub":"short"}"# + "\n")
        let lines = try server.read(caller, upTo: "live", atMost: 20_000)
        #expect(lines.last { $0.type == "live" }?.sub == "short")
    }

    @Test func `a catch-up waits for its reader`() throws {
        let server = try ScriptedHub(lanes: 1, padding: 500)
        try server.tick(3_000)
        let caller = try server.call()
        try server.tell(caller, #"{"op":"subscribe","after":"start"}"#)
        let slices = server.source.slices
        #expect(!server.hub.pump())
        #expect(slices < 12)
        #expect(try server.newestPeer.outbox.byteCount < 1 << 17)
        let lines = try server.drain(caller)
        #expect(lines.compactMap(\.n) == Array(1...3_000))
        #expect(lines.last?.type == "live")
        #expect(server.hub.counters.lines.linesLost == 0)
    }

    @Test func `a catch-up that waits for its reader goes live where the ticks are`() throws {
        let server = try ScriptedHub(lanes: 1, padding: 500)
        try server.tick(1_000)
        let caller = try server.call()
        try server.tell(caller, #"{"op":"subscribe","after":"start"}"#)
        try server.tick(50)
        var lines = try server.read(caller, upTo: "live", atMost: 30_000, isTicking: true)
        lines += try server.drain(caller)
        #expect(lines.compactMap(\.n) == Array(1...server.source.now))
    }

    @Test func `an ended catch-up costs no more work`() throws {
        server.source.catchUpSlices = 1_000
        let caller = try server.call()
        caller.say(#"{"op":"subscribe","sub":"a"}"# + "\n")
        try pump(5)
        caller.say(#"{"op":"unsubscribe","sub":"a"}"# + "\n")
        try pump(0)
        let slices = server.source.slices
        try server.settle()
        #expect(server.source.slices == slices)
        #expect(try caller.receive().map(\.type) == ["ok", "ok"])
    }

    @Test func `answers and catch-ups of one connection take turns`() throws {
        server.source.answerSlices = 50
        server.source.catchUpSlices = 3
        let caller = try server.call()
        for id in 1...10 { caller.say(#"{"id":\#(id),"op":"sessions"}"# + "\n") }
        caller.say(#"{"op":"subscribe"}"# + "\n")
        try server.settle()
        let lines = try caller.receive()
        #expect(lines.filter { $0.type == "sessions" }.compactMap(\.id) == Array(1...10))
        let live = try #require(lines.firstIndex { $0.type == "live" })
        let answered = try #require(lines.firstIndex { $0.id == 1 })
        #expect(live < answered)
    }

    @Test func `a subscription that goes live while another waits has all its lines`() throws {
        server.source.catchUpSlices = 30
        let caller = try server.call()
        caller.say(#"{"op":"subscribe","sub":"slow","after":"start"}"# + "\n")
        try pump(1)
        server.source.catchUpSlices = 0
        caller.say(#"{"op":"subscribe","sub":"quick"}"# + "\n")
        try pump(3)
        var lines: [JSONLine] = []
        for _ in 0..<20 {
            server.source.tick()
            server.hub.publish()
            try pump(1)
            lines += try caller.receive()
        }
        try server.settle()
        lines += try caller.receive()
        for sub in ["slow", "quick"] {
            let numbers = lines.filter { $0.sub == sub && $0.session == "s1.0" }.compactMap(\.n)
            #expect(numbers == Array(1...20), "\(sub)")
        }
    }
}
