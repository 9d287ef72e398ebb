import CivilTime
import Days
import Simulation
import TestSupport
import Testing
import Vocabulary

/// The positions of home that a phone tells between runs.
@Suite struct HomeFixTests {
    private static let interval = FleetDuration.seconds(300)

    /// A stretch of days around the changes of clocks of 2026.
    private static func dates(_ dice: inout SeededGenerator) -> [CivilDate] {
        let begin = dice.pick([20_540, 20_750, 20_600])
        return (0..<6).map { CivilDate(dayNumber: begin + $0) }
    }

    private static func isOut(_ days: AthleteDays, at time: FleetInstant) -> Bool {
        let date = days.zone.date(at: time)
        return [date.adding(days: -1), date].compactMap { days.run(on: $0) }.contains { run in
            time > run.start && time <= run.end
                && !run.plan.isIndoors(seed: days.seed, lane: days.lane, lap: run.date.dayNumber)
        }
    }

    @Test(arguments: Seeds.of(1...40, few: 3))
    func `each five minutes without a run outdoors have one, at instants of its own`(
        seed: UInt64
    ) throws {
        var dice = SeededGenerator(seed: seed)
        for zone in BookTests.zones {
            let days = AthleteDays(seed: seed, lane: LaneID(index: dice.below(100_000)), zone: zone)
            let dates = Self.dates(&dice)
            let fixes = dates.flatMap { days.positions(on: $0) }
            let others = Set(dates.flatMap { days.entries(on: $0) }.map(\.instant))
            #expect(!fixes.contains { others.contains($0.instant) }, "seed \(seed)")
            #expect(zip(fixes, fixes.dropFirst()).allSatisfy { $0.instant < $1.instant })
            let latitudes = fixes.filter { $0.metric == .latitude }
            #expect(fixes.count == 2 * latitudes.count)
            var time = try #require(latitudes.first).start
            let last = try #require(latitudes.last).start
            var wanted: [FleetInstant] = []
            while time <= last {
                if !Self.isOut(days, at: time) { wanted.append(time) }
                time = time + Self.interval
            }
            #expect(latitudes.map(\.start) == wanted, "seed \(seed)")
            let span = try #require(zone.day(dates[0])).lowerBound
            #expect(latitudes[0].start <= span + Self.interval)
            for fix in fixes {
                let date = zone.date(at: fix.instant)
                #expect(dates.contains(date) && fix.start == fix.end)
                #expect((1...3140).contains((fix.instant - fix.end).ticks))
            }
        }
    }

    @Test(arguments: Seeds.of(1...40, few: 3))
    func `the next is the next, from wherever one looks`(seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        for zone in BookTests.zones {
            let days = AthleteDays(seed: seed, lane: LaneID(index: dice.below(100_000)), zone: zone)
            let fixes = Self.dates(&dice).flatMap { days.positions(on: $0) }
            for (fix, next) in zip(fixes, fixes.dropFirst()) where dice.chance(40) {
                #expect(days.nextPosition(after: fix.instant) == next, "seed \(seed)")
                #expect(days.nextPosition(after: next.instant - FleetDuration(ticks: 1)) == next)
            }
        }
    }

    @Test func `fixes scatter by some metres around where the runs begin`() throws {
        let region = try #require(Region(parsing: "-33.9,151.2,8"))
        let ground = Grounds(region: region)[3]
        let days = AthleteDays(seed: 5, lane: 3, zone: .utc, on: ground)
        let home = Home(seed: 5, lane: 3, on: ground).position()
        let fixes = (20_540..<20_544).flatMap { days.positions(on: CivilDate(dayNumber: $0)) }
        let north = fixes.filter { $0.metric == .latitude }
            .map { Double($0.value - home.latitude) / 1e7 * 111_000 }
        let east = fixes.filter { $0.metric == .longitude }
            .map { Double($0.value - home.longitude) / 1e7 * 92_300 }
        for metres in [north, east] {
            let mean = metres.reduce(0, +) / Double(metres.count)
            let square = metres.reduce(0) { $0 + $1 * $1 } / Double(metres.count)
            #expect(abs(mean) < 0.6 && (5.6...6.4).contains(square.squareRoot()))
        }
        #expect((-34.0 ... -33.8).contains(Double(home.latitude) / 1e7))
        #expect((151.1...151.3).contains(Double(home.longitude) / 1e7))
    }

    @Test func `whoever is given a route lives where it begins`() throws {
        let places = (0..<5).map { RoutePoint(latitude: 60 + Double($0) / 100, longitude: 10.5) }
        let track = try #require(RouteTrack(places))
        let ground = Grounds(route: track)[0]
        let home = Home(seed: 1, lane: 0, on: ground).position()
        #expect(home == (600_000_000, 105_000_000))
    }
}
