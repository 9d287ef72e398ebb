import Vocabulary

/// All changes of a zone's clocks, one after the other, with the rule of its footer laid out year
/// by year.
struct Course {
    private(set) var first: LocalTimeKind
    private(set) var changes: [TimeZoneRules.Change] = []

    /// Years for which a rule is laid out: all instants of a fleet, and the days around them.
    private static let years = 1900...2700

    init(first: LocalTimeKind) { self.first = first }

    init(_ file: ZoneFile) {
        // Without transitions the rule alone holds; else the first type until the first transition.
        let begin = Self.midnight(year: Self.years.lowerBound)
        let initial =
            file.transitions.isEmpty ? file.rule?.kind(at: begin) ?? file.kinds[0] : file.kinds[0]
        self.init(first: initial)
        for transition in file.transitions { append(transition.at, transition.kind) }
        guard let rule = file.rule else { return }
        layOut(rule, after: max(file.transitions.last?.at ?? begin, begin))
    }

    private mutating func layOut(_ rule: DaylightRule, after last: Int64) {
        guard last < Self.midnight(year: Self.years.upperBound) else { return }
        // The kind of the last transition holds until the rule's next change, whatever the rule
        // says of that time: in the short file of America/Ojinaga both differ for a week of 2022.
        let day = CivilDate(dayNumber: Int(last.dividedRoundingDown(by: 86_400)))
        let ahead = (day.year - 1...Self.years.upperBound).flatMap { rule.changes(in: $0) }
        let ordered = ahead.filter { $0.at > last }.sorted { left, right in
            // The beginning of daylight saving time outranks an end at the same instant.
            (left.at, left.kind == rule.standard ? 0 : 1)
                < (right.at, right.kind == rule.standard ? 0 : 1)
        }
        for change in ordered { append(change.at, change.kind) }
    }

    /// Adds the kind of time that holds from an instant on; the second kind at one instant counts.
    private mutating func append(_ at: Int64, _ kind: LocalTimeKind) {
        if changes.last?.at == at { changes.removeLast() }
        guard kind != changes.last?.kind ?? first else { return }
        changes.append(TimeZoneRules.Change(at: at, kind: kind))
    }

    private static func midnight(year: Int) -> Int64 {
        Int64(CivilDate(dayNumber: 0).adding(months: (year - 1970) * 12).dayNumber) * 86_400
    }

    /// A hash of the offset at the beginning of 2000 and of every change of it before 2200, as
    /// seconds and offsets of eight bytes each.
    var fingerprint: UInt64 {
        let (begin, end) = (Self.midnight(year: 2000), Self.midnight(year: 2200))
        var offset = changes.last { $0.at <= begin }?.kind.offset ?? first.offset
        var hash = StableHash()
        hash.add(Int64(offset))
        for change in changes where change.at > begin && change.at < end {
            // A change of the flag or the name alone moves no clock.
            guard change.kind.offset != offset else { continue }
            offset = change.kind.offset
            hash.add(change.at)
            hash.add(Int64(offset))
        }
        return hash.value
    }
}

extension StableHash {
    fileprivate mutating func add(_ number: Int64) {
        for shift in stride(from: 56, through: 0, by: -8) {
            update(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

extension ZoneFile {
    /// The shortest zone file of version 3 in which a rule holds for all time.
    static func bytes(rule: [UInt8]) -> [UInt8] {
        let header = Array("TZif3".utf8) + [UInt8](repeating: 0, count: 15)
        // No flags, leap seconds or transitions; one type, and one byte of designations.
        let counts: [UInt8] = [UInt8](repeating: 0, count: 16) + [0, 0, 0, 1, 0, 0, 0, 1]
        let block = header + counts + [UInt8](repeating: 0, count: 7)
        return block + block + Array("\n".utf8) + rule + Array("\n".utf8)
    }
}
