import WireProtocol

/// Where a following client goes on when it comes back: strictly after the last line that it has
/// finished with.
package struct ResumePoint {
    private let beginning: StreamStart
    /// Where the daemon let the stream begin.
    private var origin: Anchor?
    /// The last line that has an anchor; read only when somebody asks for it.
    private var line: [UInt8] = []

    /// - Parameter beginning: what was asked for at first.
    package init(_ beginning: StreamStart) { self.beginning = beginning }

    /// Takes the daemon's answer to a subscription. Only the first says where the stream begins.
    package mutating func begin(_ answer: ArraySlice<UInt8>) {
        if origin == nil { origin = Self.anchor(in: answer) }
    }

    /// Takes a line that has an anchor, and of which nothing is left to be done.
    package mutating func finish(_ line: ArraySlice<UInt8>) {
        self.line.removeAll(keepingCapacity: true)
        self.line.append(contentsOf: line)
    }

    /// Behind what has been finished; nil while it is not known where the stream begins.
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

/// How long to wait before the next attempt to connect: doubling, capped, and jittered so that the
/// clients of a daemon that comes back do not all knock at once.
package struct ReconnectDelay {
    package static let firstMilliseconds: Int64 = 500
    package static let longestMilliseconds: Int64 = 15_000

    /// The number of the next attempt, from 1.
    package private(set) var attempt = 1

    package init() {}

    package mutating func succeed() { attempt = 1 }

    /// The wait before the next attempt, which is then counted: between half and all of 0.5, 1,
    /// 2, ... 15 seconds.
    ///
    /// - Parameter chance: 64 random bits.
    package mutating func next(chance: UInt64) -> Int64 {
        let doublings = min(attempt - 1, 10)
        let whole = min(Self.firstMilliseconds << doublings, Self.longestMilliseconds)
        attempt += 1
        return whole - Int64(chance % UInt64(whole / 2 + 1))
    }
}
