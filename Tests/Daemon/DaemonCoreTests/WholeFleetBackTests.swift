import ChannelPipeline
import CommandLine
import Configuration
import Glibc
import LinuxIO
import StateFiles
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// `runwayd --state DIR` alone brings back a fleet that was started with many settings.
@Suite struct WholeFleetBackTests {
    private let scratch: SharedDirectory

    init() throws { scratch = try SharedDirectory(prefix: "runway-back") }

    private var state: String { "\(scratch.path)/state" }

    private func options(_ arguments: [String] = [], file: String? = nil) throws -> DaemonOptions {
        try DaemonOptions(try settings(["--state", state] + arguments, file: file))
    }

    private func refusal(_ arguments: [String] = []) throws -> ProgramFailure {
        try #require(throws: ProgramFailure.self) { try options(arguments) }
    }

    private func write(_ text: String, to name: String) throws -> String {
        let path = "\(scratch.path)/\(name)"
        try FileContent.replace(path, with: Array(text.utf8), durable: false)
        return path
    }

    private static let many = [
        "--sessions", "25", "--rate", "5", "--device", "optical", "--schedule", "days",
        "--time-zone", "Asia/Kathmandu", "--speed", "60", "--shard", "1/3", "--without-pauses",
    ]
    private static let recording =
        "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms\n"
        + "0,100,3,170,1,250\n1,101,3,170,1,250\n"

    @Test func `the directory alone brings back all that describes the fleet`() throws {
        let first = try options(Self.many)
        let (fleet, anchor) = (first.fleet, Anchor(first.fleet))
        _ = consume first
        let again = try options()
        #expect(again.fleet.identity == fleet.identity)
        #expect(again.fleet.flownLanes == fleet.flownLanes)
        #expect("\(again.speed)" == "60")
        let source = FleetSource(
            again.fleet,
            schedule: ScheduleClock(
                fleetOrigin: again.fleet.epoch + .seconds(3600), monotonicOrigin: 0,
                speed: .realTime), catchUpThreads: 0)
        var request = SubscribeRequest()
        request.start = .after(anchor)
        #expect(throws: Never.self) { _ = try source.subscriptions.open(request) }
    }

    @Test func `recordings, limits and faults come back by their absolute paths`() throws {
        let faults = try write("strap dropout 40 s at 12:00\n", to: "faults.txt")
        let run = try write(Self.recording, to: "a run.csv")
        let flags = ["--faults", faults, "--replay", run, "--resting-heart-rate", "44"]
        let identity = try options(flags + ["--sessions", "2"]).fleet.identity
        let again = try options().fleet
        #expect(again.identity == identity)
        #expect(again.laneCount == 3)
        #expect(again.recordingLimits.resting == 44)
    }

    @Test(arguments: [
        (["--device", "strap"], "device optical, not strap; leave out"),
        (["--rate", "1"], "rate_hz 5, not 1; "),
        (["--shard", "0/3"], "shard 1/3, not 0/3; "),
        (["--schedule", "laps"], "schedule days, not laps; "),
        (["--time-zone", "Europe/Berlin"], "time_zone Asia/Kathmandu, not Europe/Berlin; "),
    ])
    func `one that is given and differs is refused with both values`(
        flags: [String], words: String
    ) throws {
        _ = try options(Self.many)
        let refusal = try refusal(flags)
        #expect(refusal.code == .usage)
        #expect(refusal.description.contains("holds a fleet with \(words)"))
    }

    @Test func `sessions and speed may change, are named with both values, and are kept`() throws {
        _ = try options(Self.many)
        let other = try options(["--sessions", "30", "--speed", "2"])
        let news = try #require(other.state).settingNews
        #expect(
            news.first
                == "as this fleet flew last: schedule days, time_zone Asia/Kathmandu, rate_hz 5, "
                + "device optical, pauses false, shard 1/3")
        #expect(
            news.dropFirst() == [
                "sessions is 30 (flag --sessions), and was 25 when this fleet flew last; it is "
                    + "kept",
                "speed is 2 (flag --speed), and was 60 when this fleet flew last; it is kept",
            ])
        _ = consume other
        let again = try options()
        #expect(again.fleet.laneCount == 30)
        #expect(again.state?.settingNews.count == 1)
    }

    @Test func `faults that have changed, moved or gone are named`() throws {
        let faults = try write("strap dropout 40 s at 12:00\n", to: "faults.txt")
        let identity = try options(["--faults", faults]).fleet.identity
        let moved = try write("strap dropout 40 s at 12:00\n", to: "moved.txt")
        #expect(try options(["--faults", moved]).fleet.identity == identity)
        _ = try write("strap dropout 50 s at 12:00\n", to: "moved.txt")
        #expect(
            try refusal().description.contains(
                "faults \(moved) as it was, and its content has changed; give --faults"))
        #expect(
            try refusal(["--faults", faults + ".none"]).description.contains("cannot read"))
        #expect(unlink(moved) == 0)
        let gone = try refusal()
        #expect(gone.code == .input)
        #expect(
            gone.description.hasPrefix("faults, kept in \(state): cannot read the fault script"))
        #expect(try options(["--faults", faults]).fleet.identity == identity)
    }

    @Test func `a directory of an earlier daemon has only seed, epoch and clock`() throws {
        let first = try options(["--sessions", "25"]).fleet
        #expect(unlink("\(state)/settings") == 0)
        let again = try options().fleet
        #expect(again.identity == first.identity)
        #expect(again.laneCount == 3)
    }

    @Test func `a file outranks what is kept, and says where the difference is`() throws {
        _ = try options(Self.many)
        let file = "{ device: \"optical\", rate_hz: 1 }"
        let refusal = try #require(throws: ProgramFailure.self) { try options(file: file) }
        #expect(refusal.code == .configuration)
        #expect(refusal.description.contains("with rate_hz 5, not 1; "))
    }
}

extension Anchor {
    fileprivate init(_ fleet: Fleet) {
        self.init(
            identity: fleet.identity,
            position: StreamPosition(after: fleet.epoch + .seconds(60)))
    }
}
