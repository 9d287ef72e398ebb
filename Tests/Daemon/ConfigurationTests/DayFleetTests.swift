import ChannelPipeline
import CivilTime
import CommandLine
import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol
import ZoneFiles

@testable import Configuration

/// Fleets that fly by the calendar, as settings describe them.
@Suite struct DayFleetTests {
    private static let base = ["--seed", "42", "--epoch", "2026-03-20T11:00:00Z"]

    private func fleet(_ arguments: String...) throws -> Fleet {
        try ConfigurationTests.fleet(of: settings(Self.base + arguments))
    }

    private func days(_ lanes: String = "40") throws -> Fleet {
        try fleet("--schedule", "days", "--time-zone", "UTC", "--sessions", lanes)
    }

    private func calendar(_ fleet: Fleet) throws -> any RunCalendar {
        guard case .days(let calendar) = fleet.schedule else { throw NoCalendar() }
        return calendar
    }

    private struct NoCalendar: Error {}

    @Test func `schedule and zone are parts of the identity, and laps keep theirs`() throws {
        let plain = Fleet(
            seed: 42, epoch: FleetInstant(ticks: 1_774_004_400 * 50), simulatedLanes: 3)
        #expect(try fleet().identity == plain.identity)
        #expect(try fleet("--schedule", "laps").identity == plain.identity)
        let others = try [
            fleet("--time-zone", "UTC"), days(), fleet("--schedule", "days", "--time-zone", "GMT"),
        ]
        #expect(Set(others.map(\.identity)).union([plain.identity]).count == 4)
        #expect(others.map(\.dayCalendar.zoneName) == ["UTC", "UTC", "GMT"])
        #expect(plain.dayCalendar.zoneName == nil)
    }

    @Test func `a lane's runs begin at the same tick of a second, on the days that they name`()
        throws
    {
        let fleet = try days()
        let calendar = try calendar(fleet)
        for lane: LaneID in 0..<40 {
            let runs = (-40...40).compactMap { calendar.run(of: lane, on: $0) }
            #expect((1...69).contains(runs.count), "\(runs.count) runs of lane \(lane)")
            let places = Set(runs.map { $0.start.ticks.remainderRoundingDown(by: 50) })
            #expect(places.count == 1, "lane \(lane)")
            for (run, next) in zip(runs, runs.dropFirst()) {
                #expect(calendar.lap(at: run.start) == run.lap)
                #expect(run.duration.ticks % 50 == 0 && run.duration <= CalendarRun.mostOfDay)
                #expect(calendar.nextRun(of: lane, after: run.start) == next)
                let before = next.start - FleetDuration(ticks: 1)
                #expect(calendar.nextRun(of: lane, after: before) == next)
                let session = SessionName(lane: lane, lap: run.lap)
                #expect(fleet.session(of: lane, at: run.start) == session)
                #expect(
                    fleet.session(of: lane, at: run.start + run.duration)
                        == SessionName(lane: lane, lap: next.lap))
            }
        }
    }

    /// A day's run is drawn by its date, whatever lap it has in a fleet.
    @Test func `a run pauses when what is known of it without flying says so`() throws {
        let fleet = try days()
        let calendar = try calendar(fleet)
        var pauses = 0
        for lane: LaneID in 0..<40 {
            for run in (-10...10).compactMap({ calendar.run(of: lane, on: $0) }) {
                let session = SessionName(lane: lane, lap: run.lap)
                let spans = fleet.source(of: session).simulation?.pauseSpans ?? []
                for span in spans {
                    let (begin, end) = (run.start + span.lowerBound, run.start + span.upperBound)
                    let course = fleet.course(of: session, at: begin)
                    #expect(course.state == .paused && course.since == begin, "\(session)")
                    #expect(course.goesOnBySelf == end && end < run.start + run.duration)
                    let after = fleet.course(of: session, at: end + .seconds(1))
                    #expect(after.state == .flying && after.since == end, "\(session)")
                }
                pauses += spans.count
                guard !spans.isEmpty, lane < 8 else { continue }
                #expect(marks(of: session, in: fleet) == spans, "\(session)")
            }
        }
        #expect(pauses > 20)
    }

    /// The pauses of a session as its flight has them.
    private func marks(of session: SessionName, in fleet: Fleet) -> [Range<FleetDuration>] {
        var flight = LaneFlight(session, of: fleet, fliesOneSession: true, observes: false)
        var (begun, marks): (FleetDuration?, [Range<FleetDuration>]) = (nil, [])
        while flight.nextInstant != nil {
            let step = flight.step(of: fleet)
            if step.pauses { begun = step.instant - flight.start }
            if step.resumes, let begun { marks.append(begun..<step.instant - flight.start) }
        }
        return marks
    }

    @Test func `entries lie within their day, one an instant, and follow one another`() throws {
        let calendar = try calendar(days())
        for lane: LaneID in [0, 7, 39] {
            for lap in -2...2 {
                let day = try #require(calendar.day(lap))
                let instants = calendar.entries(of: lane, on: lap).map(\.instant)
                #expect(!instants.isEmpty && instants.allSatisfy { day.contains($0) })
                #expect(zip(instants, instants.dropFirst()).allSatisfy { $0 < $1 })
                var found: [FleetInstant] = []
                var instant = day.lowerBound - FleetDuration(ticks: 1)
                while let next = calendar.nextEntry(of: lane, after: instant),
                    next < day.upperBound
                {
                    found.append(next)
                    instant = next
                }
                #expect(found == instants)
            }
        }
    }

    @Test(arguments: [
        // Days of 23 and 25 hours, also from half past two, which the first of them lacks.
        ("Europe/Berlin", "2026-03-28", [0, 24, 47, 71]),
        ("Europe/Berlin", "2026-10-24", [0, 24, 49, 73]),
        ("Europe/Berlin", "2026-03-28T01:30:00Z", [0, 24, 47, 71]),
        // The second half past two of the night, and those after it.
        ("Europe/Berlin", "2026-10-25T01:30:00Z", [0, 24, 48, 72]),
        ("Australia/Lord_Howe", "2026-10-03", [0, 24, 47.5, 71.5]),
        ("Australia/Lord_Howe", "2026-04-04", [0, 24, 48.5, 72.5]),
        // The zone skips the 30th.
        ("Pacific/Apia", "2011-12-29", [0, 24, 24, 48]),
        ("Pacific/Apia", "2011-12-30", [0, 0, 24, 48]),
        ("Pacific/Apia", "2011-12-29T20:00:00Z", [0, 24, 24, 48]),
        ("Asia/Kolkata", "2026-03-01", [0, 24, 48, 72]),
    ])
    func `days after an anchor are those of the zone`(
        zone: String, anchor: String, hours: [Double]
    ) throws {
        let anchor = try #require(CivilAnchor(parsing: anchor))
        for schedule in ["days", "laps"] {
            let books = try fleet("--schedule", schedule, "--time-zone", zone).dayCalendar
            let instants = (0...3).map { books.instant(anchor, addingDays: $0, months: 0) }
            #expect(instants.map { ($0 - instants[0]).seconds / 3600 } == hours, "\(zone)")
        }
    }

    @Test func `a date begins at its first instant, and months keep the time of day`() throws {
        let berlin = try fleet("--time-zone", "Europe/Berlin").dayCalendar
        func text(_ anchor: String, months: Int) throws -> String {
            let anchor = try #require(CivilAnchor(parsing: anchor))
            return "\(CivilAnchor.instant(berlin.instant(anchor, addingDays: 0, months: months)))"
        }
        #expect(try text("2026-03-01", months: 0) == "2026-02-28T23:00:00.000000Z")
        #expect(try text("2026-01-31", months: 1) == "2026-02-27T23:00:00.000000Z")
        #expect(try text("2026-01-31", months: 3) == "2026-04-29T22:00:00.000000Z")
        #expect(try text("2026-01-31T07:00:00.34Z", months: 6) == "2026-07-31T06:00:00.340000Z")
    }

    @Test func `before 2000 and after 2200 athletes rest`() throws {
        let fleet = try days()
        let calendar = try calendar(fleet)
        let (first, last) = (calendar.laps.lowerBound, calendar.laps.upperBound)
        #expect(calendar.date(of: first) == "2000-01-02")
        #expect(calendar.date(of: last) == "2199-12-30")
        for lane: LaneID in 0..<40 {
            #expect(calendar.run(of: lane, on: first - 1) == nil)
            #expect(calendar.run(of: lane, on: last + 1) == nil)
            #expect(calendar.nextRun(of: lane, after: FleetInstant.presents.upperBound) == nil)
            let beginning = try #require(
                calendar.nextRun(of: lane, after: FleetInstant.presents.lowerBound))
            #expect((first...first + 150).contains(beginning.lap))
            let session = fleet.session(of: lane, at: FleetInstant.presents.upperBound)
            #expect((last - 150...last).contains(session.lap))
        }
        #expect(calendar.nextEntry(of: 3, after: FleetInstant.presents.upperBound) == nil)
    }

    @Test(arguments: [
        (
            ["--time-zone", "Europe/Atlantis"],
            "the time zone Europe/Atlantis is not among the system's zone files"
        ),
        (
            ["--time-zone", "../../etc/passwd"],
            "../../etc/passwd is no name of a time zone, such as Europe/Berlin"
        ),
        (
            ["--time-zone", String(repeating: "x/", count: 40) + "y"],
            "is not among the system's zone files"
        ),
        (
            ["--time-zone", "UTC+2"],
            "UTC+2 would be hours to the west of UTC, as TZ has it; give the name of one of"
        ),
    ])
    func `a zone that is not to be had is refused`(arguments: [String], reason: String) throws {
        for more in [[], ["--schedule", "days"]] {
            let refusal = try #require(throws: ProgramFailure.self) {
                try ConfigurationTests.fleet(of: settings(Self.base + arguments + more))
            }
            #expect(refusal.description.contains(reason), "\(refusal.description)")
            #expect(refusal.code == .usage || refusal.code == .input)
        }
    }

    @Test func `a rule of TZ is a zone that others read by its name`() throws {
        let rule = "CET-1CEST,M3.5.0,M10.5.0/3"
        let chosen = try settings(Self.base + ["--time-zone", rule, "--schedule", "days"])
        let fleet = try ConfigurationTests.fleet(of: chosen)
        let name = try #require(fleet.dayCalendar.zoneName)
        #expect(try TimeZoneRules.named(name) == TimeZoneRules(rule: rule))
    }

    @Test func `a kept zone holds, whatever the system's files say now`() throws {
        let kept = try TimeZoneRules(rule: "XST-5:30")
        let draws = KeptDraws(
            seed: 42, epoch: FleetInstant(ticks: 1_774_004_400 * 50), zone: kept)
        let unnamed = try settings(["--schedule", "days"])
        let fleet = try unnamed.fleet(defaultEpoch: 0, kept: draws)
        #expect(fleet.dayCalendar.zoneName == "XST-5:30")
        #expect(
            fleet.dayCalendar.day(0)?.lowerBound.ticks.remainderRoundingDown(by: 50 * 86_400) ?? 0
                == (86_400 - 19_800) * 50)
        let named = try settings(["--schedule", "days", "--time-zone", "UTC"])
        #expect(try named.fleet(defaultEpoch: 0, kept: draws).dayCalendar.zoneName == "UTC")
    }
}
