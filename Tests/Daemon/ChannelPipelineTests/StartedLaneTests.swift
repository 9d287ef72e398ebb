import ChannelPipeline
import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct StartedLaneTests {
    private let fleet = TestFleets.simulated(lanes: 3)

    @Test func `a session started as an athlete who is ordered flies that athlete`() throws {
        var order = AthleteOrder()
        (order.age, order.restingHeartRate) = (61, 44)
        let roster = Roster(
            orders: [AthleteOrder(), order], names: [nil, "Ada"], contentHash: "2 x")
        var fleet = Fleet(
            seed: 5, epoch: TestFleets.epoch, simulatedLanes: 3, roster: roster)
        let command = try fleet.command(
            .start(StartOrder(athlete: 1), at: nil), after: TestFleets.epoch)
        try fleet.enter(command)
        let profile = fleet.profile(of: fleet.source(of: command.session))
        #expect(profile.athlete?.age == 61 && profile.restingHeartRate == 44)
        #expect(profile.athleteName == "Ada")
        let text = page(fleet, 0..<3, at: TestFleets.epoch)
        #expect(text.contains(#""athlete":{"name":"Ada","sex":"#))
    }

    private func page(_ fleet: Fleet, _ lanes: Range<LaneID>, at instant: FleetInstant) -> String {
        let page = SessionsPage(
            of: fleet, from: lanes.lowerBound, limit: lanes.count, at: instant)
        while !page.advance(steps: 100_000) {}
        var buffer = LineBuffer()
        page.append(id: nil, to: &buffer)
        return buffer.text
    }

    @Test func `lanes are numbered from 600000 on, by the remainder that is asked for`() throws {
        var fleet = fleet
        var lanes: [LaneID] = []
        for remainder in [nil, nil, 0, 3, 3, 1] as [Int?] {
            let command = try fleet.command(
                .start(StartOrder(), at: nil), after: TestFleets.epoch,
                stride: remainder == nil ? 1 : 4, remainder: remainder ?? 0)
            try fleet.enter(command)
            #expect(command.instant == TestFleets.epoch + Fleet.slotDuration)
            #expect(remainder.map { command.session.lane.index % 4 == $0 } ?? true)
            lanes.append(command.session.lane)
        }
        #expect(lanes == [600_000, 600_001, 600_004, 600_007, 600_011, 600_013])
    }

    @Test func `a started lane flies the plan and the athlete that were ordered`() throws {
        var fleet = fleet
        let order = StartOrder(plan: .tempo, athlete: 2)
        let first = try fleet.command(.start(order, at: nil), after: TestFleets.epoch)
        try fleet.enter(first)
        let second = try fleet.command(
            .start(StartOrder(athlete: first.session.lane), at: nil), after: TestFleets.epoch)
        try fleet.enter(second)
        let model = fleet.profile(of: fleet.source(of: SessionName(lane: 2, lap: 0)))
        for command in [first, second] {
            let profile = fleet.profile(of: fleet.source(of: command.session))
            #expect(profile.athlete == model.athlete)
            #expect(profile.maximalHeartRate == model.maximalHeartRate)
            #expect(profile.restingHeartRate == model.restingHeartRate)
        }
        #expect(fleet.profile(of: fleet.source(of: first.session)).planName == "tempo")
        #expect(second.action == .start(StartOrder(athlete: 2)))
    }

    @Test func `every kind of plan can be ordered of everyone`() {
        for kind in PlanKind.allCases {
            for lane: LaneID in 0..<20 {
                let run = SimulatedRun(
                    seed: 3, lane: lane, lap: 0, rate: .oneHertz,
                    order: StartOrder(plan: kind))
                #expect(run.plan.kind == kind)
                #expect((run.plan.mission != nil) == (kind == .mission))
                #expect(run.plan.longestRun <= .seconds(3840))
            }
        }
    }

    @Test func `what is left out is drawn as for any lane`() {
        let plain = SimulatedRun(seed: 3, lane: 600_000, lap: 0, rate: .oneHertz)
        let ordered = SimulatedRun(
            seed: 3, lane: 600_000, lap: 0, rate: .oneHertz,
            order: StartOrder(plan: plain.plan.kind, athlete: 600_000))
        #expect(ordered.plan == plain.plan)
    }

    @Test func `an athlete must be a simulated lane of the fleet`() throws {
        let fleet = try TestFleets.mixed(seed: 5, rows: 5, lanes: 4)
        for lane: LaneID in [0, 6, 600_000] {
            do {
                _ = try fleet.command(
                    .start(StartOrder(athlete: lane), at: nil), after: TestFleets.epoch)
                Issue.record("the athlete of lane \(lane) flies")
            } catch {
                #expect(error.code == .unknownSession)
                #expect(error.field == "athlete")
            }
        }
    }

    @Test func `no more sessions fly than the limit, nor more lanes than there are`() throws {
        var full = fleet
        for number in 0..<ProtocolLimits.startedSessions {
            try full.enter(
                SessionCommand(
                    .start(StartOrder()),
                    SessionName(lane: LaneID(index: 600_000 + number), lap: 0),
                    at: TestFleets.epoch))
        }
        var used = fleet
        try used.enter(
            SessionCommand(
                .start(StartOrder()), SessionName(lane: 1_048_575, lap: 0),
                at: TestFleets.epoch))
        let request = CommandRequest.start(StartOrder(), at: nil)
        for fleet in [full, used] {
            let error = #expect(throws: WireError.self) {
                try fleet.command(request, after: TestFleets.epoch)
            }
            #expect(error?.code == .noRoom)
        }
        let later = TestFleets.epoch + .seconds(4200)
        #expect(try full.command(request, after: later).session.lane == 601_024)
        let error = #expect(throws: WireError.self) { try used.command(request, after: later) }
        #expect(error?.reason.hasPrefix("This fleet has started 448576 sessions, as many") == true)
    }

    @Test(arguments: [-1, 0, 604_800 * 50 + 1] as [Int64])
    func `a start in the past or too far ahead is refused`(ticks: Int64) {
        do {
            _ = try fleet.command(
                .start(StartOrder(), at: TestFleets.epoch + FleetDuration(ticks: ticks)),
                after: TestFleets.epoch)
            Issue.record("started")
        } catch {
            #expect(error.code == .badField)
            #expect(error.field == "at")
        }
    }

    @Test func `pages list started lanes behind the others until they have ended`() throws {
        var fleet = fleet
        for _ in 0..<3 {
            try fleet.enter(fleet.command(.start(StartOrder(), at: nil), after: TestFleets.epoch))
        }
        let now = TestFleets.epoch + .seconds(10)
        try fleet.enter(fleet.command(.stop(SelectedSessions(lane: 600_001)), after: now))
        let early = page(fleet, 0..<4, at: now)
        #expect(early.contains("\"total\":6,\"next\":600001,"))
        #expect(early.contains("\"lane\":2,") && early.contains("\"lane\":600000,"))
        #expect(page(fleet, 0..<3, at: now).contains("\"total\":6,\"next\":600000,"))
        let later = now + .seconds(2)
        let last = page(fleet, 600_000..<600_064, at: later)
        #expect(last.contains("\"total\":5,\"sessions\":[{\"lane\":600000,"))
        #expect(!last.contains("\"lane\":600001,") && last.contains("\"lane\":600002,"))
        #expect(page(fleet, 0..<64, at: now + .seconds(4200)).contains("\"total\":3,"))
        let all = try fleet.choices(.all, since: later).map(\.lane)
        #expect(all == [0, 1, 2, 600_000, 600_002])
        #expect(try fleet.choices(.all).count == 6)
    }

    @Test func `a lane started later joins a subscription to all, live or not`() throws {
        let driven = DrivenFleet(fleet, at: TestFleets.epoch)
        let shape = TestShape.everything.shape
        let live = driven.follow(shape, [0, 1, 2], from: .after(driven.present))
        let slow = driven.open(
            shape, (0..<3).map { LaneChoice(lane: $0) }, from: .after(driven.present))
        let named = driven.follow(shape, [1], from: .after(driven.present))
        driven.advance(to: driven.now + .seconds(5))
        let lane = try driven.apply(.start(StartOrder(), at: nil), followers: [live, slow])
            .session.lane
        driven.advance(to: driven.now + .seconds(60))
        while !slow.isLive { driven.work(on: slow, steps: 100, bytes: 1000) }
        driven.advance(to: driven.now + .seconds(60))
        let offline = OfflineLines(
            of: [0, 1, 2, lane], in: driven.fleet, shape, after: TestFleets.epoch,
            through: driven.now)
        expectSame(live.lines, offline.lines, "live")
        expectSame(slow.lines, offline.lines, "slow")
        expectSame(named.lines, offline.lines.filter { $0.session.lane == 1 }, "named")
        #expect(offline.lines.contains { $0.session.lane == lane })
        #expect(driven.laneCount == 4)
        try driven.apply(.stop(SelectedSessions(lane: lane)))
        driven.advance(to: driven.now + .seconds(2))
        #expect(live.lines.last { $0.session.lane == lane }?.type == "end")
        driven.forget(lane, of: live)
        #expect(driven.laneCount == 4)
        driven.forget(lane, of: slow)
        #expect(driven.laneCount == 3)
        for subscription in [live, slow, named] { driven.leave(subscription) }
        #expect(driven.laneCount == 0 && driven.channelCount == 0)
    }

    @Test func `a fleet without lanes flies what is started`() throws {
        let driven = DrivenFleet(TestFleets.simulated(lanes: 0), at: TestFleets.epoch)
        let shape = TestShape.sample.shape
        let all = driven.follow(shape, [], from: .after(driven.present))
        let other = driven.follow(shape, [], from: .after(driven.present))
        driven.leave(other)
        try driven.apply(.start(StartOrder(), at: nil), followers: [all])
        driven.advance(to: driven.now + .seconds(10))
        #expect(all.lines.count == 9)
        driven.leave(all)
        #expect(driven.channelCount == 0 && driven.laneCount == 0)
    }

    @Test func `a session that has ended is no part of all, but may be named`() throws {
        let driven = DrivenFleet(fleet, at: TestFleets.epoch)
        let lane = try driven.apply(.start(StartOrder(), at: nil)).session.lane
        driven.advance(to: driven.now + .seconds(10))
        try driven.apply(.stop(SelectedSessions(lane: lane)))
        driven.advance(to: driven.now + .seconds(10))
        let shape = TestShape.sample.shape
        let now = driven.follow(shape, [0, lane], from: .after(driven.present))
        #expect(now.snapshots.map(\.session.lane) == [0])
        let start = driven.follow(shape, [lane], from: .sessionStarts)
        #expect(start.lines.isEmpty && start.snapshots.isEmpty)
        let named = driven.open(shape, [LaneChoice(lane: lane, laps: 0...0)], from: .sessionStarts)
        driven.work(on: named, steps: 100_000, bytes: 1 << 20)
        #expect(named.lines.count == 11 && named.lines.last?.type == "end")
        let early = driven.follow(
            shape, [lane], from: .after(StreamPosition(after: TestFleets.epoch + .seconds(5))))
        #expect(early.lines.last?.type == "end")
    }
}
