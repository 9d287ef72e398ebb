import ChannelPipeline
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// What may be entered by hand in the books of a fleet, and where it lies.
@Suite struct ManualEntryTests {
    private static let tick = FleetDuration(ticks: 1)
    private static let now = TestFleets.midnight + .seconds(3600 * 10)

    private static func sample(
        _ metric: DayMetric, _ value: Int64, lasting length: FleetDuration? = nil,
        until end: FleetInstant = now - .seconds(60)
    ) throws -> ManualSample {
        let length = length ?? (metric.isPoint ? .zero : .seconds(900))
        return try #require(ManualSample(metric, value: value, from: end - length, to: end))
    }

    private func refusal(
        _ request: CommandRequest, of fleet: Fleet, at now: FleetInstant = now
    ) -> WireError? {
        #expect(throws: WireError.self) { try fleet.command(request, after: now) }
    }

    /// Enters a request at its first instant, and returns the name of the entry.
    @discardableResult
    private func enter(
        _ request: CommandRequest, in fleet: inout Fleet, at now: FleetInstant = now
    ) throws -> EntryName {
        let command = try fleet.command(request, after: now)
        try fleet.enter(command)
        #expect(command.session.lap == fleet.dayCalendar.lap(at: command.instant))
        return EntryName(lane: command.session.flownLane, instant: command.instant)
    }

    @Test func `entries lie on the lane's next free ticks, by lane and ascending`() throws {
        var fleet = TestFleets.midnightRuns()
        let mass = try Self.sample(.bodyMass, 713)
        let steps = try Self.sample(.steps, 1200)
        let first = try enter(.add(mass, lane: 7), in: &fleet)
        #expect(first.instant == Self.now + Self.tick)
        try enter(.add(steps, lane: 7), in: &fleet)
        try enter(.add(steps, lane: 3), in: &fleet)
        let removal = try enter(.remove(first), in: &fleet, at: Self.now + .seconds(3))
        let entries = fleet.manualEntries(of: 7)
        #expect(
            entries.map(\.instant) == [
                Self.now + Self.tick, Self.now + Self.tick + Self.tick, removal.instant,
            ])
        #expect(removal.instant == Self.now + .seconds(3) + Self.tick)
        #expect(entries.map(\.metric) == [.bodyMass, .steps, .bodyMass])
        #expect(entries.map(\.value) == [713, 1200, 713])
        #expect(entries.map(\.removes) == [nil, nil, first.instant])
        #expect(entries.last?.start == mass.start && entries.last?.end == mass.end)
        #expect(entries[1].start == steps.start && entries[1].end == steps.end)
        #expect(fleet.manualEntries(of: 3).map(\.lane) == [3])
        #expect(fleet.manualEntries(of: 4).isEmpty)
    }

    @Test func `no entry by hand has the name of one that comes by itself`() throws {
        var fleet = TestFleets.midnightRuns()
        // Three of them on successive ticks: steps, distance, energy.
        let simulated = TestFleets.midnight + .seconds(28 * 900) + FleetDuration(ticks: 138)
        let before = simulated - Self.tick
        let mass = try Self.sample(.bodyMass, 713, until: before)
        let name = try enter(.add(mass, lane: 1), in: &fleet, at: before)
        #expect(name.instant == simulated + FleetDuration(ticks: 3))
        let start = TestFleets.midnight + .seconds(27) + FleetDuration(ticks: 5)
        let landing = start + .seconds(55)
        let late = try enter(
            .add(mass, lane: 1), in: &fleet, at: simulated + .seconds(60))
        #expect(late.instant == simulated + .seconds(60) + Self.tick)
        var other = TestFleets.midnightRuns()
        let old = try Self.sample(.bodyMass, 713, until: landing - .seconds(10))
        let lane = SessionName(lane: 1, lap: 1)
        let end = other.start(of: lane) + .seconds(55)
        let beside = try enter(.add(old, lane: 1), in: &other, at: end - Self.tick)
        #expect(beside.instant == end + Self.tick)
    }

    @Test(arguments: DayMetric.ofPeople.members)
    func `values reach from limit to limit and no further`(metric: DayMetric) throws {
        var fleet = TestFleets.midnightRuns()
        for value in [metric.limits.lowerBound, metric.limits.upperBound] {
            try enter(.add(try Self.sample(metric, value), lane: 1), in: &fleet)
        }
        for value in [metric.limits.lowerBound - 1, metric.limits.upperBound + 1] {
            let error = refusal(.add(try Self.sample(metric, value), lane: 1), of: fleet)
            #expect(error?.code == .badField && error?.field == "value")
        }
        #expect(fleet.manualEntries(of: 1).count == 2)
    }

    @Test func `the time of a sample lies between 2000 and the present`() throws {
        let fleet = TestFleets.midnightRuns()
        for metric in DayMetric.ofPeople.members {
            let value = metric.limits.lowerBound
            let latest = try Self.sample(metric, value, until: Self.now)
            _ = try fleet.command(.add(latest, lane: 1), after: Self.now)
            let future = try Self.sample(metric, value, until: Self.now + Self.tick)
            let error = refusal(.add(future, lane: 1), of: fleet)
            #expect(error?.code == .badField)
            #expect(error?.field == (metric.isPoint ? "at" : "end"))
            // Lines may have been promised up to a later instant than the present.
            #expect(throws: WireError.self) {
                try fleet.command(
                    .add(latest, lane: 1), after: Self.now, present: Self.now - Self.tick)
            }
            let length = metric.isPoint ? FleetDuration.zero : .seconds(60)
            let earliest = try Self.sample(
                metric, value, lasting: length, until: ManualSample.earliest + length)
            _ = try fleet.command(.add(earliest, lane: 1), after: Self.now)
            let old = try Self.sample(
                metric, value, lasting: length, until: earliest.end - Self.tick)
            let early = refusal(.add(old, lane: 1), of: fleet)
            #expect(early?.code == .badField)
            #expect(early?.field == (metric.isPoint ? "at" : "start"))
        }
    }

    @Test func `a span has a length of a tick to a day, a point none`() throws {
        let fleet = TestFleets.midnightRuns()
        for metric in DayMetric.ofPeople.members {
            let value = metric.limits.lowerBound
            let allowed: [FleetDuration] = metric.isPoint ? [.zero] : [Self.tick, .seconds(86_400)]
            let refused: [FleetDuration] =
                metric.isPoint
                ? [Self.tick, .seconds(900)]
                : [.zero, Self.tick * -1, .seconds(86_400) + Self.tick]
            for length in allowed {
                let sample = try Self.sample(metric, value, lasting: length)
                _ = try fleet.command(.add(sample, lane: 1), after: Self.now)
            }
            for length in refused {
                let sample = try Self.sample(metric, value, lasting: length)
                let error = refusal(.add(sample, lane: 1), of: fleet)
                #expect(error?.code == .badField, "\(metric) \(length)")
                #expect(error?.field == (metric.isPoint ? "at" : "end"))
            }
        }
    }

    @Test func `only what was added and not removed can be removed, once`() throws {
        var fleet = TestFleets.midnightRuns()
        let added = try enter(.add(try Self.sample(.bodyMass, 713), lane: 1), in: &fleet)
        let removal = try enter(.remove(added), in: &fleet)
        #expect(refusal(.remove(added), of: fleet)?.code == .noEntry)
        #expect(refusal(.remove(removal), of: fleet)?.code == .wrongState)
        let nothing = EntryName(lane: 1, instant: added.instant - Self.tick)
        #expect(refusal(.remove(nothing), of: fleet)?.code == .noEntry)
        let other = EntryName(lane: 2, instant: added.instant)
        #expect(refusal(.remove(other), of: fleet)?.code == .noEntry)
        let unknown = refusal(.remove(EntryName(lane: 10, instant: added.instant)), of: fleet)
        #expect(unknown?.code == .unknownSession && unknown?.field == "entry")
        let simulated = TestFleets.midnight + .seconds(28 * 900) + FleetDuration(ticks: 138)
        for instant in [simulated, fleet.start(of: SessionName(lane: 1, lap: 0)) + .seconds(55)] {
            let error = refusal(.remove(EntryName(lane: 1, instant: instant)), of: fleet)
            #expect(error?.code == .wrongState)
            #expect(error?.reason.contains("its source is not manual") == true)
        }
        #expect(fleet.manualEntries(of: 1).count == 2)
    }

    @Test func `an entry lies within fleet time, to its last instant`() throws {
        var fleet = TestFleets.midnightRuns()
        let last = FleetInstant.presents.upperBound
        let mass = try Self.sample(.bodyMass, 713)
        let name = try enter(.add(mass, lane: 1), in: &fleet, at: last - Self.tick)
        #expect(name.instant == last)
        #expect(refusal(.add(mass, lane: 1), of: fleet, at: last - Self.tick)?.code == .wrongState)
        #expect(refusal(.remove(name), of: fleet, at: last)?.code == .wrongState)
        #expect(refusal(.add(mass, lane: 2), of: fleet, at: last)?.code == .wrongState)
    }

    @Test func `an entry of midnight belongs to the new day`() throws {
        let fleet = TestFleets.midnightRuns()
        let midnight = TestFleets.midnight + .seconds(86_400)
        let mass = try Self.sample(.bodyMass, 713)
        let before = try fleet.command(.add(mass, lane: 1), after: midnight - Self.tick * 2)
        let after = try fleet.command(.add(mass, lane: 1), after: midnight - Self.tick)
        #expect([before, after].map(\.session) == [.book(of: 1, lap: 0), .book(of: 1, lap: 1)])
    }

    @Test func `a lane and a fleet have so many and no more, and what is removed makes room`()
        throws
    {
        var fleet = TestFleets.midnightRuns(lanes: 12)
        let mass = try Self.sample(.bodyMass, 713)
        for lane: LaneID in 0..<10 {
            for _ in 0..<ProtocolLimits.laneEntries - (lane == 9 ? 1 : 0) {
                let command = try command(.add(mass), lane, in: fleet)
                try fleet.enter(command)
            }
            guard lane < 9 else { break }
            #expect(refusal(.add(mass, lane: lane), of: fleet)?.code == .noRoom)
        }
        try enter(.add(mass, lane: 11), in: &fleet)
        for lane: LaneID in 9...11 {
            #expect(refusal(.add(mass, lane: lane), of: fleet)?.code == .noRoom)
        }
        try enter(.remove(EntryName(lane: 11, instant: Self.now + Self.tick)), in: &fleet)
        try enter(.add(mass, lane: 9), in: &fleet)
        let first = EntryName(lane: 3, instant: fleet.manualEntries(of: 3)[0].instant)
        try enter(.remove(first), in: &fleet)
        try enter(.add(mass, lane: 3), in: &fleet)
        #expect(refusal(.add(mass, lane: 3), of: fleet)?.code == .noRoom)
    }

    /// On the tick behind the lane's last entry, without a look at what else lies there.
    private func command(
        _ action: SessionCommand.Action, _ lane: LaneID, in fleet: Fleet
    ) throws -> SessionCommand {
        let instant = (fleet.manualEntries(of: lane).last?.instant ?? Self.now) + Self.tick
        let lap = fleet.dayCalendar.lap(at: instant)
        return SessionCommand(action, .book(of: lane, lap: lap), at: instant)
    }

    @Test func `the gate refuses what no request can have brought`() throws {
        var fleet = TestFleets.midnightRuns()
        let mass = try Self.sample(.bodyMass, 713)
        let good = try command(.add(mass), 1, in: fleet)
        let book = good.session
        let wrong = [
            SessionCommand(.add(mass), .book(of: 1, lap: book.lap + 1), at: good.instant),
            SessionCommand(.add(mass), .book(of: 600_000, lap: book.lap), at: good.instant),
            SessionCommand(.add(mass), SessionName(lane: 1, lap: book.lap), at: good.instant),
            SessionCommand(.stop, book, at: good.instant),
            SessionCommand(.start(StartOrder()), book, at: good.instant),
            SessionCommand(.add(mass), book, at: mass.end),
            SessionCommand(.remove(good.instant), book, at: good.instant + Self.tick),
            SessionCommand(
                .remove(FleetInstant(ticks: -1)), book, at: good.instant + Self.tick),
        ]
        for command in wrong {
            #expect(throws: WireError.self, "\(command)") { try fleet.enter(command) }
        }
        try fleet.enter(good)
        #expect(throws: WireError.self) { try fleet.enter(good) }
        #expect(fleet.manualEntries(of: 1).count == 1)
        // The number of lanes may have been another one when it was added.
        try fleet.enter(try command(.add(mass), 599_999, in: fleet))
    }

    @Test func `a paused started lane goes on behind its entries, whose lines come before its end`()
        throws
    {
        var fleet = TestFleets.midnightRuns()
        let lane = SelectedSessions(lane: 600_000)
        let start = try fleet.command(.start(StartOrder(), at: nil), after: Self.now)
        try fleet.enter(start)
        let aloft = start.instant + .seconds(100)
        try fleet.enter(try fleet.command(.pause(lane), after: aloft))
        let held = aloft + .seconds(10)
        let early = try fleet.command(.resume(lane), after: held)
        let mass = try Self.sample(.bodyMass, 713)
        for _ in 0..<120 { try enter(.add(mass, lane: 600_000), in: &fleet, at: held) }
        let last = try #require(fleet.manualEntries(of: 600_000).last?.instant)
        #expect(last > early.instant)
        #expect(throws: WireError.self) { try fleet.enter(early) }
        #expect(try fleet.command(.resume(lane), after: held).instant > last)
    }

    @Test func `a session is not stopped at the tick of an entry by hand`() throws {
        let rate = try #require(SampleRate(hertz: 50))
        var fleet = Fleet(seed: 1, epoch: TestFleets.epoch, rate: rate, simulatedLanes: 2)
        let now = TestFleets.epoch + .seconds(600)
        let mass = try Self.sample(.bodyMass, 713, until: now - .seconds(60))
        try enter(.add(mass, lane: 0), in: &fleet, at: now)
        let entry = try #require(fleet.manualEntries(of: 0).last?.instant)
        let stop = try fleet.command(.stop(SelectedSessions(lane: 0)), after: now)
        #expect(stop.instant == entry + Self.tick)
        #expect(throws: WireError.self) {
            try fleet.enter(SessionCommand(.stop, stop.session, at: entry))
        }
    }

    @Test func `a started lane takes entries up to its end, and ends behind them`() throws {
        var fleet = TestFleets.midnightRuns()
        let mass = try Self.sample(.bodyMass, 713)
        #expect(refusal(.add(mass, lane: 600_000), of: fleet)?.code == .unknownSession)
        let start = try fleet.command(.start(StartOrder(), at: nil), after: Self.now)
        try fleet.enter(start)
        let aloft = start.instant + .seconds(100)
        let stop = try fleet.command(.stop(SelectedSessions(lane: 600_000)), after: aloft)
        for _ in 0..<120 { try enter(.add(mass, lane: 600_000), in: &fleet, at: aloft) }
        let last = try #require(fleet.manualEntries(of: 600_000).last?.instant)
        #expect(last > stop.instant)
        #expect(throws: WireError.self) { try fleet.enter(stop) }
        let later = try fleet.command(.stop(SelectedSessions(lane: 600_000)), after: aloft)
        #expect(later.instant > last && later.instant <= last + .seconds(1))
        try fleet.enter(later)
        let atEnd = later.instant - Self.tick
        let summary = try fleet.command(.add(mass, lane: 1), after: atEnd)
        #expect(summary.instant == later.instant)
        let over = refusal(.add(mass, lane: 600_000), of: fleet, at: later.instant)
        #expect(over?.code == .wrongState)
        #expect(over?.reason.contains("has ended at") == true)
    }

    @Test func `each shard takes entries of its own lanes`() throws {
        let shard = try #require(FleetShard(parsing: "1/2"))
        let fleet = Fleet(seed: 1, epoch: TestFleets.epoch, simulatedLanes: 10, shard: shard)
        let mass = try Self.sample(.bodyMass, 713)
        _ = try fleet.command(.add(mass, lane: 3), after: Self.now)
        #expect(refusal(.add(mass, lane: 2), of: fleet)?.code == .unknownSession)
    }
}
