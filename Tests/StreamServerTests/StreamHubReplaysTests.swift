import Testing

@testable import StreamServer

/// What takes work: it is done in slices, in turns, at the reader's pace.
@Suite struct StreamHubReplaysTests {
    @Test func `the source is told of a replay that ends before it stands at the present`() throws {
        let station = try Station()
        station.source.replaySlices = 1_000
        let caller = try station.call()
        caller.say(#"{"op":"subscribe"}"# + "\n" + #"{"op":"subscribe","sub":"a"}"# + "\n")
        station.hub.handleEvents()
        caller.say(#"{"op":"unsubscribe"}"# + "\n")
        station.hub.handleEvents()
        #expect(station.source.abandoned == 1)
        caller.hangUp()
        try station.settle()
        #expect(station.source.abandoned == 2)
    }

    private let station: Station

    init() throws { station = try Station() }

    /// Lets the hub hear what was said and work for so many turns.
    private func pump(_ turns: Int) throws {
        while try station.isReady { station.hub.handleEvents() }
        for _ in 0..<turns { _ = station.hub.pump() }
    }

    @Test func `one turn is one slice of one replay`() throws {
        station.source.replaySlices = 4
        let callers = try (0..<3).map { _ in try station.call() }
        for caller in callers {
            for sub in 0..<5 { caller.say(#"{"op":"subscribe","sub":"s\#(sub)"}"# + "\n") }
        }
        try pump(0)
        let before = station.source.slices
        for turn in 1...20 {
            #expect(station.hub.pump())
            #expect(station.source.slices == before + turn)
        }
    }

    @Test func `connections and their subscriptions take turns`() throws {
        station.source.replaySlices = 10
        let long = try station.call()
        for sub in 0..<4 { long.say(#"{"op":"subscribe","sub":"s\#(sub)"}"# + "\n") }
        try pump(0)
        station.source.replaySlices = 0
        let short = try station.call(#"{"op":"subscribe"}"#)
        // Its turn came although the other had much left to do.
        #expect(try short.receive().isEmpty)
        try station.settle()
        let live = try long.receive().filter { $0.type == "live" }
        #expect(Set(live.map(\.sub)) == ["s0", "s1", "s2", "s3"])
    }

    @Test func `a long replay does not hold up another of the same connection`() throws {
        let station = try Station(lanes: 1, padding: 500)
        try station.tick(2_000)
        let caller = try station.call()
        caller.say(#"{"op":"subscribe","sub":"long","after":"start"}"# + "\n")
        caller.say(#"{"op":"subscribe","sub":"short"}"# + "\n")
        let lines = try station.read(caller, upTo: "live", atMost: 20_000)
        #expect(lines.last { $0.type == "live" }?.sub == "short")
    }

    @Test func `a replay waits for its reader`() throws {
        let station = try Station(lanes: 1, padding: 500)
        try station.tick(3_000)
        let caller = try station.call()
        try station.tell(caller, #"{"op":"subscribe","after":"start"}"#)
        let slices = station.source.slices
        #expect(!station.hub.pump())
        #expect(slices < 12)
        #expect(try station.newestPeer.outbox.byteCount < 1 << 17)
        let lines = try station.drain(caller)
        #expect(lines.compactMap(\.n) == Array(1...3_000))
        #expect(lines.last?.type == "live")
        #expect(station.hub.counters.lines.linesLost == 0)
    }

    @Test func `a replay that waits for its reader goes live where the ticks have got to`() throws {
        let station = try Station(lanes: 1, padding: 500)
        try station.tick(1_000)
        let caller = try station.call()
        try station.tell(caller, #"{"op":"subscribe","after":"start"}"#)
        try station.tick(50)
        var lines = try station.read(caller, upTo: "live", atMost: 30_000, isTicking: true)
        lines += try station.drain(caller)
        #expect(lines.compactMap(\.n) == Array(1...station.source.now))
    }

    @Test func `an ended replay costs no more work`() throws {
        station.source.replaySlices = 1_000
        let caller = try station.call()
        caller.say(#"{"op":"subscribe","sub":"a"}"# + "\n")
        try pump(5)
        caller.say(#"{"op":"unsubscribe","sub":"a"}"# + "\n")
        try pump(0)
        let slices = station.source.slices
        try station.settle()
        #expect(station.source.slices == slices)
        #expect(try caller.receive().map(\.type) == ["ok", "ok"])
    }

    @Test func `answers and replays of one connection take turns`() throws {
        station.source.answerSlices = 50
        station.source.replaySlices = 3
        let caller = try station.call()
        for id in 1...10 { caller.say(#"{"id":\#(id),"op":"sessions"}"# + "\n") }
        caller.say(#"{"op":"subscribe"}"# + "\n")
        try station.settle()
        let lines = try caller.receive()
        #expect(lines.filter { $0.type == "sessions" }.compactMap(\.id) == Array(1...10))
        let live = try #require(lines.firstIndex { $0.type == "live" })
        let answered = try #require(lines.firstIndex { $0.id == 1 })
        #expect(live < answered)
    }

    @Test func `a subscription that goes live while another waits has all its lines`() throws {
        station.source.replaySlices = 30
        let caller = try station.call()
        caller.say(#"{"op":"subscribe","sub":"slow","after":"start"}"# + "\n")
        try pump(1)
        station.source.replaySlices = 0
        caller.say(#"{"op":"subscribe","sub":"quick"}"# + "\n")
        try pump(3)
        var lines: [JSONLine] = []
        for _ in 0..<20 {
            station.source.tick()
            station.hub.publish()
            try pump(1)
            lines += try caller.receive()
        }
        try station.settle()
        lines += try caller.receive()
        for sub in ["slow", "quick"] {
            let numbers = lines.filter { $0.sub == sub && $0.session == "s1.0" }.compactMap(\.n)
            #expect(numbers == Array(1...20), "\(sub)")
        }
    }
}
