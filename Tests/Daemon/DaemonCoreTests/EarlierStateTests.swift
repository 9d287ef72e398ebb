import ChannelPipeline
import CommandLine
import Configuration
import Glibc
import LinuxIO
import TestSupport
import Testing
import Vocabulary

@testable import DaemonCore

/// A state directory of an earlier daemon, which keeps no settings.
@Suite struct EarlierStateTests {
    private let folder: SharedDirectory

    init() throws { folder = try SharedDirectory(prefix: "runway-earlier") }

    private var state: String { "\(folder.path)/state" }

    /// Makes the directory one of an earlier daemon.
    private func forgetSettings() { #expect(unlink("\(state)/settings") == 0) }

    private func refusal(_ settings: ChosenSettings) throws -> ProgramFailure {
        try #require(throws: ProgramFailure.self) { try DaemonOptions(settings) }
    }

    private func write(_ text: String, to name: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try FileContent.replace(path, with: Array(text.utf8), durable: false)
        return path
    }

    @Test(arguments: [
        (["--rate", "5"], [], "rate_hz 5, not 1; give --rate 5"),
        (["--device", "strap"], ["--device", "perfect"], "give --device strap"),
        (["--without-pauses"], [], "pauses false, not true; give --without-pauses"),
        (
            ["--rate", "5", "--device", "strap"], ["--seed", "7"],
            "seed 5, not 7; rate_hz 5, not 1; device strap, not mixed; leave out seed (flag "
                + "--seed) and give --rate 5 and --device strap"
        ),
    ])
    func `what was left out is to be given again`(
        begun: [String], again: [String], words: String
    ) throws {
        let first = try settings(["--state", state, "--seed", "5"] + begun)
        let identity = try DaemonOptions(first).fleet.identity
        forgetSettings()
        let refusal = try refusal(try settings(["--state", state] + again))
        #expect(refusal.description.contains("\(words), or name another directory"))
        #expect(
            try DaemonOptions(try settings(["--state", state] + begun)).fleet.identity == identity)
    }

    @Test func `a folder belongs to one shard`() throws {
        let part = ["--shard", "1/2", "--seed", "5"]
        #expect(try settings(["--state", state] + part).shard == FleetShard(index: 1, count: 2))
        _ = try DaemonOptions(try settings(["--state", state] + part))
        forgetSettings()
        let whole = try refusal(try settings(["--state", state]))
        #expect(whole.description.contains("a fleet with shard 1/2, not 0/1; give --shard 1/2, or"))
        let again = try DaemonOptions(settings(["--state", state, "--shard", "1/2"]))
        #expect(again.fleet.shard == FleetShard(index: 1, count: 2))
    }

    @Test func `recordings are to be given again, with the limits of who flew them`() throws {
        let columns =
            "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms\n"
        let run = try write(columns + "0,100,3,170,1,240\n1,101,3,170,1,240\n", to: "run.csv")
        let first = ["--seed", "5", "--replay", run, "--maximal-heart-rate", "180"]
        _ = try DaemonOptions(try settings(["--state", state] + first))
        forgetSettings()
        let without = try refusal(try settings(["--state", state]))
        #expect(
            without.description.contains(
                "; give --replay as at its first start and --maximal-heart-rate 180, or"))
        let limits = ["--replay", run, "--resting-heart-rate", "70"]
        let other = try refusal(try settings(["--state", state] + limits))
        #expect(
            other.description.contains(
                "; leave out resting_heart_rate_bpm (flag --resting-heart-rate) and give "
                    + "--maximal-heart-rate 180, or"))
    }
}
