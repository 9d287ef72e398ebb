import StreamAudit
import Vocabulary
import WireProtocol

/// Makes the lines of a stream with the encoders of the daemon.
package struct StreamLines: ~Copyable {
    package static let identity = IdentityHash(bits: 7)
    package static let epoch = FleetInstant(ticks: 0) + .seconds(1_767_225_600)
    /// The lines of ``epoch`` are due then.
    package static let origin = MonotonicInstant(microseconds: 5_000_000)

    /// A data line and what it says.
    package struct Line: Hashable {
        package var kind: DataLine.Kind
        package var session: SessionName
        package var n: Int64
        package var position: StreamPosition
        /// Without its newline.
        package var bytes: [UInt8]

        package func replacing(_ skipped: Int) -> [UInt8] {
            var text = LineBuffer()
            text.append("{")
            if skipped > 0 { text.appendSkipped(skipped) }
            text.append(bytes: bytes[1...])
            return text.bytes
        }
    }

    package init() {}

    private var writer = DataLineWriter(identity: identity)
    private let schedule = ScheduleClock(
        fleetOrigin: epoch, monotonicOrigin: origin, speed: .realTime)

    package static func anchor(_ position: StreamPosition) -> Anchor {
        Anchor(identity: identity, position: position)
    }

    package static func position(
        _ tick: Int64, lane: LaneID = LaneID(index: 0), _ rank: StreamPosition.Rank = .stat
    ) -> StreamPosition {
        StreamPosition(epoch + FleetDuration(ticks: tick), lane: lane, rank)
    }

    /// - Parameter late: nil for a line that is replayed.
    package mutating func data(
        _ kind: DataLine.Kind = .stat, _ session: SessionName, _ n: Int64, tick: Int64,
        late: Int64? = 50, rank: StreamPosition.Rank? = nil
    ) -> Line {
        let position = Self.position(
            tick, lane: session.flownLane,
            rank ?? (session.isBook && kind == .end ? .dayEnd : Self.rank(kind)))
        writer.clock = LineClock(
            schedule: schedule,
            tickBegan: late.map { schedule.due(position.instant) + .microseconds($0) })
        writer.block.removeAll()
        writer.begin(Self.type(kind), session, n: n, at: position)
        writer.appendWord("phase", "cruise")
        writer.end()
        return Line(
            kind: kind, session: session, n: n, position: position,
            bytes: writer.block.bytes.bytes.dropLast())
    }

    package static func live(_ position: StreamPosition) -> [UInt8] {
        line { $0.appendLive(anchor: anchor(position)) }
    }

    package static func gap(_ after: StreamPosition, _ through: StreamPosition, _ lines: Int64)
        -> [UInt8]
    {
        line { $0.appendGap(after: anchor(after), through: anchor(through), lines: lines) }
    }

    package static func subscribed(_ position: StreamPosition) -> [UInt8] {
        var text = LineBuffer()
        OkLine.append(id: nil, to: &text) {
            $0.appendField("anchor", anchor(position).description)
        }
        return text.bytes.dropLast()
    }

    /// - Parameter start: ticks behind ``epoch``.
    package static func snapshot(
        _ session: SessionName, source: String = "simulated", state: String = "flying",
        start: Int64 = 0
    ) -> [UInt8] {
        let time = CalendarTime(microseconds: (epoch + FleetDuration(ticks: start)).microseconds)
        let head = #"{"type":"snapshot","session":"\#(session)","source":"\#(source)""#
        let facts = #","state":"\#(state)","phase":"climb","since":"\#(time)","start":"\#(time)"}"#
        return Array((head + facts).utf8)
    }

    package static func hello(_ identity: IdentityHash = identity) -> [UInt8] {
        Array(#"{"type":"hello","proto":"1.0","identity":"\#(identity)"}"#.utf8)
    }

    package static func bye(_ code: String) -> [UInt8] {
        Array(#"{"type":"bye","code":"\#(code)"}"#.utf8)
    }

    /// An event, which its rank says.
    package mutating func event(
        _ rank: StreamPosition.Rank, _ session: SessionName, _ n: Int64, tick: Int64
    ) -> Line {
        data(.event, session, n, tick: tick, rank: rank)
    }

    /// A line of a subscription, without its newline.
    private static func line(_ body: (inout LineBuffer) -> Void) -> [UInt8] {
        var text = LineBuffer()
        text.append("{")
        body(&text)
        return text.bytes.dropLast()
    }

    private static func rank(_ kind: DataLine.Kind) -> StreamPosition.Rank {
        switch kind {
        case .sample: .sample
        case .truth: .truth
        case .stat: .stat
        case .phase: .phase
        case .advisory: .advisory
        case .event: .start
        case .entry: .entry
        case .end: .end
        }
    }

    private static func type(_ kind: DataLine.Kind) -> StaticString {
        switch kind {
        case .sample: "sample"
        case .truth: "truth"
        case .stat: "stat"
        case .phase: "phase"
        case .advisory: "advisory"
        case .event: "event"
        case .entry: "entry"
        case .end: "end"
        }
    }
}
