import Vocabulary
import WireProtocol

/// The effect of each type of line on the account.
extension StreamAccount {
    @inline(__always)
    mutating func enter(
        _ line: UnsafeRawBufferPointer, _ tally: inout AuditTally, _ batch: inout LatencyBatch,
        _ news: (News) -> Void
    ) {
        guard line.count <= ProtocolLimits.serverLineBytes else {
            tally.counts[.limitViolations] += 1
            return
        }
        untilFull -= 1
        guard untilFull > 0, let scanned = scanner.scan(line) else {
            return enterInFull(line, &tally, &batch, news)
        }
        if case .data(let data) = scanned {
            enter(data, &tally, &batch)
        } else {
            enter(scanned, &tally, &batch, news)
        }
    }

    /// Parses a line in full, and compares the result with that of the scanner.
    @inline(never)
    private mutating func enterInFull(
        _ line: UnsafeRawBufferPointer, _ tally: inout AuditTally, _ batch: inout LatencyBatch,
        _ news: (News) -> Void
    ) {
        if untilFull == 0 { restartInterval() }
        tally.counts.parsedInFull += 1
        let scanned = scanner.scan(line)
        let walked = comparison.isEmpty ? walk(line, scanned) : nil
        let (whole, value) =
            walked.map { ($0, nil) } ?? LineParser(anchors: scanner.anchors).read(line)
        if whole.line == nil || scanned != nil && scanned != whole.line {
            tally.counts[.malformed] += 1
        }
        if !whole.isOnTime { tally.counts[.wrongAnchors] += 1 }
        // A line that is damaged behind its number has come all the same.
        guard let entered = scanned ?? whole.line else { return }
        if let value, case .data(let data) = entered { compare(value, data) }
        enter(entered, &tally, &batch, news)
    }

    /// Nil for a line that must be parsed in full.
    private func walk(_ line: UnsafeRawBufferPointer, _ scanned: ServerLine?) -> WholeLine? {
        scanned == nil ? nil : LineWalk.read(line, scanner.anchors)
    }

    private mutating func compare(_ value: JSONValue, _ data: DataLine) {
        guard data.isInPlace else { return }
        comparison.update { $0.enter(value, of: data.session, at: data.anchor.position.instant) }
    }

    @inline(__always)
    private mutating func enter(
        _ line: DataLine, _ tally: inout AuditTally, _ batch: inout LatencyBatch
    ) {
        tally.counts.lines += 1
        if let due = line.due, let late = line.late {
            // Live wherever it stands: lanes may come before others that are still on their way.
            if due <= tally.measuresThrough { batch.add(due: due, late: late, into: &tally) }
        } else if !isLive {
            tally.counts.replayed += 1
        }
        if seeksSchedule { learnSchedule(from: line) }
        let verdict = numbers.enter(line)
        let isAhead = line.isInPlace && line.anchor.position > passed
        if isAhead {
            passed = line.anchor.position
            reached = passed
        }
        if verdict != .new || !isAhead || line.skipped > 0 || numbers.missing != enteredMissing {
            note(line, verdict, isAhead, &tally)
        }
    }

    /// Counts what is unusual about a data line.
    @inline(never)
    private mutating func note(
        _ line: DataLine, _ verdict: NumberAccount.Verdict, _ isAhead: Bool,
        _ tally: inout AuditTally
    ) {
        tally.counts.replaced += Int(line.skipped)
        enterMissing(into: &tally)
        if !line.isInPlace { tally.counts[.wrongAnchors] += 1 }
        switch verdict {
        case .duplicate: tally.counts[.duplicates] += 1
        case .late: tally.counts[.outOfOrder] += 1
        case .new:
            guard line.isInPlace, !isAhead else { return }
            tally.counts[.outOfOrder] += 1
            if let after = resumption.after, line.anchor.position <= after {
                numbers.noteRepetition()
            }
        }
    }

    mutating func enterMissing(into tally: inout AuditTally) {
        tally.counts[.unaccounted] += Int(numbers.missing - enteredMissing)
        enteredMissing = numbers.missing
    }

    @inline(never)
    private mutating func enter(
        _ line: ServerLine, _ tally: inout AuditTally, _ batch: inout LatencyBatch,
        _ news: (News) -> Void
    ) {
        switch line {
        case .data(let data): enter(data, &tally, &batch)
        case .snapshot(let snapshot):
            numbers.name(snapshot, at: passed.bits > 0 ? passed.instant : nil)
        case .gap(let gap): enter(gap, &tally)
        case .live(let anchor):
            check(anchor, &tally)
            isLive = true
            news(.live)
        case .beat(let anchor):
            tally.counts.beats += 1
            check(anchor, &tally)
        case .hello(let isOwn): news(isOwn ? .greeted : .strange)
        case .subscribed(let anchor):
            begin(at: anchor, &tally)
            news(.subscribed)
        case .warn: tally.counts.warnings += 1
        case .error(let code): news(.refused(code))
        case .bye(let code, let anchor):
            check(anchor, &tally)
            news(.dismissed(code))
        case .other: break
        }
    }

    private mutating func enter(_ gap: ServerLine.Gap, _ tally: inout AuditTally) {
        tally.counts.gaps += 1
        tally.counts.announcedLost += Int(gap.lines)
        if !gap.after.isRight || !gap.through.isRight {
            tally.counts[.wrongAnchors] += 1
        } else {
            guard gap.through.position > max(passed, gap.after.position) else {
                tally.counts[.outOfOrder] += 1
                return
            }
            passed = gap.through.position
            floor = max(floor, passed.instant)
        }
        numbers.add(gap: gap.lines, through: passed)
    }

    /// Checks that a resumption begins at the anchor that was asked for.
    private mutating func begin(at anchor: AnchorReader.Reading, _ tally: inout AuditTally) {
        if case .asked(let position) = resumption {
            resumption = .granted(position)
            if let position, anchor.position != position { numbers.noteRepetition() }
        }
        guard !anchor.isRight || anchor.position > passed else { return }
        check(anchor, &tally)
    }

    /// Notes the anchor of a line without a number: every line before it has been sent.
    private mutating func check(_ anchor: AnchorReader.Reading?, _ tally: inout AuditTally) {
        guard let anchor else { return }
        guard anchor.isRight, anchor.position >= passed else {
            tally.counts[.wrongAnchors] += 1
            return
        }
        passed = anchor.position
        reached = passed
    }
}

/// How far a resumption has come: the request to go on where another connection ended.
enum Resumption: Hashable {
    /// The connection resumes nothing.
    case none
    /// It was requested, after the anchor if there was one, and is not accepted yet.
    case asked(StreamPosition?)
    case granted(StreamPosition?)

    /// The position that all lines of the connection must follow.
    var after: StreamPosition? {
        switch self {
        case .none: nil
        case .asked(let position), .granted(let position): position
        }
    }

    var isGranted: Bool {
        switch self {
        case .none, .asked: false
        case .granted: true
        }
    }
}
