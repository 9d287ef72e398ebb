import Vocabulary

/// The rules of a time zone: what its clocks show at every instant, and when its dates begin.
///
/// All changes until the year 2700 are laid out in advance, some 20 KiB for a zone with daylight
/// saving time, so that every question is a binary search. Later the last change holds for ever.
package struct TimeZoneRules: Sendable {
    /// `Europe/Berlin`.
    package let name: String
    /// The zone file that was read, to be kept where the rules must not change.
    package let bytes: [UInt8]
    /// A hash of the offsets from 2000 to 2200, the same for every file that means the same.
    package let fingerprint: UInt64
    /// The kind of local time before the first change.
    private let first: LocalTimeKind
    /// Ascending; each differs from the kind before it.
    private let changes: [Change]

    /// The largest zone file that is read.
    package static let fileLimitBytes = ZoneFile.limitBytes

    struct Change: Hashable, Sendable {
        /// Seconds since 1970-01-01T00:00:00Z.
        let at: Int64
        let kind: LocalTimeKind
    }

    /// Reads a zone file, RFC 9636. O(bytes).
    package init(name: String, bytes: [UInt8]) throws(ZoneFileProblem) {
        let file = try ZoneFile(bytes)
        self.init(name: name, bytes: bytes, Course(file))
    }

    /// Reads a rule of a POSIX TZ string, `CET-1CEST,M3.5.0,M10.5.0/3`.
    package init(rule text: String) throws(ZoneFileProblem) {
        let rule = Array(text.utf8)
        _ = try DaylightRule(rule)
        try self.init(name: text, bytes: ZoneFile.bytes(rule: rule))
    }

    private init(name: String, bytes: [UInt8], _ course: Course) {
        self.name = name
        self.bytes = bytes
        first = course.first
        changes = course.changes
        fingerprint = course.fingerprint
    }

    package static let utc = TimeZoneRules(
        name: "UTC", bytes: ZoneFile.bytes(rule: Array("UTC0".utf8)),
        Course(first: LocalTimeKind(offset: 0, isDaylightSaving: false)))
}

extension TimeZoneRules: Hashable {
    /// Whether names and offsets are equal, whatever the files look like.
    package static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.fingerprint == right.fingerprint
            && left.first == right.first && left.changes == right.changes
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(fingerprint)
    }
}

/// What a clock on the wall shows at an instant.
package struct LocalTime: Hashable, Sendable {
    package let date: CivilDate
    /// Seconds after midnight as the clock counts them, 0..<86,400.
    package let second: Int
    /// Seconds east of UTC.
    package let offset: Int
    package let isDaylightSaving: Bool
}

extension TimeZoneRules {
    /// What the clocks show at `instant`, whole seconds rounded down. O(log changes).
    package func local(_ instant: FleetInstant) -> LocalTime {
        let second = Self.second(instant)
        let kind = kind(after: index(at: second))
        let local = second + Int64(kind.offset)
        return LocalTime(
            date: CivilDate(dayNumber: Int(local.dividedRoundingDown(by: Self.day))),
            second: Int(local.remainderRoundingDown(by: Self.day)), offset: Int(kind.offset),
            isDaylightSaving: kind.isDaylightSaving)
    }

    /// When the clocks show `second` seconds after midnight of `date`, 0...86,400.
    ///
    /// A time that exists twice is the first of both. A time that does not exist moves forward by
    /// the gap: half past two becomes half past three. O(log changes).
    package func instant(of date: CivilDate, second: Int) -> FleetInstant {
        let local = Int64(date.dayNumber) * Self.day + Int64(second)
        var gap: Int64?
        for stretch in stretches(around: local) {
            let found = local - Int64(stretch.kind.offset)
            if found < stretch.end {
                if found >= stretch.start { return Self.instant(found) }
                // The clocks have leapt over the time: it is counted by the offset before the leap.
                let before = stretch.before.map { local - Int64($0.offset) }
                if gap == nil, let before, before >= stretch.start { gap = before }
            }
        }
        return Self.instant(gap ?? local - Int64(kind(after: index(at: local)).offset))
    }

    /// The first instant of `date`; nil if the zone skips the date. O(log changes).
    package func start(of date: CivilDate) -> FleetInstant? {
        let midnight = Int64(date.dayNumber) * Self.day
        for stretch in stretches(around: midnight, for: Self.day) {
            let offset = Int64(stretch.kind.offset)
            let found = max(stretch.start, midnight - offset)
            if found < min(stretch.end, midnight + Self.day - offset) { return Self.instant(found) }
        }
        return nil
    }

    /// The first instant of `date`, or of the first date after it that exists.
    package func startOrNext(of date: CivilDate) -> FleetInstant {
        var date = date
        while true {
            if let start = start(of: date) { return start }
            date = date.adding(days: 1)
        }
    }

    /// From the first instant of `date` up to the first instant of the next date that exists; nil
    /// if the zone skips the date. These ranges follow each other without a hole. O(log changes).
    package func day(_ date: CivilDate) -> Range<FleetInstant>? {
        guard let start = start(of: date) else { return nil }
        let next = startOrNext(of: date.adding(days: 1))
        // Rules that lead back over a whole day can let a date begin after the one that follows.
        return start..<max(start, next)
    }

    /// The date whose ``day(_:)`` holds `instant`.
    ///
    /// The date never goes back. Where clocks go back over midnight, ``local(_:)`` shows the day
    /// before once more.
    package func date(at instant: FleetInstant) -> CivilDate {
        var date = local(instant).date.adding(days: 1)
        // Clocks go back by two days at most.
        for _ in 0..<3 {
            if let start = start(of: date), start <= instant { return date }
            date = date.adding(days: -1)
        }
        return date
    }
}

extension TimeZoneRules {
    private static let day: Int64 = 86_400
    /// Seconds; no clock is farther from UTC.
    private static let widest: Int64 = 93_600

    private static func second(_ instant: FleetInstant) -> Int64 {
        instant.ticks.dividedRoundingDown(by: FleetDuration.ticksPerSecond)
    }

    private static func instant(_ second: Int64) -> FleetInstant {
        FleetInstant(ticks: second * FleetDuration.ticksPerSecond)
    }

    /// How many changes there are at or before a second.
    private func index(at second: Int64) -> Int {
        var (low, high) = (0, changes.count)
        while low < high {
            let middle = (low + high) / 2
            if changes[middle].at <= second { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The kind of local time after the first `count` changes.
    private func kind(after count: Int) -> LocalTimeKind {
        count == 0 ? first : changes[count - 1].kind
    }

    /// A time between two changes, in seconds since 1970-01-01T00:00:00Z.
    private struct Stretch {
        let start: Int64
        let end: Int64
        let kind: LocalTimeKind
        /// The kind before the stretch; nil for the first stretch.
        let before: LocalTimeKind?
    }

    /// The stretches in which clocks can show a local time, or one of the seconds after it.
    private func stretches(
        around local: Int64, for length: Int64 = 0
    ) -> some Sequence<Stretch> {
        let low = index(at: local - Self.widest)
        let high = index(at: local + length + Self.widest)
        return (low...high).lazy.map { count in
            Stretch(
                start: count == 0 ? .min : changes[count - 1].at,
                end: count == changes.count ? .max : changes[count].at, kind: kind(after: count),
                before: count == 0 ? nil : kind(after: count - 1))
        }
    }
}
