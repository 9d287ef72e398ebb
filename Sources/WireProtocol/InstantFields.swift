import Vocabulary

/// The fields that all lines of one instant have in common, made once for all of them: the time,
/// when they are due, how late they are, and the beginning of their anchors.
struct InstantFields: ~Copyable {
    private let anchors: AnchorEncoder
    private var text = LineBuffer(capacity: 160)
    /// Counted from the beginning of the text.
    private var clockFields = LineBlock.ClockFields()
    private var check = CyclicRedundancyCheck()
    /// Whose fields they are; nil if of none.
    private var instant: FleetInstant?

    init(_ identity: IdentityHash) { anchors = AnchorEncoder(identity: identity) }

    /// To be called when the clock is another.
    mutating func forget() { instant = nil }

    /// Adds `,"t":…,"due_us":…,"late_us":…,"anchor":"…`, up to the end of the anchor.
    ///
    /// - Parameter length: bytes of the line so far.
    /// - Returns: where in the line the clock's fields lie.
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

    private mutating func append(_ due: Int64, _ clock: LineClock) {
        clockFields.due = UInt16(text.count)
        text.append(#","due_us":"#)
        text.appendInteger(due)
        clockFields.late = UInt16(text.count)
        if let tickBegan = clock.tickBegan {
            text.append(#","late_us":"#)
            text.appendInteger(tickBegan - due)
        }
        clockFields.end = UInt16(text.count)
    }
}
