import ChannelPipeline
import LinuxIO
import Settings
import StateFiles
import Testing
import Vocabulary

@testable import DaemonCore

@Suite struct KeptStateTests {
    private let folder: Folder

    /// A folder that the copies of the suite share.
    private final class Folder: Sendable {
        let directory: TemporaryDirectory

        init() throws { directory = try TemporaryDirectory(prefix: "runway-kept") }
    }

    init() throws { folder = try Folder() }

    private var state: String { "\(folder.directory.path)/state" }

    private func options(_ arguments: String...) throws -> DaemonOptions {
        try DaemonOptions(try settings(["--state", state] + arguments))
    }

    private func refusal(_ settings: ChosenSettings) throws -> StartFailure {
        try #require(throws: StartFailure.self) { try DaemonOptions(settings) }
    }

    private func write(_ text: String, to name: String) throws -> String {
        let path = "\(folder.directory.path)/\(name)"
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
        #expect(second.code == .busy)
        #expect(second.description.contains("process \(CurrentProcess.id)"))
        withExtendedLifetime(first) {}
    }

    @Test(arguments: [
        (["--seed", "7"], "seed 5, not 7"),
        (
            ["--epoch", "2026-11-21T00:00:00Z"],
            "epoch 2026-11-20T06:00:00.000000Z, not 2026-11-21T00:00:00.000000Z"
        ),
        (["--rate", "5"], "rate_hz 1, not 5"), (["--device", "strap"], "device mixed, not strap"),
        (["--shard", "1/2"], "shard 0/1, not 1/2"),
    ])
    func `another fleet is refused and named`(flags: [String], words: String) throws {
        _ = try options("--seed", "5", "--epoch", "2026-11-20T06:00:00Z")
        let refusal = try refusal(try settings(["--state", state] + flags))
        #expect(refusal.code == .usage)
        #expect(
            refusal.description == "the state directory \(state) holds a fleet with \(words); "
                + "leave out what differs, or name another directory with --state")
        #expect(try options().fleet.seed == 5)
    }

    @Test func `a configuration that names another fleet is wrong`() throws {
        _ = try options("--seed", "5")
        let wrong = try settings(file: "{state: '\(state)', seed: 7, rate_hz: 5}")
        let refusal = try refusal(wrong)
        #expect(refusal.code == .configuration)
        #expect(refusal.description.contains("seed 5, not 7; rate_hz 1, not 5"))
    }

    @Test func `a folder belongs to one shard`() throws {
        let part = ["--shard", "1/2", "--seed", "5"]
        #expect(try settings(["--state", state] + part).shard == FleetShard(index: 1, count: 2))
        _ = try DaemonOptions(try settings(["--state", state] + part))
        let whole = try refusal(try settings(["--state", state]))
        #expect(whole.description.contains("a fleet with shard 1/2, not 0/1; leave out"))
        #expect(try options("--shard", "1/2").fleet.shard == FleetShard(index: 1, count: 2))
    }

    @Test func `other faults and recordings are another fleet`() throws {
        let faults = try write("strap dropout 40 s at 12:00\n", to: "faults.txt")
        _ = try options("--seed", "5")
        let refusal = try refusal(try settings(["--state", state, "--faults", faults]))
        #expect(refusal.description.contains("a fleet with faults none, not "))
        let columns =
            "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms\n"
        let run = try write(columns + "0,100,3,170,1,240\n1,101,3,170,1,240\n", to: "run.csv")
        let other = try self.refusal(try settings(["--state", state, "--replay", run]))
        #expect(other.description.contains("replay none, not 1 "))
    }

    @Test func `a fast fleet goes on where it would have been`() throws {
        let clock = try #require(try options("--speed", "60").state?.clock)
        #expect(try options("--speed", "60").state?.clock == clock)
        let slow = try #require(try options("--speed", "0.5").state?.clock)
        #expect(slow.speed.thousandths == 500)
        #expect(slow.fleet == clock.instant(at: slow.wallMicroseconds))
        #expect(try options("--speed", "0.5").state?.clock == slow)
    }

    @Test func `fleet time beyond all anchors is refused`() throws {
        let fleet = try options("--speed", "3600").fleet
        let refusal = try #require(throws: StartFailure.self) {
            // The clock says a year and a half later.
            try KeptState(
                try StateFolder(state), fleet, try settings(["--speed", "3600"]),
                at: WallClock.nowMicroseconds + 50_000_000_000_000)
        }
        #expect(refusal.description.contains("anchors name 1970 to 2666"))
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
