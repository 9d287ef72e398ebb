import ChannelPipeline
import CivilTime
import Days
import Simulation
import Vocabulary
import WireProtocol

/// The simulated days of the athletes of a fleet, as its lanes fly them.
final class AthleteCalendar: RunCalendar, ZoneCalendar {
    private let seed: UInt64
    private let grounds: Grounds
    private let roster: Roster
    /// What is ordered of the days of the first lanes; nil where nothing is.
    private let orders: [DaysOrder?]
    let days: ZoneDays
    let laps: ClosedRange<Int>
    /// Within these instants, which whole days of the calendar surround, athletes are looked at.
    private let instants: ClosedRange<FleetInstant>

    /// Athletes live from 2000 to 2200, which the rules of the zone are known for. A date of either
    /// border is left out, so that no zone's offset leads beyond.
    private static let dates = CivilDate(dayNumber: 10_958)...CivilDate(dayNumber: 84_004)

    init(
        seed: UInt64, epoch: FleetInstant, zone: TimeZoneRules, grounds: Grounds = .drawn,
        roster: Roster = .drawn, orders: [DaysOrder?] = []
    ) {
        self.seed = seed
        self.grounds = grounds
        (self.roster, self.orders) = (roster, orders)
        let longest = orders.compactMap { $0?.habits?.longestRun }.max() ?? 0
        // The athlete stands before and behind a run for some minutes.
        mostOfDay =
            grounds.hasRoutes
            ? .seconds(7 * 3600)
            : max(CalendarRun.mostOfDay, .seconds(Int64(longest + 10) * 60))
        days = ZoneDays(zone, epoch: epoch)
        laps = days.lap(of: Self.dates.lowerBound)...days.lap(of: Self.dates.upperBound)
        instants =
            zone.startOrNext(
                of: Self.dates.lowerBound)...zone.startOrNext(
                of: Self.dates.upperBound.adding(days: 1))
    }

    func combine(into hasher: inout IdentityHasher) {
        hasher.combine("schedule", "days")
        hasher.combine("days", DaysModelVersion.current)
        days.combine(into: &hasher)
    }

    func run(of lane: LaneID, on lap: Int) -> CalendarRun? {
        guard laps.contains(lap) else { return nil }
        return runner(lane, on: lap).run(on: days.date(of: lap)).map(run)
    }

    func nextRun(of lane: LaneID, after instant: FleetInstant) -> CalendarRun? {
        guard instant < instants.upperBound else { return nil }
        guard !neverRuns(lane) else {
            let last = run(of: lane, on: laps.upperBound)
            return last.flatMap { $0.start > instant ? $0 : nil }
        }
        let start = max(instant, instants.lowerBound - FleetDuration(ticks: 1))
        let next = athlete(lane).nextRun(after: start).map(run)
        return next.flatMap { laps.contains($0.lap) ? $0 : nil }
    }

    let mostOfDay: FleetDuration

    func simulation(
        of session: SessionName, rate: SampleRate, equipment: Equipment
    ) -> SimulatedRun {
        let athlete = runner(session.lane, on: session.lap)
        guard let run = athlete.run(on: days.date(of: session.lap)) else {
            preconditionFailure("\(session) is a day without a run")
        }
        return run.simulated(
            seed: seed, lane: session.lane, rate: rate, equipment: equipment)
    }

    func entries(of lane: LaneID, on lap: Int) -> [SimulatedEntry] {
        guard laps.contains(lap) else { return [] }
        return athlete(lane).entries(on: days.date(of: lap)).map(SimulatedEntry.init)
    }

    func nextEntry(of lane: LaneID, after instant: FleetInstant) -> FleetInstant? {
        guard instant < instants.upperBound else { return nil }
        let start = max(instant, instants.lowerBound - FleetDuration(ticks: 1))
        let next = athlete(lane).nextEntry(after: start)?.instant
        return next.flatMap { $0 < instants.upperBound ? $0 : nil }
    }

    func frequentEntries(
        of lane: LaneID, on lap: Int, _ metrics: DayMetricSet
    ) -> [SimulatedEntry] {
        guard laps.contains(lap) else { return [] }
        return athlete(lane).frequentEntries(on: days.date(of: lap), metrics)
            .map(SimulatedEntry.init)
    }

    func nextFrequentEntry(
        of lane: LaneID, after instant: FleetInstant, _ metrics: DayMetricSet
    ) -> SimulatedEntry? {
        guard instant < instants.upperBound else { return nil }
        let start = max(instant, instants.lowerBound - FleetDuration(ticks: 1))
        let next = athlete(lane).nextFrequentEntry(after: start, metrics)
            .map(SimulatedEntry.init)
        return next.flatMap { $0.instant < instants.upperBound ? $0 : nil }
    }

    /// The truth of a lane's day, whether or not its lines tell it.
    func truth(of lane: LaneID, on lap: Int) -> DayTruth? {
        guard laps.contains(lap) else { return nil }
        return DayTruth(athlete(lane), on: days.date(of: lap))
    }

    func tellsTruth(of lane: LaneID) -> Bool { order(of: lane)?.findings != nil }

    var findingCount: Int { orders.reduce(0) { $0 + ($1?.findings?.count ?? 0) } }

    private func athlete(_ lane: LaneID) -> AthleteDays { athlete(lane, with: order(of: lane)) }

    private func athlete(_ lane: LaneID, with order: DaysOrder?) -> AthleteDays {
        AthleteDays(
            seed: seed, lane: lane, zone: days.rules, on: grounds[lane], as: roster[lane],
            days: order)
    }

    private func order(of lane: LaneID) -> DaysOrder? {
        orders.indices.contains(lane.index) ? orders[lane.index] : nil
    }

    private func neverRuns(_ lane: LaneID) -> Bool { order(of: lane)?.habits?.runsPerWeek == 0 }

    /// The athlete as it runs on a day. Every lane has a session to come: who is ordered never to
    /// run does so on the last day of all.
    private func runner(_ lane: LaneID, on lap: Int) -> AthleteDays {
        guard lap == laps.upperBound, var order = order(of: lane), neverRuns(lane) else {
            return athlete(lane)
        }
        order.habits?.runsPerWeek = 7
        return athlete(lane, with: order)
    }

    private func run(_ run: DayRun) -> CalendarRun {
        CalendarRun(lap: days.lap(of: run.date), start: run.start, duration: run.duration)
    }
}

extension SimulatedEntry {
    fileprivate init(_ entry: DayEntry) {
        self.init(
            instant: entry.instant, metric: entry.metric, value: entry.value, start: entry.start,
            end: entry.end)
    }
}

extension DayTruth {
    /// Nil on a day on which nothing is in effect.
    fileprivate init?(_ days: AthleteDays, on date: CivilDate) {
        let findings = days.findings(on: date).map { finding in
            Finding(
                name: finding.kind.rawValue, isOrdered: finding.isOrdered,
                first: "\(finding.dates.lowerBound)", last: "\(finding.dates.upperBound)")
        }
        let speedChange = days.speedChange(on: date)
        guard !findings.isEmpty || speedChange != 0 else { return nil }
        self.init(findings: findings, speedChange: speedChange)
    }
}
