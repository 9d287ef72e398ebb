import ChannelPipeline
import CommandLine
import LinuxIO
import Simulation
import Vocabulary

/// Seed and epoch that a fleet has drawn or found at its first start and keeps over restarts.
package struct KeptDraws: Hashable, Sendable {
    package let seed: UInt64
    package let epoch: FleetInstant

    package init(seed: UInt64, epoch: FleetInstant) {
        self.seed = seed
        self.epoch = epoch
    }
}

extension ChosenSettings {
    /// Throws the first finding that keeps a program from starting.
    package func refuse() throws(ProgramFailure) {
        try Self.refuse(findings.filter { !$0.isUnknownKey })
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
    package func fleet(
        defaultEpoch: Int64, kept: KeptDraws? = nil
    ) throws(ProgramFailure) -> Fleet {
        let (faults, recordings) = (NamedFaultScript(self), NamedRecordings(self))
        try Self.refuse(faults.findings + recordings.findings)
        return try fleet(
            flying: recordings.recordings, faults: faults.script, defaultEpoch: defaultEpoch,
            kept: kept)
    }

    /// The fleet with recordings and faults that have been read.
    func fleet(
        flying recordings: [Recording], faults: FaultScript, defaultEpoch: Int64,
        kept: KeptDraws? = nil
    ) throws(ProgramFailure) -> Fleet {
        Fleet(
            seed: seed ?? kept?.seed ?? SystemRandom.bits() & SettingTable.largestSeed,
            epoch: try epoch(defaultEpoch, kept: kept?.epoch), rate: rate,
            simulatedLanes: Int(integer(.sessions)),
            equipment: Equipment(device: device, faults: faults), recordings: recordings,
            recordingLimits: HeartRateLimits(
                resting: Int(integer(.restingHeartRate)), maximal: Int(integer(.maximalHeartRate))),
            shard: shard)
    }

    /// Traps if the settings are refused.
    package var shard: FleetShard {
        guard let shard = FleetShard(parsing: text(.shard)) else {
            preconditionFailure("reading the shard: \(text(.shard)) is not allowed")
        }
        return shard
    }

    private var seed: UInt64? { self[.seed] == nil ? nil : UInt64(integer(.seed)) }

    private var rate: SampleRate {
        guard let rate = SampleRate(hertz: integer(.rate)) else {
            preconditionFailure("reading the rate: \(integer(.rate)) Hz is not allowed")
        }
        return rate
    }

    private var device: Equipment.Device {
        guard let device = Equipment.Device(rawValue: text(.device)) else {
            preconditionFailure("reading the device: \(text(.device)) is not allowed")
        }
        return device
    }

    private func epoch(
        _ defaultEpoch: Int64, kept: FleetInstant?
    ) throws(ProgramFailure) -> FleetInstant {
        if case .time(let time)? = self[.epoch]?.value { return Self.instant(time.microseconds) }
        if let kept { return kept }
        return try Self.epoch(found: defaultEpoch)
    }

    private static func epoch(found microseconds: Int64) throws(ProgramFailure) -> FleetInstant {
        try MachineClock.check(microseconds, remedy: ", or give --epoch")
        guard SettingTable.epochs.contains(microseconds) else {
            throw .usage(
                UsageError(
                    "the machine's clock says \(CalendarTime(microseconds: microseconds))",
                    suggestion: "set it, or give --epoch "
                        + SettingDomain.time(SettingTable.epochs).allowed))
        }
        return instant(microseconds)
    }

    private static func instant(_ microseconds: Int64) -> FleetInstant {
        let seconds = microseconds.dividedRoundingDown(by: 1_000_000)
        return FleetInstant(ticks: seconds * FleetDuration.ticksPerSecond)
    }
}

extension ChosenSettings {
    /// Traps if the settings are refused.
    package var playbackSpeed: PlaybackSpeed {
        guard case .speed(let speed)? = self[.speed]?.value else {
            preconditionFailure("reading the speed: it is \(String(describing: self[.speed]))")
        }
        return speed
    }

    /// Traps if the settings are refused.
    package var logLevel: LogLevel {
        guard let level = LogLevel(named: text(.logLevel)) else {
            preconditionFailure("reading the level of the log: it is \(text(.logLevel))")
        }
        return level
    }

    /// Traps if the settings are refused.
    package var limits: DaemonLimits { DaemonLimits(integer) }
}
