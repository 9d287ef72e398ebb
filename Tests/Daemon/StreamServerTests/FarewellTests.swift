import LinuxIO
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

@Suite struct FarewellTests {
    private let server: ScriptedHub

    init() throws { server = try ScriptedHub(lanes: 2, padding: 300) }

    @Test func `everyone is told where to go on and let go`() throws {
        let callers = try [server.call(), server.call(#"{"op":"subscribe"}"#), server.call()]
        callers[2].say(#"{"op":"sta"#)
        try server.tick(3)
        server.hub.sayGoodbye()
        #expect(server.hub.isDrained)
        for caller in callers {
            let lines = try server.drain(caller).filter { $0.type != "stat" }
            #expect(lines.map(\.type) == ["bye"])
            #expect(lines.map(\.code) == ["shutdown"])
            let anchor = Anchor(identity: server.source.identity, position: server.source.present)
            #expect(lines.map(\.anchor) == [caller === callers[1] ? anchor.description : nil])
        }
        #expect(server.source.followers.isEmpty)
    }

    @Test func `nobody is greeted any more`() throws {
        server.hub.sayGoodbye()
        let late = try ScriptedClient(server.path)
        #expect(try !server.isReady)
        try server.settle()
        #expect(try late.receive().isEmpty)
        server.beatOnly()
        #expect(try !server.isReady)
    }

    @Test func `a slow reader is sent its gap and its lines before the goodbye`() throws {
        let slow = try server.call()
        try server.narrowNewest(lines: 10, bytes: 1 << 20)
        try server.tell(slow, #"{"op":"subscribe"}"#)
        let quick = try server.call()
        try server.tick(50)
        server.hub.sayGoodbye()
        #expect(!server.hub.isDrained)
        #expect(server.source.followers.isEmpty)
        // Nothing is said behind the goodbye, whatever comes.
        try server.tick(5)
        try server.beat()
        #expect(try server.drain(quick).map(\.type) == ["bye"])
        #expect(!server.hub.isDrained)
        let lines = try server.drain(slow)
        #expect(lines.last?.type == "bye")
        let lost = lines.compactMap { $0.type == "gap" ? $0.lines : nil }.reduce(0, +)
        #expect(lost > 0)
        #expect(lines.count { $0.type == "stat" } + lost == 100)
        #expect(server.hub.isDrained)
    }

    @Test func `whoever is still catching up is not sent to the present`() throws {
        try server.tick(2_000)
        let caller = try server.call()
        try server.tell(caller, #"{"op":"subscribe","after":"start"}"#)
        server.hub.sayGoodbye()
        let lines = try server.drain(caller)
        #expect(lines.last?.type == "bye")
        #expect(lines.last?.anchor == nil)
        #expect(lines.compactMap(\.n).max() ?? 0 < 2_000)
    }

    @Test func `whoever asks too late to be heard is not sent to the present`() throws {
        let caller = try server.call()
        let anchor = Anchor(identity: server.source.identity, position: server.source.present)
        try server.tick(3)
        caller.say(#"{"op":"subscribe","after":"\#(anchor)"}"# + "\n")
        server.hub.sayGoodbye()
        let lines = try server.drain(caller)
        #expect(lines.map(\.type) == ["bye"])
        #expect(lines.map(\.anchor) == [nil])
    }

    @Test func `requests and work that are left over are not answered after the goodbye`() throws {
        server.source.answerSlices = 1_000
        server.source.catchUpSlices = 1_000
        let caller = try server.call()
        caller.say(#"{"op":"sessions"}"# + "\n" + #"{"op":"subscribe","sub":"a"}"# + "\n")
        server.hub.handleEvents()
        _ = server.hub.pump()
        caller.say("status\n")
        server.hub.sayGoodbye()
        try server.settle()
        #expect(try server.drain(caller).map(\.type) == ["ok", "bye"])
        #expect(server.hub.isDrained)
        #expect(server.hub.counters.subscriptions == 0)
    }

    @Test func `whoever does not read its goodbye is closed in the end`() throws {
        let slow = try server.call(#"{"op":"subscribe"}"#)
        try server.tick(400)
        server.hub.sayGoodbye()
        try server.settle()
        #expect(!server.hub.isDrained)
        server.hub.close()
        #expect(server.hub.isDrained)
        #expect(try server.drain(slow).allSatisfy { $0.type != "bye" })
    }

    @Test func `whoever vanishes during the goodbye does not disturb it`() throws {
        let callers = try (0..<6).map { _ in try server.call(#"{"op":"subscribe"}"#) }
        for index in [0, 2, 5] { callers[index].hangUp() }
        server.hub.sayGoodbye()
        #expect(server.hub.isDrained)
        #expect(try server.drain(callers[4]).map(\.type) == ["bye"])
    }

    @Test func `a named client is told on its return`() throws {
        let caller = try server.call()
        _ = try server.ask(caller, #"{"op":"client","name":"ann"}"#)
        server.hub.sayGoodbye()
        let ann = NamedClient(user: .max, name: "ann")
        #expect(server.hub.users.lastByes == [ann: .shutdown])
    }
}
