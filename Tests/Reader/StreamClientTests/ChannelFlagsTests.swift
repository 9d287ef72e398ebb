import CommandLine
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import StreamClient

@Suite struct ChannelFlagsTests {
    private static let table = FlagTable(
        command: "runway tail", summary: "", examples: [],
        flags: ChannelFlags.all + [ChannelFlags.queueFlag])

    private func request(
        _ arguments: [String], after: String? = nil
    ) throws -> (line: String, request: SubscribeRequest) {
        try ChannelFlags.request(try Self.table.parse(arguments), after: after)
    }

    private func shape(_ arguments: String...) throws -> ChannelShape {
        try request(arguments).request.shape
    }

    @Test func `no flags ask for what a bare request asks for`() throws {
        let (line, request) = try request([])
        #expect(line == #"{"op":"subscribe"}"#)
        #expect(request == SubscribeRequest())
    }

    @Test func `a policy is asked for by its word, and another one is refused`() throws {
        for policy in QueuePolicy.allCases {
            #expect(try request(["--queue", policy.rawValue]).request.queue == policy)
        }
        #expect(throws: ProgramFailure.self) { try request(["--queue", "never"]) }
    }

    @Test func `every flag says its own part of the shape`() throws {
        var expected = ChannelShape()
        expected.kinds = [.stat, .phase, .advisory]
        #expect(try shape("--kinds", "stat,phase,advisory") == expected)

        expected = ChannelShape()
        expected.metrics = MetricSet([.heartRate, .distance])
        #expect(try shape("--metrics", "heart_rate_bpm,distance_m") == expected)

        expected = ChannelShape()
        expected.statistics = [.min, .max, .sd]
        #expect(try shape("--stats", "min,max,sd") == expected)

        expected = ChannelShape()
        expected.window = .span(.seconds(30))
        #expect(try shape("--window", "30s") == expected)
        expected.window = .session
        #expect(try shape("--window", "session") == expected)

        expected = ChannelShape()
        expected.every = .seconds(120)
        #expect(try shape("--every", "2m") == expected)

        expected = ChannelShape()
        expected.alignment = .clock
        #expect(try shape("--align", "clock") == expected)
    }

    @Test(arguments: [
        ("mean:10s", Smoothing.mean(.seconds(10))), ("median:60s", .median(.seconds(60))),
        ("ema:5s", .ema(halfLife: .seconds(5))), ("ema2:500ms", .ema2(halfLife: .init(ticks: 25))),
        ("none", .none),
    ])
    func `smoothing is a kind and its span`(text: String, expected: Smoothing) throws {
        #expect(try shape("--smooth", text).smoothing == expected)
    }

    @Test(arguments: [("0", 0), ("1", 100), ("0.5", 50), (".5", 50), ("+0.25", 25), ("5e-1", 50)])
    func `a coverage is any way of writing a share`(text: String, percent: Int) throws {
        #expect(try shape("--min-coverage", text).minimumCoveragePercent == percent)
    }

    @Test func `sessions are all, one or several, and whole lanes`() throws {
        #expect(try request([]).request.selection == .all)
        #expect(try request(["--session", "*"]).request.selection == .all)
        #expect(try request(["--session", "s0,*"]).request.selection == .all)
        let expected = SessionSelection([
            SelectedSessions(lane: 0), SelectedSessions(lane: 7, lap: -2),
        ])
        #expect(try request(["--session", "s7.-2,s0"]).request.selection == expected)
    }

    @Test func `where to begin is the start or an anchor`() throws {
        #expect(try request([], after: "start").request.start == .sessionStart)
        let error = #expect(throws: ProgramFailure.self) { try request([], after: "now") }
        #expect(error?.code == .usage)
        #expect(error?.description.hasPrefix("--from: ") == true)
    }

    @Test(arguments: [
        (["--session", "lane7"], "--session"), (["--session", ","], "--session"),
        (["--kinds", "truths"], "--kinds"), (["--kinds", "stat,\""], "--kinds"),
        (["--metrics", "heart_rate_bpm,mood"], "--metrics"), (["--metrics", ","], "--metrics"),
        (["--stats", "mean"], "--stats"), (["--stats", "sum"], "--stats"),
        (["--window", "30"], "--window"), (["--window", "10h"], "--window"),
        (["--every", "0s"], "--every"), (["--every", "15ms"], "--every"),
        (["--align", "utc"], "--align"), (["--smooth", "ema"], "--smooth"),
        (["--smooth", "mean"], "--smooth"), (["--smooth", "kalman:3s"], "--smooth"),
        (["--smooth", "ema:5"], "--smooth"), (["--smooth", "none:5s"], "--smooth"),
        (["--smooth", ":"], "--smooth"), (["--min-coverage", "1.5"], "--min-coverage"),
        (["--min-coverage", "0.123"], "--min-coverage"),
        (["--min-coverage", "half"], "--min-coverage"),
        (["--min-coverage", "nan"], "--min-coverage"),
        (["--min-coverage", "inf"], "--min-coverage"),
    ])
    func `a flag that cannot be used is a mistake of usage that names itself`(
        arguments: [String], place: String
    ) throws {
        let error = #expect(throws: ProgramFailure.self) { try request(arguments) }
        #expect(error?.code == .usage)
        let description = error?.description ?? ""
        #expect(!description.contains(".;"))
        #expect(!description.hasSuffix("."))
        let isNamed =
            description.hasPrefix("\(place): ") || description.hasPrefix("\(place) cannot be ")
        #expect(isNamed, "\(description)")
    }

    @Test func `what the flags ask for is what the daemon reads`() throws {
        let arguments = [
            "--session", "s3,s0.1", "--kinds", "stat,sample,event", "--metrics",
            "speed_mps,heart_rate_bpm", "--stats", "average,sd,coverage", "--window", "1m",
            "--every", "5s", "--smooth", "ema2:10s", "--align", "clock", "--min-coverage", "0.8",
        ]
        let (line, request) = try request(arguments, after: "start")
        #expect(Self.decoded(line) == .subscribe(request))
    }

    private static func decoded(_ line: String) -> Request? {
        try? RequestDecoder.decode(Array(line.utf8)[...], number: 1).request
    }
}
