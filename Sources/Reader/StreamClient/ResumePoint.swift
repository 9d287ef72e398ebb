import Vocabulary
import WireProtocol

/// Where a client resumes after a reconnect: strictly after the last line that it has handled.
package struct ResumePoint {
    private let beginning: StreamStart
    /// Where the daemon let the stream begin.
    private var origin: Anchor?
    /// The last line with an anchor. The anchor is parsed only when it is asked for: most lines are
    /// never resumed from.
    private var line: [UInt8] = []

    /// - Parameter beginning: what was asked for at first.
    package init(_ beginning: StreamStart) { self.beginning = beginning }

    /// Notes the daemon's answer to a subscription. Only the first answer says where the stream
    /// begins.
    package mutating func begin(_ answer: ArraySlice<UInt8>) {
        if origin == nil { origin = Self.anchor(in: answer) }
    }

    /// Notes a line with an anchor that has been handled.
    package mutating func finish(_ line: ArraySlice<UInt8>) {
        self.line.removeAll(keepingCapacity: true)
        self.line.append(contentsOf: line)
    }

    /// Notes that every line up to an anchor has been handled.
    package mutating func finish(_ anchor: Anchor) {
        line.removeAll(keepingCapacity: true)
        origin = anchor
    }

    /// The anchor to resume after; nil while it is not known where the stream begins.
    package var anchor: Anchor? {
        if let finished = Self.anchor(in: line[...]) ?? origin { return finished }
        guard case .after(let anchor) = beginning else { return nil }
        return anchor
    }

    /// What a request says in `after`; nil begins now.
    package var after: String? {
        anchor?.description ?? beginning.text
    }

    private static func anchor(in line: ArraySlice<UInt8>) -> Anchor? {
        JSONValue(line: line)?["anchor"]?.text.flatMap { try? Anchor(parsing: $0) }
    }
}

/// The wait before the next attempt to connect: exponential back-off with a cap, and with jitter,
/// so that the clients of a restarted daemon do not all connect at once.
package struct ReconnectDelay {
    package static let first = Duration.milliseconds(500)
    package static let longest = Duration.seconds(15)

    /// The number of the next attempt, from 1.
    package private(set) var attempt = 1

    package init() {}

    package mutating func succeed() { attempt = 1 }

    /// The wait before the next attempt, which is then counted: between half and all of 0.5, 1,
    /// 2, ... 15 seconds.
    ///
    /// - Parameter chance: 64 random bits.
    package mutating func next(chance: UInt64) -> Duration {
        let doublings = min(attempt - 1, 10)
        let whole = min(Self.first * (1 << doublings), Self.longest)
        attempt += 1
        let choices = UInt64(whole.wholeMilliseconds) / 2 + 1
        return whole - .milliseconds(Int64(chance % choices))
    }
}
