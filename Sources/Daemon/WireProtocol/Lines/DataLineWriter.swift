import Vocabulary

/// The source of the clock fields of a line.
public struct LineClock: Sendable {
    public var schedule: ScheduleClock
    /// When the tick began that made the line; nil for a line that is replayed, whose lateness
    /// means nothing.
    public var tickBegan: MonotonicInstant?

    public init(schedule: ScheduleClock, tickBegan: MonotonicInstant? = nil) {
        self.schedule = schedule
        self.tickBegan = tickBegan
    }

    /// When a line of `instant` is due. Without pacing, a line is due when its tick begins, and a
    /// replayed line has no due time: nil.
    func due(_ instant: FleetInstant) -> MonotonicInstant? {
        schedule.speed.isPaced ? schedule.due(instant) : tickBegan
    }
}

/// Writes data lines into a block: the fields that all kinds share, then the caller's own.
public struct DataLineWriter: ~Copyable {
    public var block = LineBlock()
    /// The clock for the clock fields; nil leaves the fields out, as in files.
    public var clock: LineClock? { didSet { common.forget() } }
    private var common: InstantFields
    private var lap = 0
    private var clockFields = LineBlock.ClockFields()
    private var position = StreamPosition(bits: 0)

    public init(identity: IdentityHash) { common = InstantFields(identity) }

    /// Begins `{"type":…,"session":…,"n":…,"t":…,"due_us":…,"late_us":…,"anchor":…`.
    public mutating func begin(
        _ type: StaticString, _ session: SessionName, n: Int64, at position: StreamPosition
    ) {
        lap = session.lap
        self.position = position
        let start = block.bytes.count
        block.bytes.append(#"{"type":""#)
        block.bytes.append(type)
        block.bytes.append(session.isBook ? #"","session":"d"# : #"","session":"s"#)
        block.bytes.appendInteger(Int64(session.flownLane.index))
        block.bytes.append(".")
        block.bytes.appendInteger(Int64(session.lap))
        block.bytes.append(#"","n":"#)
        block.bytes.appendInteger(n)
        clockFields = common.append(
            for: position, clock, to: &block.bytes, after: block.bytes.count - start)
        block.bytes.append("\"")
    }

    /// Adds `,"name":"value"`; both must need no escaping.
    public mutating func appendWord(_ name: StaticString, _ value: String) {
        block.bytes.append(#",""#)
        block.bytes.append(name)
        block.bytes.append(#"":""#)
        block.bytes.append(utf8: value)
        block.bytes.append("\"")
    }

    /// Ends the line begun last.
    public mutating func end() {
        block.bytes.append("}\n")
        block.endLine(at: position, lap: lap, clockFields)
    }
}

/// The fields that all lines of one instant share, encoded once for all of them: the time, the
/// clock fields, and the beginning of the anchor.
private struct InstantFields: ~Copyable {
    private let anchors: AnchorEncoder
    private var text = LineBuffer(capacity: 160)
    /// Offsets in ``text``.
    private var clockFields = LineBlock.ClockFields()
    private var check = CyclicRedundancyCheck()
    /// The instant whose fields ``text`` holds; nil if it holds none.
    private var instant: FleetInstant?

    init(_ identity: IdentityHash) { anchors = AnchorEncoder(identity: identity) }

    /// Call it when the clock has changed.
    mutating func forget() { instant = nil }

    /// Adds `,"t":…,"due_us":…,"late_us":…,"anchor":"…`, up to the end of the anchor.
    ///
    /// - Parameter length: bytes of the line so far.
    /// - Returns: the offsets of the clock fields in the line.
    @inline(__always)
    mutating func append(
        for position: StreamPosition, _ clock: LineClock?, to line: inout LineBuffer,
        after length: Int
    ) -> LineBlock.ClockFields {
        if instant != position.instant { make(for: position, clock) }
        line.append(text, range: 0..<text.count)
        anchors.appendRest(of: position, after: check, to: &line)
        return clockFields.moved(by: length)
    }

    @inline(never)
    private mutating func make(for position: StreamPosition, _ clock: LineClock?) {
        instant = position.instant
        text.removeAll()
        text.append(#","t":"#)
        text.appendTime(position.instant)
        clockFields = LineBlock.ClockFields()
        if let clock, let due = clock.due(position.instant) { append(due, clock) }
        text.append(#","anchor":""#)
        check = anchors.appendBeginning(of: position, to: &text)
    }

    private mutating func append(_ due: MonotonicInstant, _ clock: LineClock) {
        clockFields.due = UInt16(text.count)
        text.append(#","due_us":"#)
        text.appendInteger(due.microseconds)
        clockFields.late = UInt16(text.count)
        if let tickBegan = clock.tickBegan {
            text.append(#","late_us":"#)
            text.appendInteger(tickBegan.microseconds(since: due))
        }
        clockFields.end = UInt16(text.count)
    }
}
