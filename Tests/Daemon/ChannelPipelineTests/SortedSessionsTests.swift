import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

@Suite struct SortedSessionsTests {
    private static let noon = TestFleets.epoch + .seconds(1234)

    /// The answer to one question, made in small slices.
    private func answer(
        _ request: SortedSessionsRequest, _ live: inout LiveFleet
    ) throws -> JSONValue {
        let page = live.sorted(request)
        while !live.advance(page, steps: 97) {}
        var buffer = LineBuffer()
        page.append(id: nil, to: &buffer)
        return try #require(JSONValue(line: buffer.text.utf8.dropLast()))
    }

    /// The answer once every lane has been brought.
    private func wholeAnswer(
        _ request: SortedSessionsRequest, _ live: inout LiveFleet
    ) throws -> JSONValue {
        for _ in 0..<1000 {
            let answer = try answer(request, &live)
            if answer["brought"] == answer["total"] { return answer }
        }
        throw NeverBrought()
    }

    private struct NeverBrought: Error {}

    private func lanes(_ answer: JSONValue) -> [Int] {
        answer["sessions"]?.items.compactMap { $0["lane"]?.integer } ?? []
    }

    /// What pages by lane say of every session.
    private func sessions(_ fleet: Fleet, at instant: FleetInstant) throws -> [JSONValue] {
        let page = SessionsPage(of: fleet, from: 0, limit: fleet.laneCount, at: instant)
        while !page.advance(steps: .max) {}
        var buffer = LineBuffer()
        page.append(id: nil, to: &buffer)
        let value = try #require(JSONValue(line: buffer.text.utf8.dropLast()))
        return value["sessions"]?.items ?? []
    }

    /// What a session is sorted by, as a client reads it.
    private func key(_ session: JSONValue, _ column: SessionColumn) -> Double? {
        switch column {
        case .lane: session["lane"]?.double
        case .plan: session["plan"]?.text.flatMap { $0.utf8.first }.map { Double($0) }
        case .phase: (session["phase"]?.text.flatMap(Phase.init)?.index).map { Double($0) }
        case .state:
            session["state"]?.text.flatMap(FlightState.init)
                .flatMap(FlightState.allCases.firstIndex).map { Double($0) }
        // The digits down to hundredths of a second.
        case .start: session["start"]?.text.flatMap { Double($0.filter(\.isNumber).dropLast(4)) }
        case .metric(let metric): session["latest"]?[metric.name]?.double
        }
    }

    @Test func `pages in an order are all sessions, sorted`() throws {
        let fleet = try TestFleets.mixed(seed: 77, lanes: 38)
        var live = LiveFleet(fleet, at: Self.noon)
        let all = try sessions(fleet, at: Self.noon)
        for column in SessionColumn.all {
            for isDescending in [false, true] {
                let sorted = try pages(
                    SortedSessionsRequest(by: column, isDescending: isDescending, limit: 7), &live)
                #expect(sorted.count == 40)
                for session in sorted { #expect(all[session["lane"]?.integer ?? 0] == session) }
                expectOrder(sorted, column, isDescending)
            }
        }
    }

    /// The sessions of all pages.
    private func pages(
        _ request: SortedSessionsRequest, _ live: inout LiveFleet
    ) throws -> [JSONValue] {
        var request = request
        var sessions: [JSONValue] = []
        while true {
            let answer = try wholeAnswer(request, &live)
            #expect(answer["total"]?.integer == live.fleet.laneCount)
            #expect(answer["matching"]?.integer == live.fleet.laneCount)
            #expect(answer["offset"]?.integer == request.offset)
            sessions += answer["sessions"]?.items ?? []
            guard let next = answer["next"]?.integer else { return sessions }
            #expect(next == request.offset + request.limit)
            request.offset = next
        }
    }

    private func expectOrder(
        _ sessions: [JSONValue], _ column: SessionColumn, _ isDescending: Bool
    ) {
        for (left, right) in zip(sessions, sessions.dropFirst()) {
            let lanes = (left["lane"]?.double ?? 0, right["lane"]?.double ?? 0)
            switch (key(left, column), key(right, column)) {
            case (let one?, let other?) where one == other:
                // Plans are told apart here by their first letters only.
                #expect(column == .plan || lanes.0 < lanes.1)
            case (let one?, let other?): #expect(isDescending ? one > other : one < other)
            case (nil, _?): Issue.record("a missing \(column.name) before a value")
            case (nil, nil): #expect(lanes.0 < lanes.1)
            case (_?, nil): break
            }
        }
    }

    @Test func `a page beyond the last session is empty`() throws {
        var live = LiveFleet(TestFleets.simulated(lanes: 5), at: Self.noon)
        for column in [SessionColumn.lane, .metric(.heartRate)] {
            for offset in [5, 6, LaneID.limit - 1] {
                let answer = try wholeAnswer(
                    SortedSessionsRequest(by: column, offset: offset), &live)
                #expect(lanes(answer).isEmpty)
                #expect(answer["matching"]?.integer == 5)
                #expect(answer["next"] == nil)
            }
        }
    }

    @Test func `all of the work may be one slice`() {
        var live = LiveFleet(TestFleets.simulated(lanes: 3), at: Self.noon)
        let page = live.sorted(SortedSessionsRequest(by: .state))
        let isThere = live.advance(page, steps: .max)
        #expect(isThere)
    }

    @Test func `a phase and a text choose among the sessions`() throws {
        let fleet = TestFleets.simulated(seed: 5, lanes: 30)
        var live = LiveFleet(fleet, at: Self.noon)
        let all = try sessions(fleet, at: Self.noon)
        for phase in Phase.allCases {
            let answer = try wholeAnswer(SortedSessionsRequest(phase: phase), &live)
            let expected = all.filter { $0["phase"]?.text == phase.rawValue }
            #expect(answer["sessions"]?.items == expected)
            #expect(answer["matching"]?.integer == expected.count)
        }
        let easy = try wholeAnswer(SortedSessionsRequest(match: "EaSy"), &live)
        #expect(easy["sessions"]?.items == all.filter { $0["plan"]?.text == "easy" })
        let seventh = try wholeAnswer(SortedSessionsRequest(match: "s7."), &live)
        #expect(lanes(seventh) == [7])
        let men = try wholeAnswer(SortedSessionsRequest(match: "male"), &live)
        #expect(men["sessions"]?.items == all.filter { $0["athlete"]?["sex"]?.text == "male" })
        let women = try wholeAnswer(SortedSessionsRequest(match: "female, "), &live)
        #expect(
            women["sessions"]?.items == all.filter { $0["athlete"]?["sex"]?.text == "female" })
        let none = try wholeAnswer(SortedSessionsRequest(match: "✈"), &live)
        #expect(none["matching"]?.integer == 0)
    }

    @Test func `one answer flies so much and the next goes on, until all lanes are there`() throws {
        let fleet = TestFleets.simulated(seed: 9, lanes: 150)
        var live = LiveFleet(fleet, at: Self.noon)
        let request = SortedSessionsRequest(by: .metric(.heartRate), isDescending: true)
        var brought: [Int] = []
        repeat {
            let answer = try answer(request, &live)
            brought.append(answer["brought"]?.integer ?? -1)
            #expect(answer["matching"] == answer["brought"])
        } while brought.last != 150 && brought.count < 100
        #expect(brought.count >= 2)
        for (one, next) in zip(brought, brought.dropFirst()) { #expect(one < next) }
        #expect(brought.last == 150)
    }

    @Test func `a fleet that flies faster than one answer is brought by the next ones`() throws {
        var live = LiveFleet(
            TestFleets.simulated(seed: 9, lanes: 220, pauses: false), at: Self.noon)
        let request = SortedSessionsRequest(by: .metric(.heartRate))
        _ = try wholeAnswer(request, &live)
        live.advance(to: Self.noon + .seconds(1500), clock: nil)
        let first = try answer(request, &live)
        #expect(first["matching"]?.integer == 220)
        #expect(first["brought"]?.integer ?? 220 < 220)
        let second = try answer(request, &live)
        #expect(second["brought"]?.integer == 220)
    }

    @Test func `a page by lane flies the lanes of the page and no others`() throws {
        var live = LiveFleet(TestFleets.simulated(seed: 9, lanes: 4000), at: Self.noon)
        let request = SortedSessionsRequest(isDescending: true, offset: 10, limit: 5)
        let answer = try answer(request, &live)
        #expect(answer["brought"]?.integer == 4000)
        #expect(lanes(answer) == [3989, 3988, 3987, 3986, 3985])
        #expect(answer["next"]?.integer == 15)
    }

    @Test func `lanes that somebody follows need no flying`() throws {
        let fleet = TestFleets.simulated(seed: 9, lanes: 30)
        var live = LiveFleet(fleet, at: Self.noon)
        let choices = (0..<30).map { LaneChoice(lane: $0) }
        let replay = live.replay(
            TestShape.marks.shape, choices, from: .after(StreamPosition(after: Self.noon)),
            schedule: nil)
        while !replay.advance(to: Self.noon, steps: .max, bytes: .max) {
            replay.consumeLines { _ in }
        }
        _ = live.join(replay, following: choices)
        let later = Self.noon + .seconds(60)
        live.advance(to: later, clock: nil)
        let page = live.sorted(SortedSessionsRequest(by: .metric(.speed)))
        let isThere = live.advance(page, steps: 60)
        #expect(isThere)
        let answer = try answer(SortedSessionsRequest(by: .metric(.speed)), &live)
        #expect(answer["brought"]?.integer == 30)
        let all = try sessions(fleet, at: later)
        for session in answer["sessions"]?.items ?? [] {
            #expect(session == all[session["lane"]?.integer ?? 0])
        }
    }

    @Test func `questions that come later see the fleet of then, next laps and commands too`()
        throws
    {
        let fleet = TestFleets.simulated(seed: 11, lanes: 12)
        var live = LiveFleet(fleet, at: Self.noon)
        let request = SortedSessionsRequest(by: .state, limit: 64)
        _ = try wholeAnswer(request, &live)
        let paused = fleet.session(of: 3, at: Self.noon)
        let pause = try live.fleet.command(.pause(SelectedSessions(paused)), after: Self.noon)
        try live.apply(pause)
        let start = try live.fleet.command(.start(StartOrder(), at: nil), after: Self.noon)
        try live.apply(start)
        for seconds in [1, 900, 9000] as [Int64] {
            let then = Self.noon + .seconds(seconds)
            live.advance(to: then, clock: nil)
            let answer = try wholeAnswer(request, &live)
            let page = SessionsPage(of: live.fleet, from: 0, limit: LaneID.limit, at: then)
            while !page.advance(steps: .max) {}
            var buffer = LineBuffer()
            page.append(id: nil, to: &buffer)
            let all = JSONValue(line: buffer.text.utf8.dropLast())?["sessions"]?.items ?? []
            let sessions = answer["sessions"]?.items ?? []
            #expect(sessions.count == all.count)
            for session in sessions { #expect(all.contains(session), "\(seconds) s: \(session)") }
        }
    }

    @Test func `a command between two slices reaches the lanes that are brought after it`() throws {
        let fleet = TestFleets.simulated(seed: 12, lanes: 6)
        var live = LiveFleet(fleet, at: Self.noon)
        let request = SortedSessionsRequest(by: .state)
        let page = live.sorted(request)
        _ = live.advance(page, steps: 1)
        for lane: LaneID in 0..<6 {
            let session = live.fleet.session(of: lane, at: Self.noon)
            guard
                let stop = try? live.fleet.command(
                    .stop(SelectedSessions(session)), after: live.now)
            else { continue }
            try live.apply(stop)
        }
        while !live.advance(page, steps: 100) {}
        live.advance(to: Self.noon + .seconds(10), clock: nil)
        let answer = try wholeAnswer(request, &live)
        let all = try sessions(live.fleet, at: live.now)
        for session in answer["sessions"]?.items ?? [] {
            #expect(session["state"]?.text == "landed")
            #expect(session == all[session["lane"]?.integer ?? 0])
        }
    }

    @Test func `started lanes that have ended take no memory`() throws {
        var live = LiveFleet(TestFleets.simulated(seed: 12, lanes: 2), at: Self.noon)
        let request = SortedSessionsRequest(by: .state)
        for _ in 0..<20 {
            let start = try live.fleet.command(.start(StartOrder(), at: nil), after: live.now)
            try live.apply(start)
            live.advance(to: live.now + .seconds(2), clock: nil)
            let with = try wholeAnswer(request, &live)
            #expect(with["total"]?.integer == 3)
            let stop = try live.fleet.command(
                .stop(SelectedSessions(start.session)), after: live.now)
            try live.apply(stop)
            live.advance(to: live.now + .seconds(2), clock: nil)
            let without = try wholeAnswer(request, &live)
            #expect(without["total"]?.integer == 2)
        }
        let flights = live.roster?.flightCount
        #expect(flights == 3)
        live.forgetRoster()
        let isKept = live.keepsRoster
        #expect(!isKept)
    }

    @Test func `lanes may be started and memory be given back between two slices`() throws {
        let fleet = TestFleets.simulated(seed: 12, lanes: 20)
        var live = LiveFleet(fleet, at: Self.noon)
        let request = SortedSessionsRequest(by: .metric(.distance), isDescending: true)
        let (first, second) = (live.sorted(request), live.sorted(request))
        for round in 0..<300 {
            _ = live.advance(first, steps: 50)
            if round == 100 {
                let start = try live.fleet.command(.start(StartOrder(), at: nil), after: live.now)
                try live.apply(start)
            }
            if round == 200 { live.forgetRoster() }
            _ = live.advance(second, steps: 31)
        }
        while !live.advance(first, steps: 1000) {}
        while !live.advance(second, steps: 1000) {}
        let answer = try wholeAnswer(request, &live)
        #expect(answer["total"]?.integer == 21)
    }
}
