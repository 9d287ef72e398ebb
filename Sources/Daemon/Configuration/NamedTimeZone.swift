import ChannelPipeline
import CivilTime
import CommandLine
import Vocabulary
import WireProtocol
import ZoneFiles

/// The time zone that the settings name, or what is wrong with it.
///
/// With laps there is a zone only if a setting names it. With days there always is one: the zone of
/// the machine, if no setting names another.
struct NamedTimeZone {
    /// The zone's rules; nil if no zone holds, or if it is wrong.
    private(set) var rules: TimeZoneRules?
    private(set) var findings: [SettingFinding] = []

    /// Longer names do not fit into a line of the state folder.
    private static let nameLimit = 64

    /// Reads the zone's file, unless `kept` has the rules of the same zone.
    init(_ settings: ChosenSettings, kept: TimeZoneRules? = nil) {
        let choice = settings[.timeZone]
        guard choice != nil || settings.isByDays else { return }
        let name = choice.map { _ in settings.text(.timeZone) }
        do throws(TimeZoneFailure) {
            if let kept, name == nil || name == kept.name {
                rules = kept
            } else if let name, Self.countsWest(name) {
                note("\(name) would be hours to the west of UTC, as TZ has it", choice?.origin)
            } else if let name {
                rules = try TimeZoneRules.named(name)
            } else {
                rules = try TimeZoneRules.ofMachine()
            }
        } catch {
            note("\(error)", choice?.origin)
        }
        guard let found = rules, found.name.utf8.count > Self.nameLimit else { return }
        rules = nil
        note("the name \(found.name) is longer than \(Self.nameLimit) bytes", choice?.origin)
    }

    /// Whether a name is read as a rule of `TZ` that says the opposite of what people mean by it.
    private static func countsWest(_ name: String) -> Bool {
        let signs = ["UTC+", "UTC-", "GMT+", "GMT-"]
        return signs.contains { name.hasPrefix($0) } && !name.hasSuffix("0")
    }

    private mutating func note(_ sentence: String, _ origin: SettingOrigin?) {
        findings.append(
            SettingFinding(
                origin ?? .default(), .timeZone, sentence,
                remedy: "give the name of one of the system's zones, such as Europe/Berlin",
                code: .input))
    }
}

extension ChosenSettings {
    /// Whether the fleet flies by the calendar.
    var isByDays: Bool { text(.schedule) == "days" }
}

/// The civil days of a zone, counted from that of a fleet's epoch.
struct ZoneDays: Sendable {
    let rules: TimeZoneRules
    private let epochDate: CivilDate

    init(_ rules: TimeZoneRules, epoch: FleetInstant) {
        self.rules = rules
        epochDate = rules.date(at: epoch)
    }

    func lap(at instant: FleetInstant) -> Int { lap(of: rules.date(at: instant)) }

    func lap(of date: CivilDate) -> Int { date - epochDate }

    func date(of lap: Int) -> CivilDate { epochDate.adding(days: lap) }

    func day(_ lap: Int) -> Range<FleetInstant>? { rules.day(date(of: lap)) }

    func instant(_ anchor: CivilAnchor, addingDays days: Int, months: Int) -> FleetInstant {
        func later(_ date: CivilDate) -> CivilDate {
            date.adding(days: days).adding(months: months)
        }
        switch anchor {
        case .date(let day): return rules.startOrNext(of: later(CivilDate(dayNumber: day)))
        case .instant(let instant):
            // Of a time that exists twice, only the anchor itself can be the second.
            guard days != 0 || months != 0 else { return instant }
            let local = rules.local(instant)
            let fraction = instant.ticks.remainderRoundingDown(by: FleetDuration.ticksPerSecond)
            return rules.instant(of: later(local.date), second: local.second)
                + FleetDuration(ticks: fraction)
        }
    }

    func combine(into hasher: inout IdentityHasher) {
        hasher.combine("zone", rules.name)
        hasher.combine("zone_rules", rules.fingerprint)
    }
}

/// A calendar whose laps are the civil days of a zone.
protocol ZoneCalendar: BookCalendar {
    var days: ZoneDays { get }
}

extension ZoneCalendar {
    var zoneName: String? { days.rules.name }
    var zone: any CivilZone { days.rules }

    func combine(into hasher: inout IdentityHasher) { days.combine(into: &hasher) }

    func lap(at instant: FleetInstant) -> Int { days.lap(at: instant) }

    func day(_ lap: Int) -> Range<FleetInstant>? { days.day(lap) }

    func date(of lap: Int) -> String { days.date(of: lap).description }

    func instant(_ anchor: CivilAnchor, addingDays days: Int, months: Int) -> FleetInstant {
        self.days.instant(anchor, addingDays: days, months: months)
    }
}

/// The books of a fleet that flies laps, in a zone that a setting names.
final class ZoneBooks: ZoneCalendar {
    let days: ZoneDays

    init(_ rules: TimeZoneRules, epoch: FleetInstant) { days = ZoneDays(rules, epoch: epoch) }

    func entries(of lane: LaneID, on lap: Int) -> [SimulatedEntry] { [] }

    func nextEntry(of lane: LaneID, after instant: FleetInstant) -> FleetInstant? { nil }
}
