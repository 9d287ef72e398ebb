import Vocabulary

/// What the account of a stream needs of a line.
enum ServerLine: Hashable {
    case data(DataLine)
    case snapshot(SessionSnapshot)
    case gap(Gap)
    case live(AnchorReader.Reading)
    /// Without an anchor while the subscription catches up.
    case beat(AnchorReader.Reading?)
    /// Whether it is the greeting of the fleet that the account is of.
    case hello(isOwn: Bool)
    /// The answer to a subscription: where it begins.
    case subscribed(AnchorReader.Reading)
    case warn
    case error(String)
    case bye(String, AnchorReader.Reading?)
    /// Says nothing about the stream, or is of a type that is not known.
    case other

    struct Gap: Hashable {
        var after: AnchorReader.Reading
        var through: AnchorReader.Reading
        var lines: Int64
    }
}

/// What a line says that has been read from its first byte to its last.
struct WholeLine: Hashable {
    /// Nil for one that is malformed.
    var line: ServerLine?
    /// Whether a line of data stands at the time of its anchor; not judged of one whose anchor is
    /// wrong.
    var isOnTime = true

    static let malformed = Self(line: nil)
}

/// What is checked of every numbered line.
package struct DataLine: Hashable {
    package enum Kind: String, CaseIterable {
        case sample, truth, stat, phase, advisory, event, entry, end

        /// Whether a newer one may replace it; nil of the kinds that never are replaced.
        var measurement: Measurements? {
            switch self {
            case .sample: .sample
            case .truth: .truth
            case .stat: .stat
            case .phase, .advisory, .event, .entry, .end: nil
            }
        }
    }

    var kind: Kind
    /// A session or the book of a day.
    var session: SessionName
    var n: Int64
    /// How many lines it has replaced, directly or through lines that it has replaced.
    var skipped: Int64
    /// `due_us`; nil if the line has none.
    var due: MonotonicInstant?
    /// `late_us`, microseconds; nil for a replayed line.
    var late: Int64?
    var anchor: AnchorReader.Reading

    /// Whether the anchor is right and names the session's lane.
    var isInPlace: Bool { anchor.isRight && anchor.position.lane == session.flownLane }
}

/// The kinds of line of which `newest` replaces a waiting one with a newer one.
struct Measurements: OptionSet, Hashable {
    let rawValue: UInt8

    static let sample = Self(rawValue: 1)
    static let truth = Self(rawValue: 2)
    static let stat = Self(rawValue: 4)

    /// The measurements among the kinds of a subscription.
    init(_ kinds: Set<LineKind>) {
        self = kinds.reduce(into: []) { set, kind in
            set.formUnion(DataLine.Kind(rawValue: kind.rawValue)?.measurement ?? [])
        }
    }

    init(rawValue: UInt8) { self.rawValue = rawValue }
}

/// What a snapshot says about a session that decides which lines are due.
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
    /// False for a recording and for an unknown source.
    var isSimulated = false
    /// Nil if the snapshot does not say it.
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
        // The instant must be written as the same text: else some characters were no digits.
        guard LineFields.isTime(text, of: self) else { return nil }
    }
}
