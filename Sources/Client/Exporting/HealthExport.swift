import ActivityFiles
import ChannelPipeline
import CivilTime
import Simulation
import Vocabulary

/// Samples and entries of athletes as exports of the phone's Health app.
extension SessionExport {
    /// The file of one lane: `export.xml`, in a folder of the lane's name unless it stands alone.
    ///
    /// - Parameters:
    ///   - sessions: the sessions that have samples in the days.
    ///   - days: whole days, whose entries are written too; nil writes the sessions alone.
    func healthFile(
        of lane: LaneID, _ sessions: [SessionName], _ days: Range<FleetInstant>? = nil, isOnly: Bool
    ) -> ExportFile {
        let folder = isOnly ? "" : "s\(lane)/"
        let routes = routes(of: sessions)
        let facts = facts(of: lane, sessions, days)
        var file = ExportFile(
            name: "\(folder)export", format: format, what: "athlete", selection: "s\(lane)"
        ) { writeHealth(of: lane, sessions, days, hasRoutes ? routes : [:], to: $0) }
        file.parts = sessions.compactMap { session in
            routes[session].map { name in
                ExportFile(name: "\(folder)workout-routes/\(name)", format: .gpx, what: "route") {
                    write(session, route: facts, to: $0)
                }
            }
        }
        return file
    }

    /// - Parameter routes: the names of the files of routes; see ``routes(of:)``.
    func writeHealth(
        of lane: LaneID, _ sessions: [SessionName], _ days: Range<FleetInstant>? = nil,
        _ routes: [SessionName: String] = [:], to sink: ExportSink
    ) {
        var file = HealthFile(facts(of: lane, sessions, days))
        var left = sessions[...]
        for lap in days.map(laps) ?? 0..<0 {
            write(fleet.entries(of: lane, speakingOf: lap), to: &file)
            sink.take(file.drain())
            guard let end = fleet.dayCalendar.day(lap)?.upperBound else { continue }
            while let session = left.first, fleet.start(of: session) < end, sink.isOpen {
                fly(left.removeFirst(), routes[session], into: &file, sink)
            }
        }
        for session in left where sink.isOpen { fly(session, routes[session], into: &file, sink) }
        sink.take(file.finish(days.map(healthDays) ?? []))
    }

    private func facts(
        of lane: LaneID, _ sessions: [SessionName], _ days: Range<FleetInstant>?
    ) -> HealthFacts {
        let (zone, calendar) = (zone, fleet.dayCalendar)
        let ends = sessions.map { session in
            let start = fleet.start(of: session)
            return fleet.end(of: session, at: start) ?? start
        }
        let exported = days?.upperBound ?? ends.max() ?? fleet.epoch
        let known = sessions.first ?? fleet.session(of: lane, at: exported)
        let profile =
            fleet.contains(known) ? fleet.profile(of: fleet.source(of: known)) : nil
        return HealthFacts(
            name: "s\(lane)", serialNumber: serialNumber(of: lane),
            profile: profile, exported: exported, range: days,
            localOffset: { zone.local($0).offset },
            day: { instant in
                let lap = calendar.lap(at: instant)
                return HealthDay(
                    date: calendar.date(of: lap), range: calendar.day(lap) ?? instant..<instant)
            })
    }

    /// The numbers of the days in a range of whole days.
    private func laps(_ days: Range<FleetInstant>) -> Range<Int> {
        fleet.dayCalendar.lap(at: days.lowerBound)..<fleet.dayCalendar.lap(at: days.upperBound)
    }

    private func healthDays(_ days: Range<FleetInstant>) -> [HealthDay] {
        laps(days).compactMap { lap in
            fleet.dayCalendar.day(lap).map {
                HealthDay(date: fleet.dayCalendar.date(of: lap), range: $0)
            }
        }
    }

    private func write(_ entries: [SimulatedEntry], to file: inout HealthFile) {
        for entry in entries {
            file.add(
                entry.metric, entry.value, from: entry.start, to: entry.end, known: entry.instant)
        }
    }

    private func fly(
        _ session: SessionName, _ route: String?, into file: inout HealthFile, _ sink: ExportSink
    ) {
        var flight = LaneFlight(session, of: fleet, fliesOneSession: true, observes: false)
        file.begin(
            at: ActivityPoint(flight.start, sessionTime: .zero),
            fleet.profile(of: flight.source), period: fleet.rate.period, route: route,
            isIndoors: flight.source.simulation != nil && !flight.source.hasPlaces)
        var part = RunPart()
        while flight.nextInstant != nil, sink.isOpen {
            var step = flight.step(of: fleet)
            let isRunning = part.take(step)
            if route != nil, isRunning { flight.locate(&step) }
            if step.resumes { file.resume(at: step.point) }
            if let moment = ActivityMoment(step) { file.take(moment, isRunning: isRunning) }
            if step.pauses { file.pause(at: step.point) }
            if file.waitingBytes >= Self.portionBytes { sink.take(file.drain()) }
        }
        file.endRun()
    }
}

extension Fleet {
    /// The simulated entries that speak of a day, as a query counts them, in the order in which
    /// they become known. Entries that become known on the next day belong to it too; a zone may
    /// skip one date.
    fileprivate func entries(of lane: LaneID, speakingOf lap: Int) -> [SimulatedEntry] {
        guard !fliesOnce(lane), let day = dayCalendar.day(lap) else { return [] }
        let laps = lap...lap + 2
        let entries = laps.flatMap { lap in
            dayCalendar.entries(of: lane, on: lap)
                + dayCalendar.frequentEntries(of: lane, on: lap, DayMetricSet(.heartRate))
        }
        return entries.filter { day.contains($0.counted) }.sorted { $0.instant < $1.instant }
    }
}
