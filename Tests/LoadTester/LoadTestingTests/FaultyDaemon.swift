import StreamAudit
import StreamTestSupport
import Vocabulary
import WireProtocol

/// A daemon that exists in virtual time only, until something happens to it.
///
/// It flies two lanes with a statistic a second each.
struct FaultyDaemon {
    enum Fault: String, CaseIterable, Sendable {
        case none
        /// It is gone at once, without a word.
        case killed
        /// It says goodbye to all, and is gone.
        case terminated
        /// It stands still, and its connections stay.
        case stopped
        /// It goes on, slower and slower, and answers.
        case dripping
        /// It is gone, and back after 0.6 s.
        case restarted
    }

    private struct DueLine {
        let due: MonotonicInstant
        let line: StreamLines.Line
    }

    let fault: Fault
    let at: MonotonicInstant
    private let live: [DueLine]
    private let replayed: [DueLine]

    static let lanes = 2
    /// For so long it has lines.
    private static let seconds: Int64 = 20
    private static let absence = Duration.milliseconds(600)
    /// How long after its due time a line is sent.
    private static let lateness = Duration.microseconds(200)
    /// The tick within a second in which a lane's lines are due.
    private static let slots: [Int64] = [0, 21]

    init(_ fault: Fault, at instant: MonotonicInstant) {
        self.fault = fault
        at = instant
        live = Self.lines(late: 50)
        replayed = Self.lines(late: nil)
    }

    /// Whether a connection is let in, or one that there is can be heard on.
    func isThere(at now: MonotonicInstant) -> Bool {
        switch fault {
        case .none, .dripping, .stopped: true
        case .killed, .terminated: now < at
        case .restarted: now < at || now >= at + Self.absence
        }
    }

    /// Whether it reads and answers.
    func answers(at now: MonotonicInstant) -> Bool {
        isThere(at: now) && !(fault == .stopped && now >= at)
    }

    /// Whether it ends all connections in the time from `before` up to `now`.
    func cuts(since before: MonotonicInstant, at now: MonotonicInstant) -> Bool {
        switch fault {
        case .none, .dripping, .stopped: false
        case .killed, .terminated, .restarted: before < at && at <= now
        }
    }

    /// What it says before.
    var farewell: [UInt8]? {
        fault == .terminated ? StreamLines.bye("shutdown") : nil
    }

    /// When a line that is due is sent; nil if it never is.
    private func sent(_ due: MonotonicInstant) -> MonotonicInstant? {
        guard due >= at else { return due + Self.lateness }
        switch fault {
        case .none: return due + Self.lateness
        case .killed, .terminated, .stopped: return nil
        case .dripping: return due + (due - at) * 20 + Self.lateness
        // What fell due meanwhile comes to who resumes.
        case .restarted: return max(due + Self.lateness, at + Self.absence)
        }
    }

    /// The lines that are sent from `before` up to `now`.
    func lines(since before: MonotonicInstant, at now: MonotonicInstant) -> [StreamLines.Line] {
        live.filter { sent($0.due).map { before < $0 && $0 <= now } ?? false }.map(\.line)
    }

    /// The lines behind an anchor that have been sent, as a replay brings them.
    func replay(after position: StreamPosition, at now: MonotonicInstant) -> [StreamLines.Line] {
        replayed.filter {
            $0.line.position > position && sent($0.due).map { $0 <= now } ?? false
        }.map(\.line)
    }

    private static func lines(late: Int64?) -> [DueLine] {
        var maker = StreamLines()
        return (0..<seconds).flatMap { second in
            slots.indices.map { lane in
                let tick = second * FleetDuration.ticksPerSecond + slots[lane]
                let due = StreamLines.origin + .milliseconds(tick * 20)
                let session = SessionName(lane: LaneID(index: lane), lap: 0)
                let line = maker.data(.stat, session, second + 1, tick: tick, late: late)
                return DueLine(due: due, line: line)
            }
        }
    }
}
