import ChannelPipeline
import CivilTime
import CommandLine
import FlightDisplay
import FlightPlot
import Logbook
import StreamClient
import Vocabulary
import WireProtocol

/// The page of a day.
extension PlotHistory {
    private static let hourly: [Metric] = [.steps, .distance, .energy, .heartRate]

    /// The hours of a day, its figures and its runs.
    func dayPage() throws(ProgramFailure) -> HistoryPage {
        let date = try day()
        let (rights, hasWatch) = try sight
        var flags = flags
        flags.set("--session", lane)
        flags.set("--from", "\(date)")
        flags.set("--to", "\(date.adding(days: 1))")
        flags.set("--interval", "1d")
        let known = rights.hasWatch ? DayMetric.ofPeople : DayMetric.defaults
        flags.set("--metrics", known.members.map(\.name).joined(separator: ","))
        let figures = try answer(to: flags)
        flags.set("--metrics", Self.hourly.map(\.name).joined(separator: ","))
        flags.set("--interval", "1h")
        let hours = try answer(to: flags)
        return HistoryPage(
            title: "\(lane): \(date.long)", facts: facts(hours.zone), histories: histories(hours),
            figures: histories(figures),
            body: hasWatch ? try body(on: date, hours.zone, flags, rights) : nil,
            flights: try flights(on: date, hours.zone).map { $0.drawn(by: flags) })
    }

    /// What may be read, and whether a watch tells of the lane's days.
    private var sight: (rights: GreetedRights, hasWatch: Bool) {
        get throws(ProgramFailure) {
            let lane = SelectedSessions(parsing: lane)?.lane ?? LaneID(index: 0)
            guard let fleet = offline?.fleet else {
                let fleet = GreetedFleet(greeting: try DaemonLink(flags).greeting)
                return (fleet.rights, fleet.rights.hasWatch && fleet.tellsDays(of: lane))
            }
            return (GreetedRights(nil), !fleet.fliesLaps(lane) && !fleet.fliesOnce(lane))
        }
    }

    /// The heart rate and the sleep of a day, as far as they may be read.
    private func body(
        on date: CivilDate, _ zone: TimeZoneRules, _ flags: ParsedFlags, _ rights: GreetedRights
    ) throws(ProgramFailure) -> BodyOfDay? {
        guard let day = zone.day(date) else { return nil }
        var flags = flags
        flags.set("--metrics", Metric.heartRate.name)
        flags.set("--interval", "15m")
        let quarters = rights.reads(Metric.heartRate.name) ? try answer(to: flags) : nil
        let stages = SleepRecord.levels.map(\.stage).filter { rights.reads($0.name) }
        let stretches = stages.isEmpty ? [] : try stretches(stages, of: day)
        return BodyOfDay(
            heartRate: quarters.flatMap { histories($0).first },
            sleep: stages.isEmpty ? nil : SleepRecord(stretches, within: day, zone), zone)
    }

    private func stretches(
        _ stages: [DayMetric], of day: Range<FleetInstant>
    ) throws(ProgramFailure) -> [SleepRecord.Stretch] {
        guard let offline else {
            return try PlotRuns(flags).entries(stages, of: lane, within: day)
                .compactMap(SleepRecord.Stretch.init)
        }
        let calendar = offline.fleet.dayCalendar
        let lane = SelectedSessions(parsing: lane)?.lane ?? LaneID(index: 0)
        return calendar.entries(of: lane, on: calendar.lap(at: day.lowerBound)).compactMap {
            SleepRecord.Stretch($0.metric, from: $0.start, to: $0.end)
        }
    }

    private func day() throws(ProgramFailure) -> CivilDate {
        guard let asked = try flags.day("--day") else { return CivilDate(dayNumber: 0) }
        if case .day(.date(let number), second: _) = asked.moment {
            return CivilDate(dayNumber: number)
        }
        let clock =
            if let offline { offline.clock } else { try FleetClock(DaemonLink(flags).greeting) }
        return CivilDate(
            dayNumber: try asked.resolve { moment throws(SkippedTime) in
                try clock.moments.dayNumber(of: moment)
            })
    }

    private func flights(
        on date: CivilDate, _ zone: TimeZoneRules
    ) throws(ProgramFailure) -> [FlightTrack] {
        guard let selected = SelectedSessions(parsing: lane), let day = zone.day(date) else {
            return []
        }
        guard let offline else {
            return try PlotRuns(flags).tracks(of: lane, within: day)
        }
        return offline.sessions(of: selected.lane, within: day).map { offline.track(of: $0) }
    }
}
