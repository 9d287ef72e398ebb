import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamServer

/// Subscriptions to which lanes come one by one.
@Suite struct StreamHubArrivalTests {
    private let server: ScriptedHub
    private let caller: ScriptedClient

    init() throws {
        server = try ScriptedHub(lanes: 3)
        caller = try server.call()
    }

    /// Subscribes under a name; none of the lanes has come.
    private func subscribe(
        _ name: String = "a", _ fields: String = "", feed: FeedID = 0
    ) throws -> UnseenLanes {
        server.source.waiting.insert(feed)
        caller.say(#"{"op":"subscribe","sub":"\#(name)"\#(fields)}"# + "\n")
        try server.settle()
        let unseen = server.source.beginArrival(of: feed)
        // A turn is of one subscription, and the other's may come first.
        for _ in 0...feed.row {
            server.source.release()
            try server.settle()
        }
        return unseen
    }

    private func sessions(_ name: String = "a") throws -> [String?] {
        try caller.receive().filter { $0.sub == name && $0.type == "stat" }.map(\.session)
    }

    @Test func `lines of a lane come once it has come, before the subscription is live`() throws {
        let unseen = try subscribe()
        try server.tick(2)
        #expect(try caller.receive().allSatisfy { $0.type != "stat" && $0.type != "live" })
        unseen.lanes.remove(1)
        try server.tick()
        #expect(try sessions() == ["s1.0"])
        unseen.lanes.remove(0)
        unseen.lanes.remove(2)
        server.source.release()
        try server.settle()
        #expect(try caller.receive().map(\.type) == ["live"])
        try server.tick()
        #expect(try sessions() == ["s0.0", "s1.0", "s2.0"])
    }

    @Test func `subscriptions of one connection come each for itself, and rest`() throws {
        let first = try subscribe()
        let second = try subscribe("b", #","select":{"session":["s0","s2"]}"#, feed: 1)
        first.lanes.remove(0)
        second.lanes.remove(2)
        second.lanes.remove(1)
        try server.tick()
        let lines = try caller.receive().filter { $0.type == "stat" }
        #expect(lines.map(\.sub) == ["a", "b"] && lines.map(\.session) == ["s0.0", "s2.0"])
        second.lanes.remove(0)
        for _ in 0..<2 {
            server.source.release()
            try server.settle()
        }
        #expect(try caller.receive().map(\.type) == ["live"])
        try server.tick()
        let more = try caller.receive().filter { $0.type == "stat" }
        #expect(more.filter { $0.sub == "b" }.map(\.session) == ["s0.0", "s2.0"])
        #expect(more.filter { $0.sub == "a" }.map(\.session) == ["s0.0"])
    }

    @Test(arguments: [true, false])
    func `who leaves before all have come leaves nothing behind`(byRequest: Bool) throws {
        let unseen = try subscribe()
        unseen.lanes.remove(1)
        try server.tick()
        #expect(server.source.followers == [1: 1])
        if byRequest {
            caller.say(#"{"op":"unsubscribe","sub":"a"}"# + "\n")
        } else {
            caller.hangUp()
        }
        try server.settle()
        try server.tick()
        #expect(server.source.followers.isEmpty)
    }

    @Test func `who waits is told how far it is, once a second`() throws {
        _ = try subscribe()
        _ = try caller.receive()
        server.source.progress = CatchUpProgress(lanes: 3, lanesToCome: 2, secondsLeft: 1.26)
        var told: [String] = []
        for look in 1...40 as ClosedRange<Int64> {
            server.hub.tellProgress(at: .zero + .milliseconds(look * 100))
            told += try caller.receive().map(\.text)
        }
        #expect(
            told
                == Array(
                    repeating: #"{"sub":"a","type":"progress","lanes":1,"lanes_to_come":2,"#
                        + #""seconds_left":1.2}"#,
                    count: 3))
    }

    @Test func `a line of progress is read as it was written`() throws {
        var line = LineBuffer()
        let progress = CatchUpProgress(lanes: 100_000, lanesToCome: 58_790, secondsLeft: 27.4)
        line.append("{")
        line.append(progress)
        let value = try #require(JSONValue(line: Array(line.text.utf8)[...].dropLast()))
        #expect(CatchUpProgress(value) == progress)
        #expect(progress.text == "41210 of 100000 sessions here, about 28 s left")
        for text in [
            #"{"type":"progress","lanes":1}"#, #"{"type":"progress","lanes":-1,"lanes_to_come":2}"#,
            #"{"type":"progress","lanes":9223372036854775807,"lanes_to_come":9223372036854775807}"#,
            #"{"type":"live","lanes":1,"lanes_to_come":2}"#,
        ] {
            let value = try #require(JSONValue(line: Array(text.utf8)[...]))
            #expect(CatchUpProgress(value) == nil, "\(text)")
        }
    }
}
