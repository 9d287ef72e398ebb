import Vocabulary

/// What a snapshot says of a session, as far as it tells which lines are due.
struct SessionSnapshot: Hashable {
    enum State: Hashable {
        case standing, flying, paused

        /// Nil for a word that the protocol does not know.
        init?(_ word: UnsafeRawBufferPointer) {
            if word.reads("flying") {
                self = .flying
            } else if word.reads("paused") {
                self = .paused
            } else if word.reads("scheduled") || word.reads("landed") {
                self = .standing
            } else {
                return nil
            }
        }
    }

    var session: SessionName
    /// Else it is a recording, or of a source that is not known.
    var isSimulated = false
    /// Nil where it is not told.
    var state: State?
    var start: FleetInstant?
}

extension FleetInstant {
    /// The instant of a time as the daemon writes it, `2026-01-01T00:08:14.420000Z`; nil for any
    /// other text and for a time between two ticks.
    init?(_ text: UnsafeRawBufferPointer) {
        guard text.count == 27 else { return nil }
        func number(_ place: Int, _ digits: Int) -> Int64 {
            text[place..<place + digits].reduce(0) { $0 * 10 + Int64($1 & 15) }
        }
        var time = CalendarTime(microseconds: 0)
        (time.year, time.month, time.day) = (number(0, 4), number(5, 2), number(8, 2))
        time.microsecondOfDay =
            (number(11, 2) * 3600 + number(14, 2) * 60 + number(17, 2)) * 1_000_000 + number(20, 6)
        let ticks = time.microseconds / FleetDuration.microsecondsPerTick
        self.init(ticks: ticks)
        // What is written again must be the same: else the digits were none.
        guard LineFields.isTime(text, of: self) else { return nil }
    }
}
