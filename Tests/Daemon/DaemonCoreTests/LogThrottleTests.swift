import Configuration
import TestSupport
import Testing
import Vocabulary

@testable import DaemonCore

@Suite struct LogThrottleTests {
    private static let quiet = LogThrottle.quiet

    /// A log whose lines come at times, and what is written of them.
    private struct Script {
        private var throttle = LogThrottle()
        private(set) var written: [String] = []

        mutating func log(
            _ text: String, _ topic: LogThrottle.Topic = .journal, at now: MonotonicInstant
        ) {
            let entry = LogThrottle.Message(level: .error, text: text)
            if throttle.admits(entry, topic, at: now) { written.append(text) }
        }

        mutating func tick(at now: MonotonicInstant) {
            written += throttle.due(at: now).map(\.text)
        }
    }

    @Test func `of twenty thousand lines the first is written and the rest is counted`() {
        var script = Script()
        for number in 0...20_000 {
            let now = MonotonicInstant.zero + .microseconds(number * 100)
            script.log("no room \(number)", at: now)
            script.tick(at: now)
        }
        #expect(script.written == ["no room 0"])
        script.tick(at: 0 + Self.quiet)
        script.tick(at: 1 + Self.quiet)
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
        script.log("a", at: 0)
        script.log("b", at: 1)
        script.tick(at: 0 + Self.quiet)
        script.log("c", at: 1 + Self.quiet)
        #expect(script.written == ["a", "b"])
        for tick in [Self.quiet * 2, Self.quiet * 3] { script.tick(at: 0 + tick) }
        script.log("d", at: 0 + Self.quiet * 3)
        #expect(script.written == ["a", "b", "c", "d"])
    }

    @Test func `topics do not silence each other`() {
        var script = Script()
        for topic in LogThrottle.Topic.allCases { script.log("\(topic)", topic, at: 0) }
        #expect(script.written.count == LogThrottle.Topic.allCases.count)
    }
}
