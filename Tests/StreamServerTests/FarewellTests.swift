import LinuxIO
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

@Suite struct FarewellTests {
    private let station: Station

    init() throws { station = try Station(lanes: 2, padding: 300) }

    @Test func `everyone is told where to go on and let go`() throws {
        let callers = try [station.call(), station.call(#"{"op":"subscribe"}"#), station.call()]
        callers[2].say(#"{"op":"sta"#)
        try station.tick(3)
        station.hub.sayGoodbye()
        #expect(station.hub.isDrained)
        for caller in callers {
            let lines = try station.drain(caller).filter { $0.type != "stat" }
            #expect(lines.map(\.type) == ["bye"])
            #expect(lines.map(\.code) == ["shutdown"])
            let anchor = Anchor(identity: station.source.identity, position: station.source.present)
            #expect(lines.map(\.anchor) == [caller === callers[1] ? anchor.description : nil])
        }
        #expect(station.source.followers.isEmpty)
    }

    @Test func `nobody is greeted any more`() throws {
        station.hub.sayGoodbye()
        let late = try Caller(station.path)
        #expect(try !station.isReady)
        try station.settle()
        #expect(try late.receive().isEmpty)
        station.beatOnly()
        #expect(try !station.isReady)
    }

    @Test func `a slow reader is sent its gap and its lines before the goodbye`() throws {
        let slow = try station.call()
        try station.narrowNewest(lines: 10, bytes: 1 << 20)
        try station.tell(slow, #"{"op":"subscribe"}"#)
        let quick = try station.call()
        try station.tick(50)
        station.hub.sayGoodbye()
        #expect(!station.hub.isDrained)
        #expect(station.source.followers.isEmpty)
        // Nothing is said behind the goodbye, whatever comes.
        try station.tick(5)
        try station.beat()
        #expect(try station.drain(quick).map(\.type) == ["bye"])
        #expect(!station.hub.isDrained)
        let lines = try station.drain(slow)
        #expect(lines.last?.type == "bye")
        let lost = lines.compactMap { $0.type == "gap" ? $0.lines : nil }.reduce(0, +)
        #expect(lost > 0)
        #expect(lines.count { $0.type == "stat" } + lost == 100)
        #expect(station.hub.isDrained)
    }

    @Test func `whoever is still catching up is not sent to the present`() throws {
        try station.tick(2_000)
        let caller = try station.call()
        try station.tell(caller, #"{"op":"subscribe","after":"start"}"#)
        station.hub.sayGoodbye()
        let lines = try station.drain(caller)
        #expect(lines.last?.type == "bye")
        #expect(lines.last?.anchor == nil)
        #expect(lines.compactMap(\.n).max() ?? 0 < 2_000)
    }

    @Test func `whoever asks too late to be heard is not sent to the present`() throws {
        let caller = try station.call()
        let anchor = Anchor(identity: station.source.identity, position: station.source.present)
        try station.tick(3)
        caller.say(#"{"op":"subscribe","after":"\#(anchor)"}"# + "\n")
        station.hub.sayGoodbye()
        let lines = try station.drain(caller)
        #expect(lines.map(\.type) == ["bye"])
        #expect(lines.map(\.anchor) == [nil])
    }

    @Test func `requests and work that are left over are not answered after the goodbye`() throws {
        station.source.answerSlices = 1_000
        station.source.replaySlices = 1_000
        let caller = try station.call()
        caller.say(#"{"op":"sessions"}"# + "\n" + #"{"op":"subscribe","sub":"a"}"# + "\n")
        station.hub.handleEvents()
        _ = station.hub.pump()
        caller.say("status\n")
        station.hub.sayGoodbye()
        try station.settle()
        #expect(try station.drain(caller).map(\.type) == ["ok", "bye"])
        #expect(station.hub.isDrained)
        #expect(station.hub.counters.subscriptions == 0)
    }

    @Test func `whoever does not read its goodbye is closed in the end`() throws {
        let slow = try station.call(#"{"op":"subscribe"}"#)
        try station.tick(400)
        station.hub.sayGoodbye()
        try station.settle()
        #expect(!station.hub.isDrained)
        station.hub.close()
        #expect(station.hub.isDrained)
        #expect(try station.drain(slow).allSatisfy { $0.type != "bye" })
    }

    @Test func `whoever vanishes during the goodbye does not disturb it`() throws {
        let callers = try (0..<6).map { _ in try station.call(#"{"op":"subscribe"}"#) }
        for index in [0, 2, 5] { callers[index].hangUp() }
        station.hub.sayGoodbye()
        #expect(station.hub.isDrained)
        #expect(try station.drain(callers[4]).map(\.type) == ["bye"])
    }

    @Test func `a named client is told on its return`() throws {
        let caller = try station.call()
        _ = try station.ask(caller, #"{"op":"client","name":"ann"}"#)
        station.hub.sayGoodbye()
        #expect(station.hub.lastByes == ["ann": .shutdown])
    }
}
