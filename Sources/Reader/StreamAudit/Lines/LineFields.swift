import Vocabulary
import WireProtocol

/// The checked fields of a line, as ranges of its bytes that a walk has found.
///
/// The line's memory must outlive them.
struct LineFields {
    /// The kinds of value that the checks distinguish.
    enum Form {
        /// A string of ASCII without escapes.
        case word
        /// Any other string.
        case text
        case integer
        case fraction
        case emptyObject
        case other
    }

    struct Value {
        var form: Form
        /// With the quotes of a string.
        var bytes: UnsafeRawBufferPointer
    }

    private var sub: Value?
    private var type: Value?
    private var session: Value?
    private var n: Value?
    private var t: Value?
    private var skipped: Value?
    private var due: Value?
    private var late: Value?
    private var anchor: Value?
    private var after: Value?
    private var through: Value?
    private var lines: Value?
    private var source: Value?
    private var state: Value?
    private var start: Value?
    private var hasEmptyObject = false

    /// Notes a field of the line's outermost object; call at most once for a name.
    mutating func note(_ name: UnsafeRawBufferPointer, _ value: Value) {
        if value.form == .emptyObject { hasEmptyObject = true }
        switch name.count {
        case 1 where name.reads("n"): n = value
        case 1 where name.reads("t"): t = value
        case 3 where name.reads("sub"): sub = value
        case 4 where name.reads("type"): type = value
        case 5 where name.reads("after"): after = value
        case 5 where name.reads("lines"): lines = value
        case 5 where name.reads("state"): state = value
        case 5 where name.reads("start"): start = value
        case 6 where name.reads("due_us"): due = value
        case 6 where name.reads("anchor"): anchor = value
        case 6 where name.reads("source"): source = value
        case 7 where name.reads("session"): session = value
        case 7 where name.reads("skipped"): skipped = value
        case 7 where name.reads("through"): through = value
        case 7 where name.reads("late_us"): late = value
        case _: break
        }
    }

    /// The line that the fields make, equal to what ``LineParser`` reads.
    func read(_ anchors: AnchorReader) throws(LineWalk.Stop) -> WholeLine {
        var type = try Self.cursor(type)
        if let sub { _ = try Self.word(sub) }
        if let kind = type.consumeKind() { return try data(kind, anchors) }
        if type.consume(#"snapshot""#) { return WholeLine(line: .snapshot(try snapshot())) }
        if type.consume(#"gap""#) { return WholeLine(line: .gap(try gap(anchors))) }
        if type.consume(#"live""#) {
            return WholeLine(line: .live(try Self.anchor(anchor, anchors)))
        }
        // A beat without a plain anchor is rare: the parser may read it.
        guard type.consume(#"beat""#), anchor?.form == .word else { throw .undecided }
        return WholeLine(line: .beat(try Self.anchor(anchor, anchors)))
    }

    private func data(
        _ kind: DataLine.Kind, _ anchors: AnchorReader
    ) throws(LineWalk.Stop) -> WholeLine {
        let time = try Self.word(t)
        let line = DataLine(
            kind: kind, session: try Self.session(session),
            n: try Self.integer(n) ?? 0, skipped: try Self.integer(skipped) ?? 0,
            due: try Self.integer(due).map(MonotonicInstant.init(microseconds:)),
            late: try Self.integer(late), anchor: try Self.anchor(anchor, anchors))
        guard line.n > 0, line.skipped >= 0, kind != .stat || !hasEmptyObject else {
            throw .malformed
        }
        let isOnTime =
            !line.isInPlace || Self.isTime(time, of: line.anchor.position.instant)
        return WholeLine(line: .data(line), isOnTime: isOnTime)
    }

    private func snapshot() throws(LineWalk.Stop) -> SessionSnapshot {
        var snapshot = SessionSnapshot(session: try Self.session(session))
        snapshot.isSimulated = try Self.optionalWord(source)?.reads("simulated") ?? false
        snapshot.state = try Self.optionalWord(state).flatMap(SessionSnapshot.State.init)
        snapshot.start = try Self.optionalWord(start).flatMap(FleetInstant.init)
        return snapshot
    }

    private func gap(_ anchors: AnchorReader) throws(LineWalk.Stop) -> ServerLine.Gap {
        let gap = ServerLine.Gap(
            after: try Self.anchor(after, anchors), through: try Self.anchor(through, anchors),
            lines: try Self.integer(lines) ?? 0)
        guard gap.lines > 0 else { throw .malformed }
        return gap
    }
}
