import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// What live commands do to the lines of a session.
@Suite struct CommandedFlightTests {
    /// A session of lane 34, and the second before whose end its fleet stands.
    private struct Bench {
        let driven: DrivenFleet
        let subscription: DrivenFleet.Subscription
        let start: FleetInstant

        init(
            _ shape: TestShape = .everything, lane: LaneID = 34, secondsIn seconds: Int64 = 100,
            fleet: Fleet = TestFleets.simulated()
        ) {
            start = fleet.start(of: SessionName(lane: lane, lap: 0))
            driven = DrivenFleet(fleet, at: start + .seconds(seconds))
            subscription = driven.follow(shape.shape, [lane], from: .sessionStarts)
        }

        /// Lines by the seconds since the session's start at which they are due.
        func lines(_ seconds: Int64) -> [PipelineLine] {
            subscription.lines.filter { $0.position.instant == start + .seconds(seconds) }
        }

        func words(_ seconds: Int64) -> [String] {
            lines(seconds).map { String($0.field("event") ?? $0.type ?? "") }
        }

        func advance(_ seconds: Int64) { driven.advance(to: start + .seconds(seconds)) }
    }

    private static let lane = SelectedSessions(lane: 34)

    @Test func `a pause says the sample of its instant, then itself, then nothing`() throws {
        let bench = Bench()
        let command = try bench.driven.apply(.pause(Self.lane))
        #expect(command.instant == bench.start + .seconds(101))
        bench.advance(200)
        #expect(bench.words(101) == ["sample", "truth", "pause"])
        #expect(bench.subscription.lines.last?.field("event") == "pause")
        bench.advance(500)
        #expect(bench.subscription.lines.last?.field("event") == "pause")
    }

    @Test func `session time goes on from a resumption, with a sample a period later`() throws {
        let bench = Bench()
        try bench.driven.apply(.pause(Self.lane))
        bench.advance(149)
        let command = try bench.driven.apply(.resume(Self.lane))
        #expect(command.instant == bench.start + .seconds(150))
        bench.advance(180)
        #expect(bench.words(150) == ["resume"])
        #expect(bench.words(151).prefix(2) == ["sample", "truth"])
        // Session time was 101 s at the pause; a stat comes every four seconds.
        let stats = (140...160).filter { bench.words($0).contains("stat") }
        #expect(stats == [153, 157])
    }

    @Test func `a paused body does what it would have done without the pause, only later`() throws {
        let bench = Bench(.sample)
        try bench.driven.apply(.pause(Self.lane))
        bench.advance(149)
        try bench.driven.apply(.resume(Self.lane))
        bench.advance(1049)
        let plain = Bench(.sample, secondsIn: 1000)
        let body = bench.subscription.lines.map { $0.field("speed_mps") }
        #expect(body == plain.subscription.lines.map { $0.field("speed_mps") })
        #expect(body.count == 1000)
        #expect(bench.words(1049) == ["sample"])
    }

    @Test(arguments: [false, true])
    func `a stop ends as a run ends, paused or not`(isPaused: Bool) throws {
        let bench = Bench(secondsIn: 600)
        if isPaused { try bench.driven.apply(.pause(Self.lane)) }
        bench.advance(700)
        let command = try bench.driven.apply(.stop(Self.lane))
        #expect(command.instant == bench.start + .seconds(701))
        bench.advance(4199)
        let expected = ["phase", "stat", "end"]
        #expect(bench.words(701) == (isPaused ? expected : ["sample", "truth"] + expected))
        #expect(bench.lines(701).first { $0.type == "phase" }?.field("to") == "touchdown")
        #expect(bench.subscription.lines.last?.type == "end")
        bench.advance(4200)
        #expect(bench.subscription.lines.last?.field("event") == "start")
        #expect(bench.subscription.lines.last?.session == SessionName(lane: 34, lap: 1))
        bench.advance(4300)
        #expect(bench.lines(4300).first?.session == SessionName(lane: 34, lap: 1))
    }

    @Test func `a session that stands at its end is stopped without a second touchdown`() throws {
        let plain = Bench(.marks, secondsIn: 4199)
        let last = try #require(plain.subscription.lines.last { $0.type == "phase" })
        #expect(last.field("to") == "touchdown")
        let landed = last.position.instant - plain.start
        let bench = Bench(secondsIn: landed.ticks / 50 + 1)
        try bench.driven.apply(.stop(Self.lane))
        bench.advance(4199)
        #expect(bench.words(landed.ticks / 50 + 2) == ["sample", "truth", "stat", "end"])
    }

    @Test(arguments: [false, true])
    func `a session pushed beyond its lap's end is ended there`(isPaused: Bool) throws {
        let bench = Bench(secondsIn: 600)
        try bench.driven.apply(.pause(Self.lane))
        bench.advance(2400)
        if !isPaused { try bench.driven.apply(.resume(Self.lane)) }
        bench.advance(4201)
        let end = bench.words(4200)
        let tail = ["stat", "end", "start"]
        #expect(end == (isPaused ? ["phase"] : ["sample", "truth", "phase"]) + tail)
        #expect(bench.lines(4201).first?.session == SessionName(lane: 34, lap: 1))
        #expect(bench.lines(4201).first?.type == "sample")
    }

    @Test func `a session can be paused before its first sample`() throws {
        let bench = Bench(secondsIn: 0)
        try bench.driven.apply(.pause(Self.lane))
        bench.advance(9)
        #expect(bench.words(1) == ["sample", "truth", "pause"])
        try bench.driven.apply(.resume(Self.lane))
        try bench.driven.apply(.stop(Self.lane))
        bench.advance(20)
        #expect(bench.words(10) == ["resume"])
        #expect(bench.words(11) == ["sample", "truth", "phase", "stat", "end"])
    }

    @Test func `a stop may share the instant of a pause, a resumption has its own`() throws {
        let bench = Bench()
        try bench.driven.apply(.pause(Self.lane))
        try bench.driven.apply(.resume(Self.lane))
        try bench.driven.apply(.pause(Self.lane))
        try bench.driven.apply(.stop(Self.lane))
        bench.advance(200)
        #expect(bench.words(101) == ["sample", "truth", "pause"])
        #expect(bench.words(102) == ["resume"])
        #expect(
            bench.words(103) == ["sample", "truth", "phase", "stat", "pause", "end"])
    }

    @Test func `a resumption at the lap's end comes too late`() throws {
        let bench = Bench()
        try bench.driven.apply(.pause(Self.lane))
        bench.advance(4199)
        do {
            let command = try bench.driven.apply(.resume(Self.lane))
            Issue.record("resumed at \(command.instant)")
        } catch {
            #expect(error.code == .wrongState)
            #expect(error.reason.contains("s34.0 has ended at"))
            #expect(error.suggestion.contains("next session begins"))
        }
    }

    @Test func `a recording takes commands at any tick and is shifted`() throws {
        let fleet = try TestFleets.mixed(seed: 5, rows: 20)
        let bench = Bench(.sample, lane: 0, secondsIn: -1, fleet: fleet)
        let plain = Bench(.sample, lane: 0, secondsIn: -1, fleet: fleet)
        plain.advance(3600)
        bench.driven.advance(to: bench.start + FleetDuration(ticks: 57))
        let pause = try bench.driven.apply(.pause(SelectedSessions(lane: 0)))
        #expect(pause.instant == bench.start + FleetDuration(ticks: 58))
        bench.driven.advance(to: bench.start + FleetDuration(ticks: 500))
        try bench.driven.apply(.resume(SelectedSessions(lane: 0)))
        bench.advance(3600)
        func samples(_ bench: Bench) -> [(FleetInstant, Substring?)] {
            bench.subscription.lines.filter { $0.type == "sample" }
                .map { ($0.position.instant, $0.field("heart_rate_bpm")) }
        }
        #expect(samples(bench).map(\.1) == samples(plain).map(\.1))
        for (shifted, original) in zip(samples(bench), samples(plain)) {
            let isLater = original.0 > pause.instant
            #expect((shifted.0 - original.0).ticks == (isLater ? 443 : 0))
        }
        #expect(bench.subscription.lines.last?.type == "end")
    }
}
