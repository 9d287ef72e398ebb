import ChannelPipeline
import Simulation
import Vocabulary
import WireProtocol

/// A calendar of days in UTC whose runs are said in the test.
struct ScriptedCalendar: RunCalendar {
    /// Midnight of the epoch's day.
    let midnight: FleetInstant
    var seed: UInt64 = 42
    var laps = -1000...1000
    /// What becomes known every five minutes.
    var frequent: DayMetricSet = []
    /// The lanes that tell the truth of their days.
    var tellers: Set<Int> = []
    /// How long the days are that do not have 24 hours, none of them before the epoch's; nothing is
    /// left of a date that the zone skips.
    var lengths: [Int: FleetDuration] = [:]
    /// When a lane's run of a day starts, since that day's midnight, and how long it is; nil on a
    /// day of rest.
    let script: @Sendable (_ lane: Int, _ lap: Int) -> (FleetDuration, FleetDuration)?

    static let day = FleetDuration.seconds(86_400)

    var zoneName: String? { "UTC" }
    var zone: any CivilZone { UTCZone() }

    func combine(into hasher: inout IdentityHasher) { hasher.combine("calendar", "scripted") }

    func begin(of lap: Int) -> FleetInstant {
        let passed = lengths.filter { $0.key < lap }
        return passed.reduce(midnight + Self.day * Int64(lap)) { $0 + ($1.value - Self.day) }
    }

    func lap(at instant: FleetInstant) -> Int {
        let ticks = (instant - midnight).ticks
        var lap = Int((Double(ticks) / Double(Self.day.ticks)).rounded(.down))
        while begin(of: lap + 1) <= instant { lap += 1 }
        while begin(of: lap) > instant { lap -= 1 }
        return lap
    }

    func date(of lap: Int) -> String { "day \(lap)" }

    func instant(_ anchor: CivilAnchor, addingDays days: Int, months: Int) -> FleetInstant {
        anchor.inUTC(addingDays: days, months: months)
    }

    func run(of lane: LaneID, on lap: Int) -> CalendarRun? {
        guard laps.contains(lap), let (offset, duration) = script(lane.index, lap) else {
            return nil
        }
        return CalendarRun(lap: lap, start: begin(of: lap) + offset, duration: duration)
    }

    func day(_ lap: Int) -> Range<FleetInstant>? {
        let day = begin(of: lap)..<begin(of: lap + 1)
        return day.isEmpty ? nil : day
    }

    func tellsTruth(of lane: LaneID) -> Bool { tellers.contains(lane.index) }

    /// A finding or two; none on every fourth day.
    func truth(of lane: LaneID, on lap: Int) -> DayTruth? {
        guard lap % 4 != 0, day(lap) != nil else { return nil }
        let ill = DayTruth.Finding(
            name: "ill", isOrdered: true, first: date(of: lap - 1), last: date(of: lap + 2))
        let pause = DayTruth.Finding(
            name: "break", isOrdered: false, first: date(of: lap - 20), last: date(of: lap))
        return DayTruth(
            findings: lap % 2 == 0 ? [ill] : [ill, pause], speedChange: Double(-lap) * 0.7)
    }

    /// Some around midnight and at breakfast, on successive ticks; none on every fifth day.
    func entries(of lane: LaneID, on lap: Int) -> [SimulatedEntry] {
        guard (lane.index + lap) % 5 != 0, let day = day(lap) else { return [] }
        let begin = begin(of: lap)
        let delay = FleetDuration(ticks: Int64(lane.index * 137 % 900 + 1))
        var entries: [SimulatedEntry] = []
        for quarter in [0, 1, 28, 95] as [Int64] {
            let end = begin + .seconds(quarter * 900)
            for (index, metric) in [DayMetric.steps, .distance, .energy].enumerated() {
                entries.append(
                    SimulatedEntry(
                        instant: end + delay + FleetDuration(ticks: Int64(index)), metric: metric,
                        value: Int64(100 + lane.index + index * 1000), start: end - .seconds(900),
                        end: end))
            }
            guard quarter == 28 else { continue }
            let waking = end + delay + .seconds(61)
            entries.append(
                SimulatedEntry(
                    instant: waking, metric: .bodyMass, value: 714, start: waking, end: waking))
        }
        return entries.filter { day.contains($0.instant) }
    }

    func nextEntry(of lane: LaneID, after instant: FleetInstant) -> FleetInstant? {
        let today = lap(at: instant)
        return (today...today + 2).lazy.flatMap { entries(of: lane, on: $0) }.map(\.instant)
            .first { $0 > instant }
    }

    func frequentEntries(
        of lane: LaneID, on lap: Int, _ metrics: DayMetricSet
    ) -> [SimulatedEntry] {
        (0..<288).flatMap { frequentEntries(of: lane, on: lap, $0, metrics) }
    }

    /// A latitude, a longitude and a heart rate of each five minutes without a run, at ticks of
    /// their own; no heart rates while the watch lies on the table, for 25 minutes out of 100.
    private func frequentEntries(
        of lane: LaneID, on lap: Int, _ number: Int, _ metrics: DayMetricSet
    ) -> [SimulatedEntry] {
        let time = begin(of: lap) + .seconds(Int64(number) * 300)
        let run = run(of: lane, on: lap)
        guard run.map({ time <= $0.start || time > $0.start + $0.duration }) ?? true else {
            return []
        }
        let known = time + FleetDuration(ticks: Int64(lane.index * 37 % 900 + 950))
        let isWorn = (lane.index + number / 5) % 4 != 0
        let told: [(metric: DayMetric, delay: Int64, value: Int)] = [
            (.latitude, 0, 1_000_000_000 + number * 100 + lap),
            (.longitude, 1, 1_000_000_000 + number * 100 + lap + 1),
            (.heartRate, 1050, 45 + number * 7 % 60),
        ]
        return told.filter { entry in
            frequent.contains(entry.metric) && metrics.contains(entry.metric)
                && (isWorn || entry.metric != .heartRate)
        }.map { entry in
            SimulatedEntry(
                instant: known + FleetDuration(ticks: entry.delay), metric: entry.metric,
                value: Int64(entry.value), start: time, end: time)
        }
    }

    func nextFrequentEntry(
        of lane: LaneID, after instant: FleetInstant, _ metrics: DayMetricSet
    ) -> SimulatedEntry? {
        guard !frequent.isDisjoint(with: metrics) else { return nil }
        let today = lap(at: instant)
        let number = max(0, Int((instant - begin(of: today)).ticks / 15_000) - 1)
        return (today * 288 + number..<(today + 2) * 288).lazy.flatMap { number in
            let lap = Int(Int64(number).dividedRoundingDown(by: 288))
            return frequentEntries(of: lane, on: lap, number - lap * 288, metrics)
        }.first { $0.instant > instant }
    }

    func nextRun(of lane: LaneID, after instant: FleetInstant) -> CalendarRun? {
        (lap(at: instant)...lap(at: instant) + 60).lazy.compactMap { run(of: lane, on: $0) }
            .first { $0.start > instant }
    }

    func simulation(
        of session: SessionName, rate: SampleRate, equipment: Equipment
    ) -> SimulatedRun {
        let athlete = Athlete.drawn(seed: seed, lane: session.lane)
        let duration = script(session.lane.index, session.lap)?.1 ?? .zero
        return SimulatedRun(
            seed: seed, lane: session.lane, lap: session.lap, rate: rate, equipment: equipment,
            plan: .drawn(seed: seed, lane: session.lane, lap: session.lap, athlete: athlete),
            lasting: duration)
    }
}

extension TestFleets {
    /// Midnight of the epoch's day.
    static let midnight = epoch - .seconds(6 * 3600)

    /// A fleet that flies by a calendar.
    static func days(
        lanes: Int = 10, rate: SampleRate = .oneHertz, laps: ClosedRange<Int> = -1000...1000,
        frequent: DayMetricSet = [], tellers: Set<Int> = [], lengths: [Int: FleetDuration] = [:],
        shard: FleetShard = .whole,
        _ script: @escaping @Sendable (_ lane: Int, _ lap: Int) -> (FleetDuration, FleetDuration)?
    ) -> Fleet {
        let calendar = ScriptedCalendar(
            midnight: midnight, laps: laps, frequent: frequent, tellers: tellers,
            lengths: lengths, script: script)
        return Fleet(
            seed: 42, epoch: epoch, rate: rate, schedule: .days(calendar), simulatedLanes: lanes,
            shard: shard)
    }

    /// A run of a minute at noon on one day of forty, the day before the epoch's among them.
    @Sendable
    static func seldomRuns(_ lane: Int, _ lap: Int) -> (FleetDuration, FleetDuration)? {
        (lap + 4000) % 40 == 39 ? (.seconds(43_200), .seconds(60)) : nil
    }

    static func seldom(
        lanes: Int, tellers: Set<Int>, lengths: [Int: FleetDuration] = [:]
    ) -> Fleet {
        days(lanes: lanes, tellers: tellers, lengths: lengths, seldomRuns)
    }

    /// Runs of a minute or so around midnight, two days out of three.
    static func midnightRuns(
        lanes: Int = 10, rate: SampleRate = .oneHertz, frequent: DayMetricSet = [],
        tellers: Set<Int> = [], lengths: [Int: FleetDuration] = [:], shard: FleetShard = .whole
    ) -> Fleet {
        days(
            lanes: lanes, rate: rate, frequent: frequent, tellers: tellers, lengths: lengths,
            shard: shard
        ) { lane, lap in
            guard (lane + lap) % 3 != 0 else { return nil }
            let second = Int64(lane * 7 + (lap % 2 == 0 ? 86_300 : 20))
            return (
                FleetDuration.seconds(second) + FleetDuration(ticks: Int64(lane % 10 * 5)),
                .seconds(Int64(45 + 10 * (lane % 4)))
            )
        }
    }
}
