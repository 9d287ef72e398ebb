import Vocabulary
import WireProtocol

/// The fast path for a line: finds what is checked of every line, if its fields have the usual
/// order.
///
/// The order is the protocol's where it promises one, and else the daemon's. A line with another
/// order is not wrong: the parser reads it, more slowly. A data line allocates nothing.
struct LineScanner {
    let anchors: AnchorReader

    /// Nil for a line that must be parsed in full to be understood.
    @inline(__always)
    func scan(_ line: UnsafeRawBufferPointer) -> ServerLine? {
        guard var cursor = LineCursor(line), cursor.consume("{") else { return nil }
        if cursor.consume(#""sub":""#) {
            // A name that is no word goes to the parser.
            guard cursor.word() != nil, cursor.consume(",") else { return nil }
        }
        if cursor.consume(#""skipped":"#) {
            guard let skipped = cursor.consumeInteger(), cursor.consume(#","type":""#) else {
                return nil
            }
            return scanData(&cursor, skipped: skipped)
        }
        guard cursor.consume(#""type":""#) else { return nil }
        return scanData(&cursor, skipped: 0) ?? scanOther(&cursor)
    }

    /// Leaves the cursor unchanged if the type is not one of data.
    @inline(__always)
    private func scanData(_ cursor: inout LineCursor, skipped: Int64) -> ServerLine? {
        guard skipped >= 0, let kind = cursor.consumeKind(), cursor.consume(#","session":""#),
            let session = cursor.consumeSession(), cursor.consume(#","n":"#),
            let n = cursor.consumeInteger(), n > 0, Self.readTime(&cursor)
        else { return nil }
        var (due, late): (MonotonicInstant?, Int64?)
        if cursor.consume(#","due_us":"#) {
            guard let value = cursor.consumeInteger() else { return nil }
            due = MonotonicInstant(microseconds: value)
        }
        if cursor.consume(#","late_us":"#) {
            guard let value = cursor.consumeInteger() else { return nil }
            late = value
        }
        guard cursor.consume(#","anchor":""#), let anchor = readAnchor(&cursor), cursor.endsAsObject
        else { return nil }
        return .data(
            DataLine(
                kind: kind, session: session, n: n, skipped: skipped, due: due, late: late,
                anchor: anchor))
    }

    /// Takes `,"t":"2026-01-01T00:08:14.420000Z"`, of which the anchor says the same.
    @inline(__always)
    private static func readTime(_ cursor: inout LineCursor) -> Bool {
        cursor.consume(#","t":""#) && cursor.consume(26) != nil && cursor.consume(#"Z""#)
    }

    @inline(__always)
    private func readAnchor(_ cursor: inout LineCursor) -> AnchorReader.Reading? {
        guard let text = cursor.consume(Anchor.textBytes), cursor.consume("\"") else { return nil }
        return anchors.read(text)
    }
}

/// The lines between those of data.
extension LineScanner {
    @inline(never)
    private func scanOther(_ cursor: inout LineCursor) -> ServerLine? {
        if cursor.consume(#"snapshot""#) { return scanSnapshot(&cursor) }
        if cursor.consume(#"gap""#) { return scanGap(&cursor) }
        if cursor.consume(#"beat""#) { return scanBeat(&cursor) }
        if cursor.consume(#"live""#), Self.readTime(&cursor) {
            return readLastAnchor(&cursor).map { .live($0) }
        }
        return nil
    }

    /// Scans a snapshot of a simulated session; that of a recording has more fields.
    private func scanSnapshot(_ cursor: inout LineCursor) -> ServerLine? {
        guard cursor.consume(#","session":""#), let session = cursor.consumeSession(),
            cursor.consume(#","source":"simulated","state":""#),
            let state = Self.readState(&cursor),
            cursor.consume(#","phase":""#), cursor.word() != nil,
            cursor.consume(#","since":""#), cursor.word() != nil, cursor.consume(#","start":""#),
            let start = cursor.consume(27).flatMap({
                FleetInstant(UnsafeRawBufferPointer(start: $0, count: 27))
            }), cursor.consume("\""), cursor.endsAsObject
        else { return nil }
        var snapshot = SessionSnapshot(session: session)
        (snapshot.isSimulated, snapshot.state, snapshot.start) = (true, state, start)
        return .snapshot(snapshot)
    }

    /// Takes a state with its quote.
    private static func readState(_ cursor: inout LineCursor) -> SessionSnapshot.State? {
        if cursor.consume(#"flying""#) { return .flying }
        if cursor.consume(#"paused""#) { return .paused }
        return cursor.consume(#"scheduled""#) || cursor.consume(#"landed""#) ? .standing : nil
    }

    private func scanGap(_ cursor: inout LineCursor) -> ServerLine? {
        guard cursor.consume(#","after":""#), let after = readAnchor(&cursor),
            cursor.consume(#","through":""#), let through = readAnchor(&cursor),
            cursor.consume(#","lines":"#), let lines = cursor.consumeInteger(), lines > 0,
            cursor.endsAsObject
        else { return nil }
        return .gap(ServerLine.Gap(after: after, through: through, lines: lines))
    }

    private func scanBeat(_ cursor: inout LineCursor) -> ServerLine? {
        guard Self.readTime(&cursor), cursor.consume(#","clock_us":"#),
            cursor.consumeInteger() != nil
        else { return nil }
        return readLastAnchor(&cursor).map { .beat($0) }
    }

    /// The anchor of a line that ends with it.
    private func readLastAnchor(_ cursor: inout LineCursor) -> AnchorReader.Reading? {
        guard cursor.consume(#","anchor":""#), let anchor = readAnchor(&cursor), cursor.endsAsObject
        else { return nil }
        return anchor
    }
}
