import ChannelPipeline
import CivilTime
import CommandLine
import Days
import LinuxIO
import Simulation
import Vocabulary

/// Seed and epoch that a fleet has drawn or found at its first start and keeps over restarts, and
/// the rules of its time zone, if it has one.
package struct KeptDraws: Hashable, Sendable {
    package let seed: UInt64
    package let epoch: FleetInstant
    package let zone: TimeZoneRules?

    package init(seed: UInt64, epoch: FleetInstant, zone: TimeZoneRules? = nil) {
        self.seed = seed
        self.epoch = epoch
        self.zone = zone
    }
}

extension ChosenSettings {
    /// Throws the first finding that keeps a program from starting.
    package func refuse() throws(ProgramFailure) {
        try Self.refuse(findings.filter { !$0.isWarning })
    }

    private static func refuse(_ findings: [SettingFinding]) throws(ProgramFailure) {
        guard let first = findings.first else { return }
        let isChecked = findings.contains { $0.code == .configuration } && findings.count > 1
        let rest = isChecked ? " (and \(findings.count - 1) more: see --check-config)" : ""
        throw ProgramFailure(first.code, "\(first)\(rest)")
    }

    /// The fleet that the settings describe; reads the files that they name and draws what is to
    /// be drawn.
    ///
    /// Traps if the settings are refused.
    ///
    /// - Parameters:
    ///   - defaultEpoch: microseconds since 1970; cut to a whole second.
    ///   - kept: seed and epoch that hold where none are given.
    ///   - warn: is told what of the files was left out, repaired or passed over.
    package func fleet(
        defaultEpoch: Int64, kept: KeptDraws? = nil, warn: (SettingFinding) -> Void = { _ in }
    ) throws(ProgramFailure) -> Fleet {
        let (faults, recordings) = (NamedFaultScript(self), NamedRecordings(self))
        let (zone, athletes) = (NamedTimeZone(self, kept: kept?.zone), NamedAthletes(self))
        let routes = NamedRoutes(self, athletes)
        try Self.refuse(
            faults.findings + athletes.findings + routes.findings + recordings.findings
                + zone.findings)
        recordings.warnings.forEach(warn)
        return try fleet(
            of: athletes.athletes, flying: recordings.recordings, faults: faults.script,
            over: routes, zone: zone.rules, defaultEpoch: defaultEpoch, kept: kept)
    }

    /// The fleet with athletes, recordings and faults that have been read.
    func fleet(
        of athletes: [OrderedAthlete], flying recordings: [Recording], faults: FaultScript,
        over routes: NamedRoutes,
        zone: TimeZoneRules?, defaultEpoch: Int64, kept: KeptDraws? = nil
    ) throws(ProgramFailure) -> Fleet {
        let seed = seed ?? kept?.seed ?? SystemRandom.bits() & SettingTable.largestSeed
        let epoch = try epoch(defaultEpoch, kept: kept?.epoch, in: zone)
        let (roster, grounds) = (Roster(athletes), routes.grounds)
        try routes.checkTimes(of: roster, seed: seed, isByDays: isByDays)
        return Fleet(
            seed: seed, epoch: epoch, rate: rate,
            schedule: schedule(
                seed: seed, epoch: epoch, zone: zone, grounds, roster,
                athletes.map(\.daysOrder)),
            simulatedLanes: Int(integer(.sessions)),
            equipment: Equipment(device: device, faults: faults, hasPauseButton: hasPauseButton),
            grounds: grounds, roster: roster, recordings: recordings,
            recordingLimits: HeartRateLimits(
                resting: Int(integer(.restingHeartRate)), maximal: Int(integer(.maximalHeartRate))),
            shard: shard)
    }

    /// The time zone of the fleet's days; nil if it has none. Reads the zone's file.
    ///
    /// - Parameter kept: the rules that a state folder began with.
    /// - Throws: if the zone is not known, or its file cannot be read.
    package func timeZone(kept: TimeZoneRules?) throws(ProgramFailure) -> TimeZoneRules? {
        let zone = NamedTimeZone(self, kept: kept)
        try Self.refuse(zone.findings)
        return zone.rules
    }

    private func schedule(
        seed: UInt64, epoch: FleetInstant, zone: TimeZoneRules?, _ grounds: Grounds,
        _ roster: Roster, _ orders: [DaysOrder?]
    ) -> Schedule {
        guard let zone else { return .laps() }
        guard isByDays else { return .laps(dayCalendar: ZoneBooks(zone, epoch: epoch)) }
        return .days(
            AthleteCalendar(
                seed: seed, epoch: epoch, zone: zone, grounds: grounds, roster: roster,
                orders: orders))
    }

    /// Traps if the settings are refused.
    package var shard: FleetShard { value(.shard) { _ in FleetShard(parsing: text(.shard)) } }

    private var seed: UInt64? { self[.seed] == nil ? nil : UInt64(integer(.seed)) }

    private var rate: SampleRate { value(.rate) { _ in SampleRate(hertz: integer(.rate)) } }

    private var device: Equipment.Device {
        value(.device) { _ in Equipment.Device(rawValue: text(.device)) }
    }

    private var hasPauseButton: Bool {
        value(.pauses) { if case .boolean(let pauses) = $0 { pauses } else { nil } }
    }

    private func epoch(
        _ defaultEpoch: Int64, kept: FleetInstant?, in zone: TimeZoneRules?
    ) throws(ProgramFailure) -> FleetInstant {
        if case .time(let time)? = self[.epoch]?.value { return Self.instant(time.microseconds) }
        if case .moment(let moment, _)? = self[.epoch]?.value, kept == nil || !moment.isOfPresent {
            return try instant(of: moment, in: zone ?? .utc)
        }
        if let kept { return kept }
        try MachineClock.checkBeginning(defaultEpoch)
        return Self.instant(defaultEpoch)
    }

    private func instant(
        of moment: Moment, in zone: TimeZoneRules
    ) throws(ProgramFailure) -> FleetInstant {
        let now = FleetInstant(notAfter: WallClock.nowMicroseconds)
        let problem: String
        do throws(SkippedTime) {
            let time = try MomentClock(present: now, zone: zone).microseconds(of: moment)
            if SettingTable.epochs.contains(time) { return Self.instant(time) }
            problem = "it would lie in the year \(CalendarTime(microseconds: time).year)"
        } catch {
            problem = "\(error)"
        }
        throw ProgramFailure(
            .configuration,
            "epoch: \(problem); give \(SettingDomain.time(SettingTable.epochs).allowed)")
    }

    private static func instant(_ microseconds: Int64) -> FleetInstant {
        let seconds = microseconds.dividedRoundingDown(by: 1_000_000)
        return FleetInstant(ticks: seconds * FleetDuration.ticksPerSecond)
    }
}

extension ChosenSettings {
    /// What a value means; traps if `read` returns nil, or nothing is chosen.
    func value<Value>(_ key: SettingKey, _ read: (SettingValue) -> Value?) -> Value {
        guard let value = self[key].flatMap({ read($0.value) }) else {
            preconditionFailure("reading \(key): it is \(String(describing: self[key]))")
        }
        return value
    }

    /// Traps if the settings are refused.
    package var playbackSpeed: PlaybackSpeed {
        value(.speed) { if case .speed(let speed) = $0 { speed } else { nil } }
    }

    /// Traps if the settings are refused.
    package var logLevel: LogLevel { value(.logLevel) { _ in LogLevel(named: text(.logLevel)) } }

    /// Traps if the settings are refused.
    package var limits: DaemonLimits { DaemonLimits(integer) }
}
