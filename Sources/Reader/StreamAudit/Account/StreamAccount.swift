import Vocabulary
import WireProtocol

/// The account of one subscriber's stream: every line in, every defect found.
///
/// What counts as which ``Defect``:
///
/// - `unaccounted`: a passed number that neither a gap nor `skipped` explains, counted once no
///   later line can explain it, and taken back if its line comes late after all. A gap explains
///   only the numbers that a session's first line behind it passes; `skipped` only numbers of its
///   own session. Under `newest` a jump waits for the lines that may announce it, and a jump that
///   is still open when the connection ends is no defect. A lane that begins its next session
///   without the `end` of the one before lacks a line at least.
/// - `duplicates`: a number that is not above the last of its session, and was not missing.
/// - `outOfOrder`: a new number at or before a place that the stream has passed, one that was
///   missing and comes late, and one behind its session's `end`. A data line, a gap's `through` and
///   the anchors of `live` and `beat` pass a place; those of data and gaps must lie beyond it. A
///   gap that does not explains nothing.
/// - `wrongAnchors`: an anchor that is damaged, of another fleet, not of its line's lane or, parsed
///   in full, not of its line's time; in a line without a number, one before the passed place.
/// - `malformed`: a line that is neither as expected nor, parsed in full, JSON with the fields of
///   its type; or one that, parsed in full, differs from what was found in its bytes, holds a
///   `null` or is a `stat` with an empty object.
/// - `inexactResumes`: a resumption in which the first line of a session was not its next one or a
///   line stood at or before the anchor. Sessions without a line count neither way.
///
/// An account takes some 300 bytes, and 64 to 170 for every lane heard.
package struct StreamAccount: ~Copyable {
    /// What the subscriber must react to; everything else is only counted.
    package enum News: Hashable, Sendable {
        case greeted
        /// The greeting is that of another fleet.
        case strange
        case subscribed
        case live
        /// An `error` line, with its code.
        case refused(String)
        /// A `bye` line, with its code.
        case dismissed(String)
    }

    let scanner: LineScanner
    private let policy: QueuePolicy
    private let measurements: Measurements
    private let parsesInFull: UInt32
    var untilFull: UInt32
    private var partial = PartialLine()
    var numbers: NumberAccount
    /// How many of the missing numbers have been entered into the tally.
    var enteredMissing: Int64 = 0
    /// The position up to which the stream has advanced.
    var passed = StreamPosition(bits: 0)
    /// The position of the last anchor.
    var reached: StreamPosition?
    package internal(set) var isLive = false
    /// The fleet's clock, from the first live line of the connection.
    private var schedule: ScheduleClock?
    /// Whether the next line with a due time sets ``schedule``.
    var seeksSchedule = false
    /// Up to here no line is owed.
    var floor = FleetInstant(ticks: .min)
    var resumption = Resumption.none
    var comparison: Rare<TruthComparison>

    /// - Parameters:
    ///   - identity: the hash that every anchor of the fleet carries, as the greeting writes it.
    ///   - parsesInFull: one of this number of lines is parsed as a whole; traps below 1. It takes
    ///     some ten times as long then, and a few hundred times with a comparison.
    ///   - policy: of the subscription.
    ///   - kinds: of the subscription; all, where it does not matter: under `newest` a jump then
    ///     stays open longer than it need.
    ///   - rules: which lines fall due; nil if it is not to be known which have not come.
    ///   - skipsLaps: whether the fleet flies by the calendar, so that laps may have no session.
    ///   - comparison: is handed every line of data, for which all are parsed as a whole.
    package init(
        identity: String, parsesInFull: Int = 64, policy: QueuePolicy = .dropOldest,
        kinds: Set<LineKind> = Set(LineKind.allCases), rules: DueRules? = nil,
        skipsLaps: Bool = false, comparison: TruthComparison? = nil
    ) {
        precondition(parsesInFull > 0, "one line in \(parsesInFull) to be parsed in full")
        self.policy = policy
        self.parsesInFull = comparison == nil ? UInt32(clamping: parsesInFull) : 1
        untilFull = self.parsesInFull
        scanner = LineScanner(anchors: AnchorReader(identity: identity))
        measurements = Measurements(kinds)
        numbers = NumberAccount(
            policy: policy, measurements: measurements, rules: rules, skipsLaps: skipsLaps)
        self.comparison = Rare(comparison)
    }

    /// The text of the anchor to resume after: the last one that came in order; nil before the
    /// first.
    package var anchor: String? {
        guard let reached else { return nil }
        return scanner.anchors.text(of: reached)
    }

    /// What the comparison with the truth has found; nil without one.
    package var truth: TruthFigures? { comparison.value?.figures }

    /// Begins a connection: the results of the one before stay on the account only when resuming.
    package mutating func connect(resuming: Bool) {
        partial = PartialLine()
        isLive = false
        schedule = nil
        seeksSchedule = numbers.rules != nil
        floor = reached?.instant ?? FleetInstant(ticks: .min)
        if resuming {
            resumption = .asked(reached)
            passed = reached ?? StreamPosition(bits: 0)
            numbers.resume(after: reached)
        } else {
            resumption = .none
            passed = StreamPosition(bits: 0)
            reached = nil
            floor = FleetInstant(ticks: .min)
            numbers = NumberAccount(
                policy: policy, measurements: measurements, rules: numbers.rules,
                skipsLaps: numbers.skipsLaps)
            enteredMissing = 0
        }
    }

    /// Reads bytes as they arrived: whole lines, and pieces of lines.
    ///
    /// - Parameters:
    ///   - received: when they had been read.
    ///   - woken: when the tester began the turn in which it read them.
    ///   - news: is called in order with what the subscriber must react to.
    package mutating func receive(
        _ bytes: UnsafeRawBufferPointer, received: MonotonicInstant, woken: MonotonicInstant,
        into tally: inout AuditTally, news: (News) -> Void
    ) {
        tally.counts.bytes += bytes.count
        var batch = LatencyBatch(received: received, woken: woken)
        var start = 0
        while let end = Newline.offset(in: bytes, from: start) {
            let line = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            start = end + 1
            if partial.isEmpty {
                enter(line, &tally, &batch, news)
            } else {
                enterCompleted(line, &tally, &batch, news)
            }
        }
        if start < bytes.count { keep(UnsafeRawBufferPointer(rebasing: bytes[start...]), &tally) }
        batch.enter(into: &tally)
    }

    /// A line that is too long counts at once: its end may never come.
    private mutating func keep(_ piece: UnsafeRawBufferPointer, _ tally: inout AuditTally) {
        let isKnown = partial.isTooLong
        partial.append(piece, limit: ProtocolLimits.serverLineBytes)
        if partial.isTooLong, !isKnown { tally.counts[.limitViolations] += 1 }
    }

    private mutating func enterCompleted(
        _ piece: UnsafeRawBufferPointer, _ tally: inout AuditTally, _ batch: inout LatencyBatch,
        _ news: (News) -> Void
    ) {
        let isKnown = partial.isTooLong
        guard let line = partial.end(piece, limit: ProtocolLimits.serverLineBytes) else {
            if !isKnown { tally.counts[.limitViolations] += 1 }
            return
        }
        line.withUnsafeBytes { enter($0, &tally, &batch, news) }
    }

    /// Ends a connection. A line that is cut is a defect unless the tester closed the connection.
    package mutating func disconnect(byTester: Bool, into tally: inout AuditTally) {
        if !partial.isEmpty, !byTester { tally.counts[.cutLines] += 1 }
        partial = PartialLine()
        numbers.disconnect()
        judgeResumption(into: &tally)
    }

    /// Settles the account at the end of the run: what is still missing is unaccounted.
    package mutating func close(into tally: inout AuditTally) {
        disconnect(byTester: true, into: &tally)
        enterMissing(into: &tally)
    }

    private mutating func judgeResumption(into tally: inout AuditTally) {
        guard resumption.isGranted else { return resumption = .none }
        resumption = .none
        if numbers.isExact {
            tally.counts.links.exactResumes += 1
        } else {
            tally.counts[.inexactResumes] += 1
        }
    }

    /// Counts a line that is to be parsed in full; O(1).
    mutating func restartInterval() { untilFull = parsesInFull }
}

/// The lines that were due and have not arrived.
extension StreamAccount {
    /// Whether a line that was due by an instant has not arrived. O(lanes).
    package func hasOverdue(through instant: MonotonicInstant) -> Bool {
        var isFound = false
        forEachOverdue(through: instant) { _, _ in
            isFound = true
            return false
        }
        return isFound
    }

    /// Adds the lines that were due by an instant and have not arrived.
    package func addOverdue(through instant: MonotonicInstant, to lines: inout OverdueLines) {
        forEachOverdue(through: instant) { grid, schedule in
            lines.add(grid, schedule)
            return true
        }
    }

    /// Nothing is owed while the subscription catches up, or where a gap has announced the loss.
    private func forEachOverdue(
        through instant: MonotonicInstant, _ body: (DueGrid, ScheduleClock) -> Bool
    ) {
        guard let rules = numbers.rules, isLive else { return }
        let schedule = schedule ?? rules.schedule
        numbers.forEachOverdue(after: floor, through: schedule.instant(at: instant)) {
            body($0, schedule)
        }
    }

    /// Sets the fleet's clock from the due time of a line.
    @inline(never)
    mutating func learnSchedule(from line: DataLine) {
        guard let rules = numbers.rules, line.isInPlace, let due = line.due else { return }
        schedule = ScheduleClock(
            fleetOrigin: line.anchor.position.instant, monotonicOrigin: due,
            speed: rules.schedule.speed)
        seeksSchedule = false
    }
}
