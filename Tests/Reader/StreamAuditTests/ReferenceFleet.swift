import StreamTestSupport
import TestSupport
import Vocabulary
import WireProtocol

@testable import StreamAudit

/// All the lines of a few random sessions, in order, as a daemon would make them.
struct ReferenceFleet {
    let lines: [StreamLines.Line]
    let lanes: Int

    /// - Parameter ends: whether sessions end and are followed by others of their lane.
    init(_ dice: inout SeededGenerator, kinds: [DataLine.Kind], ticks: Int, ends: Bool) {
        lanes = dice.number(2...6)
        var maker = StreamLines()
        var lines: [StreamLines.Line] = []
        var laps = Array(repeating: 0, count: lanes)
        var numbers = Array(repeating: Int64(0), count: lanes)
        for tick in 1...Int64(ticks) {
            for lane in 0..<lanes {
                let session = SessionName(lane: LaneID(index: lane), lap: laps[lane])
                // The last tick has a line of every session, so that every jump is closed.
                for kind in kinds where tick == ticks || dice.chance(60) {
                    numbers[lane] += 1
                    lines.append(maker.data(kind, session, numbers[lane], tick: tick))
                }
                guard ends, tick < ticks, dice.happens(oneIn: 20) else { continue }
                lines.append(maker.data(.end, session, numbers[lane] + 1, tick: tick))
                laps[lane] += 1
                numbers[lane] = 0
            }
        }
        self.lines = lines
    }
}

/// What comes to a reader, one line each.
enum StreamEvent: Hashable {
    case line(StreamLines.Line, skipped: Int)
    case gap([UInt8])

    var bytes: [UInt8] {
        switch self {
        case .line(let line, let skipped): line.replacing(skipped)
        case .gap(let bytes): bytes
        }
    }

    var isGap: Bool {
        switch self {
        case .line: false
        case .gap: true
        }
    }
}

/// A queue of one reader that loses or replaces lines as the protocol's policies say.
struct ReferenceQueue {
    private struct Waiting {
        var line: StreamLines.Line
        var skipped = 0
    }

    let policy: QueuePolicy
    let limit: Int
    private var waiting: [Waiting] = []
    private var lost: (after: StreamPosition, through: StreamPosition, lines: Int)?
    private var sent: StreamPosition

    init(_ policy: QueuePolicy, limit: Int, after position: StreamPosition) {
        self.policy = policy
        self.limit = limit
        sent = position
    }

    mutating func offer(_ line: StreamLines.Line) {
        var added = Waiting(line: line)
        if policy == .newest, line.kind.measurement != nil,
            let old = waiting.firstIndex(where: {
                $0.line.kind == line.kind && $0.line.session == line.session
            })
        {
            added.skipped = waiting[old].skipped + 1
            waiting.remove(at: old)
        }
        waiting.append(added)
        if waiting.count > limit { drop(waiting.removeFirst()) }
    }

    private mutating func drop(_ dropped: Waiting) {
        lost = (
            lost?.after ?? sent, dropped.line.position, (lost?.lines ?? 0) + 1 + dropped.skipped
        )
    }

    /// Lets so many lines leave.
    mutating func send(_ count: Int) -> [StreamEvent] {
        var events: [StreamEvent] = []
        for _ in 0..<min(count, waiting.count) {
            if let gap = lost {
                events.append(
                    .gap(StreamLines.gap(gap.after, gap.through, Int64(gap.lines))))
                lost = nil
            }
            let next = waiting.removeFirst()
            sent = next.line.position
            events.append(.line(next.line, skipped: next.skipped))
        }
        return events
    }

    /// What a reader of random speed gets of lines; all that waits at the end.
    static func events(
        _ lines: ArraySlice<StreamLines.Line>, _ policy: QueuePolicy,
        after position: StreamPosition, _ dice: inout SeededGenerator
    ) -> [StreamEvent] {
        var queue = ReferenceQueue(policy, limit: dice.number(6...30), after: position)
        var events: [StreamEvent] = []
        var isSlow = false
        for line in lines {
            queue.offer(line)
            if dice.happens(oneIn: 40) { isSlow.toggle() }
            if !isSlow || dice.happens(oneIn: 4) { events += queue.send(isSlow ? 1 : 50) }
        }
        return events + queue.send(.max)
    }
}
