import Vocabulary
import WireProtocol

/// The account of the line numbers of one stream, by session: which lines are new, repeated, late
/// or missing. `Protocol.md` states the rules that it checks.
struct NumberAccount {
    /// What a line's number is to its session.
    enum Verdict: Hashable {
        /// Above the last one. Numbers that it skips without an explanation count in `missing`.
        case new
        /// It has arrived before, or a gap has announced it as lost.
        case duplicate
        /// It was missing, or stands behind its session's `end`.
        case late
    }

    /// Numbers that neither arrived nor were announced as lost, less those that arrived late.
    private(set) var missing: Int64 = 0
    /// Whether the resumption has been exact so far: no line repeated, none left out.
    private(set) var isExact = true
    private let measurements: Measurements
    /// Which lines fall due; nil if the account does not track that.
    let rules: DueRules?
    /// Whether there are rules. A flag of its own, because reading the rules would copy them for
    /// every line.
    private let tracksDue: Bool
    /// Whether a lane need not fly on every lap.
    let skipsLaps: Bool
    private var keepsNewest: Bool
    private var rows = SessionRows()
    private var credits = GapCredits()
    private var holes = Holes()
    private var unannounced = UnannouncedJumps()

    /// - Parameters:
    ///   - measurements: the kinds of the subscription whose lines `newest` may replace.
    ///   - rules: which lines fall due; nil tracks none.
    ///   - skipsLaps: whether the fleet flies by the calendar, so that laps may have no session.
    init(
        policy: QueuePolicy, measurements: Measurements, rules: DueRules? = nil,
        skipsLaps: Bool = false
    ) {
        self.skipsLaps = skipsLaps
        keepsNewest = policy == .newest
        self.rules = rules
        tracksDue = rules != nil
        self.measurements = measurements
    }

    /// Begins a resumption: the first line of each session must follow its last number.
    mutating func resume(after position: StreamPosition?) {
        isExact = true
        rows.awaitAll()
        disconnect()
        // The daemon sends again what those gaps announced as lost behind the anchor.
        if let position { credits.forget(beyond: position) }
    }

    /// Ends a connection. Under `newest` the last replacements stay unannounced, which is no
    /// defect.
    mutating func disconnect() { unannounced.removeAll() }

    /// Notes a session from a snapshot: it flies already, so its first number may be any.
    ///
    /// - Parameter instant: the position of the snapshot in the stream; nil if it is not known.
    mutating func name(_ snapshot: SessionSnapshot, at instant: FleetInstant?) {
        let session = snapshot.session
        let lap = Int32(truncatingIfNeeded: session.lap)
        let index =
            rows.index(of: session.lane)
            ?? rows.insert(SessionRows.Row(lane: session.lane, lap: lap))
        let isNew = rows[index].lap != lap && rows[index].namedLap != lap
        rows[index].namedLap = lap
        guard let rules, let instant else { return }
        if isNew { rows[index].marks.beginNext() }
        rows[index].marks.note(snapshot, at: instant, rules)
    }

    mutating func add(gap lines: Int64, through position: StreamPosition) {
        credits.add(lines, through: position)
    }

    /// Notes a line at or before the anchor of the resumption.
    mutating func noteRepetition() { isExact = false }

    @inline(__always)
    mutating func enter(_ line: DataLine) -> Verdict {
        let lap = Int32(truncatingIfNeeded: line.session.lap)
        if let index = rows.index(of: line.session.lane), rows[index].lap == lap,
            let last = rows[index].n, line.n == last + 1, line.skipped == 0,
            !rows[index].hasEnded, unannounced.isEmpty
        {
            rows[index].n = line.n
            rows[index].gaps = credits.count
            rows[index].isAwaited = false
            rows[index].hasEnded = line.kind == .end
            if tracksDue { mark(line, index) }
            return .new
        }
        return enterIrregular(line, lap)
    }

    /// Notes what a line says about the lines that are due after it.
    @inline(__always)
    private mutating func mark(_ line: DataLine, _ index: Int) {
        guard line.isInPlace else { return }
        guard line.kind == .event, let rules else { return rows[index].marks.note(line) }
        rows[index].marks.noteEvent(line.anchor.position, rules)
    }

    /// Enters a line that does not simply follow the last one of its session.
    @inline(never)
    private mutating func enterIrregular(_ line: DataLine, _ lap: Int32) -> Verdict {
        if line.skipped > 0 { keepsNewest = true }
        let index =
            rows.index(of: line.session.lane)
            ?? rows.insert(SessionRows.Row(n: 0, lane: line.session.lane, lap: lap))
        if lap != rows[index].lap {
            guard lap > rows[index].lap else { return enterPassed(line) }
            beginLap(lap, index)
        }
        if let last = rows[index].n, line.n <= last {
            if rows[index].isAwaited { isExact = false }
            return enterPassed(line)
        }
        if rows[index].hasEnded { return .late }
        enterNew(line, index)
        return .new
    }

    /// Enters a number at or below the last one of its session.
    private mutating func enterPassed(_ line: DataLine) -> Verdict {
        guard let filled = holes.fill(line.session, line.n) else { return .duplicate }
        missing -= filled
        return .late
    }

    /// Whether a lane can pass over laps without a line: by the calendar, and in the books of days.
    private func mayRest(_ lane: LaneID) -> Bool { skipsLaps || lane.isOfBooks }

    /// Begins the next session of a lane. Each session before it must have sent its `end`.
    private mutating func beginLap(_ lap: Int32, _ index: Int) {
        let row = rows[index]
        let old = SessionName(lane: row.lane, lap: Int(row.lap))
        claim(unannounced.end(old), of: old)
        let isNamed = row.namedLap.map { $0 > row.lap } ?? false
        if let last = row.n, !isNamed {
            let passed = mayRest(row.lane) ? 1 : Int64(lap) - Int64(row.lap)
            let ends = passed - (row.hasEnded ? 1 : 0)
            pay(ends, behind: row.gaps, old, last + 1...Int64.max - 1, isAwaited: row.isAwaited)
        }
        rows[index].lap = lap
        if row.namedLap != lap { rows[index].marks.beginNext() }
        rows[index].n = row.namedLap == lap ? nil : 0
        rows[index].hasEnded = false
    }

    /// Explains the numbers between a session's last line and this one.
    private mutating func enterNew(_ line: DataLine, _ index: Int) {
        let row = rows[index]
        // Replacements before the anchor of a resumption are not announced after it.
        let isExcused = row.n == nil || row.isAwaited && keepsNewest
        let jump = isExcused ? 0 : line.n - (row.n ?? 0) - 1
        explain(jump, line, row)
        rows[index].n = line.n
        rows[index].gaps = credits.count
        rows[index].isAwaited = false
        rows[index].hasEnded = line.kind == .end
        if tracksDue { mark(line, index) }
    }

    private mutating func explain(_ jump: Int64, _ line: DataLine, _ row: SessionRows.Row) {
        let awaited = measurements.subtracting(line.kind.measurement ?? [])
        let owed = jump - line.skipped
        if keepsNewest, unannounced.holds(line.session) || owed > 0 && !awaited.isEmpty {
            claim(
                unannounced.enter(line, jump: jump, gaps: row.gaps, awaited: measurements),
                of: line.session)
        } else if owed > 0 {
            pay(
                owed, behind: row.gaps, line.session, line.n - jump...line.n - 1,
                isAwaited: row.isAwaited)
        }
    }

    private mutating func claim(_ claim: UnannouncedJumps.Claim?, of session: SessionName) {
        guard let claim else { return }
        pay(claim.lines, behind: claim.gaps, session, claim.numbers, isAwaited: false)
    }

    /// Explains skipped numbers by gaps; what no gap explains is missing.
    private mutating func pay(
        _ lines: Int64, behind gaps: UInt32, _ session: SessionName,
        _ numbers: ClosedRange<Int64>, isAwaited: Bool
    ) {
        guard lines > 0 else { return }
        let owed = credits.pay(lines, behind: gaps)
        guard owed > 0 else { return }
        missing += owed
        if isAwaited { isExact = false }
        holes.add(session, numbers, owed: owed)
    }
}

extension NumberAccount {
    /// Calls `body` with the lines that were due and have not arrived, by session and kind, until
    /// it returns false. O(lanes).
    ///
    /// - Parameters:
    ///   - floor: lines at or before it are not owed.
    ///   - instant: the last instant that counts.
    func forEachOverdue(
        after floor: FleetInstant, through instant: FleetInstant, _ body: (DueGrid) -> Bool
    ) {
        guard let rules else { return }
        rows.forEach { row in
            let overdue = row.marks.overdue(rules, after: floor, through: instant)
            guard overdue.statistics.map(body) ?? true else { return false }
            return overdue.samples.map(body) ?? true
        }
    }
}
