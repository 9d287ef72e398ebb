import Configuration
import Testing

@testable import DaemonCore

@Suite struct LogThrottleTests {
    private static let quiet = LogThrottle.quietMicroseconds

    /// A log whose lines come at times, and what is written of them.
    private struct Script {
        private var throttle = LogThrottle()
        private(set) var written: [String] = []

        mutating func log(
            _ text: String, _ topic: LogThrottle.Topic = .journal, at now: Int64
        ) {
            let entry = LogThrottle.Entry(level: .error, text: text)
            if throttle.admits(entry, topic, at: now) { written.append(text) }
        }

        mutating func tick(at now: Int64) { written += throttle.due(at: now).map(\.text) }
    }

    @Test func `of twenty thousand lines the first is written and the rest is counted`() {
        var script = Script()
        for number in 0...20_000 {
            script.log("no room \(number)", at: Int64(number) * 100)
            script.tick(at: Int64(number) * 100)
        }
        #expect(script.written == ["no room 0"])
        script.tick(at: Self.quiet)
        script.tick(at: Self.quiet + 1)
        #expect(
            script.written.dropFirst()
                == ["20000 times within 10 s, the last time: no room 20000"])
    }

    @Test func `one that was left out is told as it was`() {
        var script = Script()
        script.log("first", at: 5)
        script.log("second", at: 6)
        script.tick(at: 5 + Self.quiet)
        #expect(script.written == ["first", "second"])
    }

    @Test func `after a summary the next is counted again, after silence it is written`() {
        var script = Script()
        for (text, time) in [("a", 0), ("b", 1)] { script.log(text, at: Int64(time)) }
        script.tick(at: Self.quiet)
        script.log("c", at: Self.quiet + 1)
        #expect(script.written == ["a", "b"])
        for tick in [Self.quiet * 2, Self.quiet * 3] { script.tick(at: tick) }
        script.log("d", at: Self.quiet * 3)
        #expect(script.written == ["a", "b", "c", "d"])
    }

    @Test func `topics do not silence each other`() {
        var script = Script()
        for topic in LogThrottle.Topic.allCases { script.log("\(topic)", topic, at: 0) }
        #expect(script.written.count == LogThrottle.Topic.allCases.count)
    }
}
