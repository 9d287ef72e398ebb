import ChannelPipeline
import CommandLine
import LinuxIO
import Vocabulary

/// The flags that say what flies; the same for the daemon, its embedded form and `export`.
package enum FleetFlags {
    private static let keys: [SettingKey] = [
        .seed, .sessions, .epoch, .rate, .device, .faults, .replay, .restingHeartRate,
        .maximalHeartRate,
    ]

    package static let all = SettingTable.flags(of: keys)

    /// The flags for a program that flies something else than the daemon when nobody says anything.
    ///
    /// - Parameters:
    ///   - sessions: how many, without a recording; nil as many as the daemon.
    ///   - epoch: when lap 0 begins, in words.
    package static func all(sessions: Int64? = nil, epoch: String) -> [Flag] {
        let number = sessions ?? SettingTable.standardSessions
        return SettingTable.flags(
            of: keys, standards: [.sessions: SettingTable.sessions(number), .epoch: epoch])
    }

    /// The fleet that the flags describe, with the recordings and faults that they name.
    ///
    /// - Parameters:
    ///   - defaultEpoch: microseconds since 1970; cut to a whole second.
    package static func fleet(
        _ flags: ParsedFlags, defaultEpoch: Int64
    ) throws(StartFailure) -> Fleet {
        let settings = ChosenSettings(flags: flags)
        try settings.refuse()
        return try settings.fleet(defaultEpoch: defaultEpoch)
    }

    /// The epoch, as the flag takes it, that lies some microseconds back.
    package static func epoch(before microseconds: Int64) -> String {
        let second = (WallClock.nowMicroseconds - microseconds).dividedRoundingDown(by: 1_000_000)
        return "\(CalendarTime(microseconds: second * 1_000_000))"
    }
}
