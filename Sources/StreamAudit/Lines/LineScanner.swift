import Vocabulary
import WireProtocol

/// Finds in a line's bytes what is checked of every line, as long as they are laid out as usual.
///
/// The order of fields is the protocol's where it promises one and the daemon's where it does not:
/// a line of any other layout is not wrong, only slow to read. Allocates nothing for the lines that
/// come by the thousand.
struct LineScanner {
    let anchors: AnchorReader

    /// Nil for a line that must be parsed in full to be understood.
    @inline(__always)
    func scan(_ line: UnsafeRawBufferPointer) -> ServerLine? {
        guard line.count > 0 else { return nil }
        var cursor = LineCursor(line)
        guard cursor.take("{") else { return nil }
        if cursor.take(#""sub":""#) {
            guard cursor.takeWord(), cursor.take(",") else { return nil }
        }
        if cursor.take(#""skipped":"#) {
            guard let skipped = cursor.takeInteger(), cursor.take(#","type":""#) else { return nil }
            return scanData(&cursor, skipped: skipped)
        }
        guard cursor.take(#""type":""#) else { return nil }
        return scanData(&cursor, skipped: 0) ?? scanOther(&cursor)
    }

    /// Leaves the cursor where it was if the type is none of data.
    @inline(__always)
    private func scanData(_ cursor: inout LineCursor, skipped: Int64) -> ServerLine? {
        guard skipped >= 0, let kind = Self.takeKind(&cursor),
            let session = Self.takeSession(&cursor), cursor.take(#","n":"#),
            let n = cursor.takeInteger(), n > 0, Self.takeTime(&cursor)
        else { return nil }
        var (due, late): (Int64?, Int64?)
        if cursor.take(#","due_us":"#) {
            guard let value = cursor.takeInteger() else { return nil }
            due = value
        }
        if cursor.take(#","late_us":"#) {
            guard let value = cursor.takeInteger() else { return nil }
            late = value
        }
        guard cursor.take(#","anchor":""#), let anchor = takeAnchor(&cursor), cursor.endsAsObject
        else { return nil }
        return .data(
            DataLine(
                kind: kind, session: session, n: n, skipped: skipped, due: due, late: late,
                anchor: anchor))
    }

    /// Takes the type of a data line with its quote.
    @inline(__always)
    private static func takeKind(_ cursor: inout LineCursor) -> DataLine.Kind? {
        switch cursor.next {
        case UInt8(ascii: "s"):
            if cursor.take(#"stat""#) { return .stat }
            return cursor.take(#"sample""#) ? .sample : nil
        case UInt8(ascii: "t"): return cursor.take(#"truth""#) ? .truth : nil
        case UInt8(ascii: "p"): return cursor.take(#"phase""#) ? .phase : nil
        case UInt8(ascii: "a"): return cursor.take(#"advisory""#) ? .advisory : nil
        case UInt8(ascii: "e"):
            if cursor.take(#"event""#) { return .event }
            return cursor.take(#"end""#) ? .end : nil
        case _: return nil
        }
    }

    @inline(__always)
    private static func takeSession(_ cursor: inout LineCursor) -> SessionName? {
        guard cursor.take(#","session":"s"#), let lane = cursor.takeInteger(),
            (0..<Int64(SessionName.laneLimit)).contains(lane), cursor.take("."),
            let lap = cursor.takeInteger(), Int32(exactly: lap) != nil, cursor.take("\"")
        else { return nil }
        return SessionName(lane: Int(lane), lap: Int(lap))
    }

    /// Takes `,"t":"2026-01-01T00:08:14.420000Z"`, of which the anchor says the same.
    @inline(__always)
    private static func takeTime(_ cursor: inout LineCursor) -> Bool {
        cursor.take(#","t":""#) && cursor.take(26) != nil && cursor.take(#"Z""#)
    }

    @inline(__always)
    private func takeAnchor(_ cursor: inout LineCursor) -> AnchorReader.Reading? {
        guard let text = cursor.take(Anchor.textBytes), cursor.take("\"") else { return nil }
        return anchors.read(text)
    }
}

/// The lines between those of data.
extension LineScanner {
    @inline(never)
    private func scanOther(_ cursor: inout LineCursor) -> ServerLine? {
        if cursor.take(#"snapshot""#) { return scanSnapshot(&cursor) }
        if cursor.take(#"gap""#) { return scanGap(&cursor) }
        if cursor.take(#"beat""#) { return scanBeat(&cursor) }
        if cursor.take(#"live""#), Self.takeTime(&cursor) {
            return takeLastAnchor(&cursor).map { .live($0) }
        }
        return nil
    }

    /// Of a simulated session; a recording's snapshot has more fields.
    private func scanSnapshot(_ cursor: inout LineCursor) -> ServerLine? {
        guard let session = Self.takeSession(&cursor),
            cursor.take(#","source":"simulated","state":""#), let state = Self.takeState(&cursor),
            cursor.take(#","phase":""#), cursor.takeWord(), cursor.take(#","since":""#),
            cursor.takeWord(), cursor.take(#","start":""#),
            let start = cursor.take(27).flatMap({
                FleetInstant(UnsafeRawBufferPointer(start: $0, count: 27))
            }), cursor.take("\""), cursor.endsAsObject
        else { return nil }
        var snapshot = SessionSnapshot(session: session)
        (snapshot.isSimulated, snapshot.state, snapshot.start) = (true, state, start)
        return .snapshot(snapshot)
    }

    /// Takes a state with its quote.
    private static func takeState(_ cursor: inout LineCursor) -> SessionSnapshot.State? {
        if cursor.take(#"flying""#) { return .flying }
        if cursor.take(#"paused""#) { return .paused }
        return cursor.take(#"scheduled""#) || cursor.take(#"landed""#) ? .standing : nil
    }

    private func scanGap(_ cursor: inout LineCursor) -> ServerLine? {
        guard cursor.take(#","after":""#), let after = takeAnchor(&cursor),
            cursor.take(#","through":""#), let through = takeAnchor(&cursor),
            cursor.take(#","lines":"#), let lines = cursor.takeInteger(), lines > 0,
            cursor.endsAsObject
        else { return nil }
        return .gap(ServerLine.Gap(after: after, through: through, lines: lines))
    }

    private func scanBeat(_ cursor: inout LineCursor) -> ServerLine? {
        guard Self.takeTime(&cursor), cursor.take(#","clock_us":"#), cursor.takeInteger() != nil
        else { return nil }
        return takeLastAnchor(&cursor).map { .beat($0) }
    }

    /// The anchor of a line that ends with it.
    private func takeLastAnchor(_ cursor: inout LineCursor) -> AnchorReader.Reading? {
        guard cursor.take(#","anchor":""#), let anchor = takeAnchor(&cursor), cursor.endsAsObject
        else { return nil }
        return anchor
    }
}
