import ChannelPipeline
import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// What the lines of a session say of the pauses that the athlete's own button makes.
@Suite struct OwnPauseTests {
    private static let seeds = Seeds.of(1...12, few: 4)

    /// A live reader of one lane around a pause.
    private struct Bench {
        let pause: OwnPause
        let driven: DrivenFleet
        let live: DrivenFleet.Subscription

        init(seed: UInt64, _ shape: TestShape = .everything, from now: FleetInstant? = nil) throws {
            pause = try OwnPause(seed: seed)
            driven = DrivenFleet(pause.fleet, at: now ?? pause.begin - .seconds(25))
            live = driven.follow(shape.shape, [pause.lane], from: .after(driven.present))
        }

        /// What is said at an instant of the session.
        func words(_ instant: FleetInstant) -> [String] {
            live.lines.filter { $0.position.instant == instant }
                .map { String($0.field("event") ?? $0.type ?? "") }
        }

        var selected: SelectedSessions { SelectedSessions(lane: pause.lane) }
    }

    @Test(arguments: seeds)
    func `a pause says the sample of its instant and itself, and then nothing up to its end`(
        seed: UInt64
    ) throws {
        let bench = try Bench(seed: seed)
        let (begin, end) = (bench.pause.begin, bench.pause.end)
        bench.driven.advance(to: end + .seconds(20))
        #expect(bench.words(begin).prefix(2) == ["sample", "truth"], "seed \(seed)")
        #expect(bench.words(begin).last == "pause")
        #expect(bench.words(end) == ["resume"])
        #expect(bench.words(end + .seconds(1)).prefix(2) == ["sample", "truth"])
        let between = bench.live.lines.filter {
            begin < $0.position.instant && $0.position.instant < end
        }
        #expect(between.isEmpty, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `statistics come by session time, which stands still`(seed: UInt64) throws {
        let bench = try Bench(seed: seed, .stat)
        bench.driven.advance(to: bench.pause.end + .seconds(30))
        let instants = bench.live.lines.filter { $0.type == "stat" }.map(\.position.instant)
        let length = bench.pause.end - bench.pause.begin
        let times = instants.map { instant in
            (instant - bench.pause.start) - (instant > bench.pause.begin ? length : .zero)
        }
        #expect(instants.count > 50 && instants.contains { $0 > bench.pause.end })
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == .seconds(1) })
    }

    @Test(arguments: seeds)
    func `a snapshot within a pause says that the session is paused`(seed: UInt64) throws {
        for (place, state) in [
            (\OwnPause.begin, "paused"), (\.middle, "paused"), (\.end, "flying"),
        ] {
            let pause = try OwnPause(seed: seed)
            let driven = DrivenFleet(pause.fleet, at: pause[keyPath: place])
            let live = driven.follow(
                TestShape.marks.shape, [pause.lane], from: .after(driven.present))
            #expect(live.snapshots.first?.field("state") == state[...], "seed \(seed)")
        }
    }

    @Test(arguments: seeds)
    func `a pause is neither paused nor resumed by an operator, but can be stopped`(
        seed: UInt64
    ) throws {
        let pause = try OwnPause(seed: seed)
        let second = FleetDuration.seconds(1)
        let lane = SelectedSessions(lane: pause.lane)
        for now in [pause.begin - second, pause.middle, pause.end - second] {
            for request in [CommandRequest.pause(lane), .resume(lane)] {
                let error = #expect(throws: WireError.self) {
                    try pause.fleet.command(request, after: now)
                }
                #expect(error?.code == .wrongState && error?.field == "session")
                #expect(error?.reason.contains(" pauses by itself from ") == true)
                #expect(error?.suggestion == "It can be stopped; it goes on by itself.")
            }
            #expect(try pause.fleet.command(.stop(lane), after: now).instant == now + second)
        }
        for now in [pause.begin - second - second, pause.end] {
            #expect(try pause.fleet.command(.pause(lane), after: now).instant == now + second)
            #expect(throws: WireError.self) { try pause.fleet.command(.resume(lane), after: now) }
        }
    }

    @Test(arguments: seeds)
    func `a stop in a pause ends the session there`(seed: UInt64) throws {
        for place in [\OwnPause.begin, \.middle] {
            let pause = try OwnPause(seed: seed)
            let now = pause[keyPath: place] - .seconds(1)
            let bench = try Bench(seed: seed, from: now)
            let stop = try bench.driven.apply(.stop(bench.selected))
            bench.driven.advance(to: pause.end + .seconds(60))
            let words = bench.words(stop.instant)
            #expect(words.suffix(1) == ["end"] && words.contains("stat"), "seed \(seed)")
            #expect(words.contains("sample") == (stop.instant == pause.begin))
            #expect(bench.live.lines.last?.type == "end")
        }
    }

    @Test(arguments: seeds)
    func `an operator's pause just before has the athlete's come later`(seed: UInt64) throws {
        let bench = try Bench(seed: seed)
        let pause = bench.pause
        bench.driven.advance(to: pause.begin - .seconds(2))
        try bench.driven.apply(.pause(bench.selected))
        bench.driven.advance(to: pause.begin + .seconds(98))
        try bench.driven.apply(.resume(bench.selected))
        bench.driven.advance(to: pause.end + .seconds(130))
        let marks = bench.live.lines.filter { $0.type == "event" }.map { line in
            "\(line.field("event") ?? "") \((line.position.instant - pause.begin).ticks / 50)"
        }
        let length = (pause.end - pause.begin).ticks / 50
        #expect(
            marks == ["pause -1", "resume 99", "pause 100", "resume \(100 + length)"],
            "seed \(seed)")
    }

    /// The number of lanes may change between two runs of a daemon.
    @Test(arguments: seeds)
    func `a command of a lane that is not flown is checked against its pauses`(
        seed: UInt64
    ) throws {
        let pause = try OwnPause(seed: seed)
        var small = TestFleets.simulated(seed: seed, lanes: 0)
        #expect(throws: WireError.self) {
            try small.enter(SessionCommand(.pause, pause.session, at: pause.middle))
        }
        try small.enter(SessionCommand(.pause, pause.session, at: pause.begin - .seconds(1)))
        try small.enter(SessionCommand(.resume, pause.session, at: pause.middle))
        #expect(small.commands.count == 2)
    }

    @Test(arguments: seeds)
    func `fleets without the button have no event but start, and a sample each second`(
        seed: UInt64
    ) throws {
        let pause = try OwnPause(seed: seed)
        let fleet = Fleet(
            seed: seed, epoch: TestFleets.epoch, simulatedLanes: 100,
            equipment: Equipment(hasPauseButton: false))
        #expect(OwnPause.spans(of: pause.session, in: fleet).isEmpty)
        #expect(fleet.course(of: pause.session, at: pause.middle).state == .flying)
        var flight = LaneFlight(pause.session, of: fleet, fliesOneSession: true)
        var samples = 0
        while flight.nextInstant != nil {
            let step = flight.step(of: fleet)
            #expect(!step.pauses && !step.resumes)
            if step.sample != nil { samples += 1 }
        }
        #expect(samples == 4200)
    }
}
