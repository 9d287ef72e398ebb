import ChannelPipeline
import CommandLine
import Configuration
import Glibc
import LinuxIO
import StateFiles
import TestSupport
import Testing
import Vocabulary

@testable import DaemonCore

@Suite struct KeptStateTests {
    private let folder: SharedDirectory

    init() throws { folder = try SharedDirectory(prefix: "runway-kept") }

    private var state: String { "\(folder.path)/state" }

    private func options(_ arguments: String...) throws -> DaemonOptions {
        try DaemonOptions(try settings(["--state", state] + arguments))
    }

    private func refusal(_ settings: ChosenSettings) throws -> ProgramFailure {
        try #require(throws: ProgramFailure.self) { try DaemonOptions(settings) }
    }

    private func write(_ text: String, to name: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try FileContent.replace(path, with: Array(text.utf8), durable: false)
        return path
    }

    @Test func `seed and epoch come back, drawn ones and given ones`() throws {
        let first = try options().fleet
        for _ in 0..<2 { #expect(try options().fleet.identity == first.identity) }
        let again = try options("--seed", "\(first.seed)", "--sessions", "9").fleet
        #expect(again.identity == first.identity)
        #expect(again.laneCount == 9)
    }

    @Test func `a state directory is locked as long as its options live`() throws {
        let first = try options()
        let second = try refusal(try settings(["--state", state]))
        #expect(second.code == .temporaryFailure)
        #expect(second.description.contains("process \(CurrentProcess.id)"))
        withExtendedLifetime(first) {}
    }

    @Test(arguments: [
        (["--seed", "7"], "seed 5, not 7; leave out seed (flag --seed)"),
        (
            ["--epoch", "2026-11-21T00:00:00Z"],
            "epoch 2026-11-20T06:00:00.000000Z, not 2026-11-21T00:00:00.000000Z; leave out epoch "
                + "(flag --epoch)"
        ),
        (["--rate", "5"], "rate_hz 1, not 5; leave out rate_hz (flag --rate)"),
        (["--device", "strap"], "device mixed, not strap; leave out device (flag --device)"),
        (["--without-pauses"], "pauses true, not false; leave out pauses (flag --without-pauses)"),
    ])
    func `another fleet is refused and named`(flags: [String], words: String) throws {
        _ = try options("--seed", "5", "--epoch", "2026-11-20T06:00:00Z")
        let refusal = try refusal(try settings(["--state", state] + flags))
        #expect(refusal.code == .usage)
        #expect(
            refusal.description == "the state directory \(state) holds a fleet with \(words), or "
                + "name another directory with --state")
        #expect(try options().fleet.seed == 5)
    }

    @Test func `a shard that has drawn its seed is told what the others need`() throws {
        let warning = try options("--seed", "5", "--shard", "1/2").loneShardWarning
        let epoch = try options("--shard", "1/2").fleet.epoch
        #expect(
            warning == "shard 1/2 has found its epoch by itself, and other shards find other ones: "
                + "give all of them --seed 5 --epoch "
                + "\(CalendarTime(microseconds: epoch.microseconds))")
        #expect(try options("--shard", "1/2").loneShardWarning?.contains("seed and its") == true)
        let told = ["--seed", "5", "--epoch", "\(CalendarTime(microseconds: epoch.microseconds))"]
        #expect(try DaemonOptions(settings(told + ["--shard", "1/2"])).loneShardWarning == nil)
    }

    @Test func `another shard is told how to fly the same fleet`() throws {
        _ = try options("--seed", "5", "--epoch", "2026-11-20T06:00:00Z")
        let refusal = try refusal(try settings(["--state", state, "--shard", "1/2"]))
        #expect(refusal.code == .usage)
        #expect(
            refusal.description == "the state directory \(state) holds a fleet with shard 0/1, "
                + "not 1/2; leave out shard (flag --shard), or name an empty directory with "
                + "--state and give --seed 5 --epoch 2026-11-20T06:00:00.000000Z: that flies the "
                + "shard's lanes of the same fleet, at speed 1 from the present and else from the "
                + "epoch, without what was commanded or entered by hand. --merge-state takes that "
                + "over from the directories of all shards")
    }

    @Test func `a configuration that names another fleet is wrong`() throws {
        _ = try options("--seed", "5")
        let wrong = try settings(file: "{state: '\(state)', seed: 7, rate_hz: 5}")
        let refusal = try refusal(wrong)
        #expect(refusal.code == .configuration)
        #expect(refusal.description.contains("seed 5, not 7; rate_hz 1, not 5; leave out seed ("))
        #expect(refusal.description.contains(":1) and rate_hz ("))
    }

    @Test func `other faults and recordings are another fleet`() throws {
        let faults = try write("strap dropout 40 s at 12:00\n", to: "faults.txt")
        _ = try options("--seed", "5")
        let refusal = try refusal(try settings(["--state", state, "--faults", faults]))
        #expect(refusal.description.contains("a fleet with faults none, not \(faults);"))
        #expect(refusal.description.contains("; leave out faults (flag --faults), or"))
        let columns =
            "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms\n"
        let run = try write(columns + "0,100,3,170,1,240\n1,101,3,170,1,240\n", to: "run.csv")
        let other = try self.refusal(try settings(["--state", state, "--replay", run]))
        #expect(other.description.contains("replay none, not \(run);"))
        #expect(other.description.contains("; leave out replay (flag --replay), or"))
    }

    @Test func `a fleet by days keeps its time zone, and the rules that it began with`() throws {
        let days = ["--schedule", "days"]
        let first = try options("--schedule", "days", "--time-zone", "Europe/Berlin").fleet
        #expect(first.dayCalendar.zoneName == "Europe/Berlin")
        #expect(try options("--schedule", "days").fleet.identity == first.identity)
        #expect(try options().fleet.identity == first.identity)
        let laps = try refusal(try settings(["--state", state, "--schedule", "laps"]))
        #expect(laps.description.contains("schedule days, not laps; leave out schedule"))
        let other = try refusal(
            try settings(["--state", state, "--time-zone", "Asia/Tokyo"] + days))
        #expect(other.description.contains("time_zone Europe/Berlin, not Asia/Tokyo"))

        let zone = "\(state)/zone"
        let bytes = try FileContent.read(zone, limitBytes: 1 << 16)
        try FileContent.replace(zone, with: Array(bytes.prefix(200)), durable: false)
        let cut = try refusal(try settings(["--state", state] + days))
        #expect(cut.code == .input && cut.description.contains("/zone:1: "))
        unlink(zone)
        let missing = try refusal(try settings(["--state", state] + days))
        #expect(missing.code == .input && missing.description.contains("zone is missing"))
        try FileContent.replace(zone, with: bytes, durable: false)
        #expect(try options("--schedule", "days").fleet.identity == first.identity)
    }

    @Test func `what another model has flown no setting brings back`() throws {
        func fleet(model: Int, seed: UInt64) -> StoredFleet {
            StoredFleet(
                identity: "x\(model)\(seed)", model: model, encoding: 1, seed: seed,
                epoch: FleetInstant(ticks: 0), rate: 1, device: "mixed", faults: "none",
                recordings: "none", heartRateLimits: "none")
        }
        let settings = try settings(["--seed", "7"])
        for model in [1, 2] {
            let differences = fleet(model: model, seed: 5)
                .differences(from: fleet(model: 2, seed: 7))
            let words = KeptFleetRemedy(differences: differences, settings: settings).words
            #expect(words == (model == 2 ? "leave out seed (flag --seed)" : nil))
        }
    }

    @Test func `a fast fleet goes on where it would have been`() throws {
        let clock = try #require(try options("--speed", "60").state?.clock)
        #expect(try options("--speed", "60").state?.clock == clock)
        let slow = try #require(try options("--speed", "0.5").state?.clock)
        #expect(slow.speed.thousandths == 500)
        #expect(slow.fleet == clock.instant(at: slow.wallMicroseconds))
        #expect(try options("--speed", "0.5").state?.clock == slow)
    }

    /// The clock says a year and a half later, or as much as it can.
    @Test(arguments: [50_000_000_000_000, 2_700_000_000_000_000, 7_000_000_000_000_000] as [Int64])
    func `fleet time beyond all anchors is refused`(later: Int64) throws {
        let fleet = try options("--speed", "3600").fleet
        let refusal = try #require(throws: ProgramFailure.self) {
            try KeptState(
                try StateFolder(state), fleet, try settings(["--speed", "3600"]),
                at: WallClock.nowMicroseconds + later)
        }
        #expect(refusal.description.contains("has left the years from 1970 to November 2666"))
    }

    @Test(arguments: [0, 10_000_000, 86_400_000_000, 946_684_799_999_999] as [Int64])
    func `a clock that has not been set is a failure that passes`(wall: Int64) throws {
        let fleet = try options("--epoch", "2026-11-20T06:00:00Z").fleet
        let refusal = try #require(throws: ProgramFailure.self) {
            try KeptState(try StateFolder(state), fleet, try settings(), at: wall)
        }
        #expect(refusal.code == .temporaryFailure)
        #expect(refusal.description.contains("it has not been set"))
        let drawn = try #require(throws: ProgramFailure.self) {
            try settings().fleet(defaultEpoch: wall)
        }
        #expect(drawn.code == .temporaryFailure)
        #expect(drawn.description.hasSuffix("or give --epoch"))
        #expect(throws: Never.self) { try options().fleet }
    }

    @Test func `without a state directory the clock counts in real time only`() throws {
        let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
        func present(_ speed: PlaybackSpeed) throws(ProgramFailure) -> FleetInstant {
            let clock = ClockPoint(startingAt: 10_000_000, epoch: epoch, speed: speed)
            return try FleetPresent(clock: clock, wall: 10_000_000, folder: nil).instant()
        }
        let refusal = #expect(throws: ProgramFailure.self) { try present(.realTime) }
        #expect(refusal?.code == .temporaryFailure)
        #expect(try present(.fastest) == epoch)
    }

    @Test func `a clock that was set back is told, and keeps commands behind what was sent`()
        throws
    {
        let fleet = try options("--seed", "5").fleet
        let (now, year) = (WallClock.nowMicroseconds, Int64(365 * 86_400) * 1_000_000)
        _ = try KeptState(try StateFolder(state), fleet, try settings(), at: now + year)
        let kept = try KeptState(try StateFolder(state), fleet, try settings(), at: now)
        let warning = try #require(kept.clockWarning)
        #expect(warning.hasPrefix("the machine's clock is behind: the fleet stands at "))
        #expect(warning.contains("refused"))
        let ahead = try #require(kept.frontier.earlier).microseconds - now
        #expect((year...year + 6_100_000).contains(ahead))
    }

    @Test func `a restart after a kill is no clock that was set back`() throws {
        let fleet = try options("--seed", "5").fleet
        let now = WallClock.nowMicroseconds
        for _ in 0..<2 {
            let kept = try KeptState(try StateFolder(state), fleet, try settings(), at: now)
            #expect(kept.clockWarning == nil)
        }
    }

    @Test func `what is damaged is bad input, what cannot be made is told`() throws {
        _ = try options()
        _ = try write("x", to: "state/identity")
        #expect(try refusal(try settings(["--state", state])).code == .input)
        let file = try write("x", to: "file")
        #expect(try refusal(try settings(["--state", "\(file)/state"])).code == .output)
    }

    @Test func `a manager's folder is taken where none is named, the first of several`() throws {
        let given = try settings([], ["STATE_DIRECTORY": "\(state):/other"])
        #expect(given.text(.state) == state)
        #expect(given[.state]?.origin.description == "default, from STATE_DIRECTORY")
        let named = try settings(["--state", "/x"], ["STATE_DIRECTORY": state])
        #expect(named.text(.state) == "/x")
        #expect(try settings()[.state] == nil)
        #expect(try DaemonOptions(try settings()).state?.clock == nil)
    }
}
