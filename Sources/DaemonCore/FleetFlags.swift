import ChannelPipeline
import LinuxIO
import Settings
import Simulation
import Vocabulary

/// The flags that say what flies; the same for the daemon, its embedded form and `export`.
package enum FleetFlags {
    package static let all = [
        Flag(
            "--seed", value: "S",
            "Seed of everything that is drawn, 0 to 2^53 - 1 (default: random, and printed)."),
        Flag(
            "--sessions", value: "N",
            "Simulated athletes, one session after another (default: 3; 0 with --replay)."),
        Flag(
            "--epoch", value: "TIME",
            "When lap 0 begins, RFC 3339 in whole seconds, such as 2026-11-20T06:00:00Z."),
        Flag("--rate", value: "HZ", "Samples a second: 1, 2, 5, 10, 25 or 50 (default: 1)."),
        Flag(
            "--replay", value: "FILE", repeatable: true,
            "Fly a recorded run, a CSV file, once, from the epoch on (repeatable)."),
        Flag(
            "--resting-heart-rate", value: "BPM",
            "Heart rate at rest of who flew the recordings (default: 60)."),
        Flag(
            "--maximal-heart-rate", value: "BPM",
            "Maximal heart rate of who flew the recordings (default: 190)."),
    ]

    /// The largest seed: every JSON reader can hold it exactly.
    package static let largestSeed: UInt64 = 1 << 53 - 1
    /// Epochs from 2000 to 2200, so that every position within millennia of laps can be told.
    static let epochs =
        CalendarTime(microseconds: 946_684_800_000_000)
        .microseconds...CalendarTime(microseconds: 7_258_118_400_000_000).microseconds
    private static let recordingBytes = 256 << 20

    /// The fleet that the flags describe.
    ///
    /// - Parameters:
    ///   - defaultEpoch: microseconds since 1970; cut to a whole second.
    package static func fleet(
        _ flags: ParsedFlags, defaultEpoch: Int64
    ) throws(StartFailure) -> Fleet {
        let recordings = try self.recordings(flags)
        do throws(UsageError) {
            let lanes = try flags.integer("--sessions", in: 0...SessionName.laneLimit / 2)
            let simulated = lanes ?? (recordings.isEmpty ? 3 : 0)
            guard simulated + recordings.count > 0 else {
                throw UsageError(
                    "nothing would fly", suggestion: "give --sessions 1 or more, or --replay FILE")
            }
            return Fleet(
                seed: try seed(flags), epoch: try epoch(flags, defaultEpoch: defaultEpoch),
                rate: try rate(flags), simulatedLanes: simulated, recordings: recordings,
                recordingLimits: try limits(flags))
        } catch {
            throw .usage(error)
        }
    }

    private static func seed(_ flags: ParsedFlags) throws(UsageError) -> UInt64 {
        let allowed = "a whole number from 0 to \(largestSeed)"
        let given = try flags.value("--seed", allowed: allowed) { text -> UInt64? in
            UInt64(text).flatMap { $0 <= largestSeed ? $0 : nil }
        }
        return given ?? SystemRandom.bits() & largestSeed
    }

    private static func epoch(
        _ flags: ParsedFlags, defaultEpoch: Int64
    ) throws(UsageError) -> FleetInstant {
        let allowed = "a time in whole seconds from 2000 to 2200, such as 2026-11-20T06:00:00Z"
        let given = try flags.value("--epoch", allowed: allowed) { text -> Int64? in
            guard let time = CalendarTime(rfc3339: text)?.microseconds, time % 1_000_000 == 0,
                epochs.contains(time)
            else { return nil }
            return time
        }
        guard epochs.contains(given ?? defaultEpoch) else {
            throw UsageError(
                "the machine's clock says \(CalendarTime(microseconds: defaultEpoch))",
                suggestion: "set it, or give --epoch \(allowed)")
        }
        let seconds = (given ?? defaultEpoch).dividedRoundingDown(by: 1_000_000)
        return FleetInstant(ticks: seconds * FleetDuration.ticksPerSecond)
    }

    /// The epoch, as the flag takes it, that lies some microseconds back.
    package static func epoch(before microseconds: Int64) -> String {
        let second = (WallClock.nowMicroseconds - microseconds).dividedRoundingDown(by: 1_000_000)
        return "\(CalendarTime(microseconds: second * 1_000_000))"
    }

    private static func rate(_ flags: ParsedFlags) throws(UsageError) -> SampleRate {
        let allowed = SampleRate.allowed.map(String.init).joined(separator: ", ")
        let given = try flags.value("--rate", allowed: "one of \(allowed)") { text in
            Int64(text).flatMap(SampleRate.init(hertz:))
        }
        return given ?? .oneHertz
    }

    private static func limits(_ flags: ParsedFlags) throws(UsageError) -> HeartRateLimits {
        let standard = HeartRateLimits.standard
        let resting = try flags.integer("--resting-heart-rate", in: 20...150) ?? standard.resting
        let maximal = try flags.integer("--maximal-heart-rate", in: 80...250) ?? standard.maximal
        guard resting < maximal else {
            throw UsageError(
                "--resting-heart-rate \(resting) is not below the maximal \(maximal)",
                suggestion: "give a lower one, or a higher --maximal-heart-rate")
        }
        return HeartRateLimits(resting: resting, maximal: maximal)
    }

    private static func recordings(_ flags: ParsedFlags) throws(StartFailure) -> [Recording] {
        var recordings: [Recording] = []
        for path in flags.all("--replay") { recordings.append(try recording(at: path)) }
        return recordings
    }

    private static func recording(at path: String) throws(StartFailure) -> Recording {
        let bytes: [UInt8]
        do throws(SystemFailure) {
            bytes = try FileContent.read(path, limitBytes: recordingBytes)
        } catch {
            throw StartFailure(
                error.isPermission ? .permission : .input,
                "cannot read the recording: \(error); give a readable CSV file")
        }
        let name = path.split(separator: "/").last.map(String.init) ?? path
        do throws(RecordingError) {
            return try Recording(csv: bytes, name: name)
        } catch {
            throw StartFailure(
                .input,
                "\(path):\(error.line):\(error.column): "
                    + "\(error.reason); \(error.suggestion)")
        }
    }
}
