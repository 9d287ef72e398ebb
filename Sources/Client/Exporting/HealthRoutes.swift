import ActivityFiles
import ChannelPipeline
import CivilTime
import Simulation
import Vocabulary

/// Where workouts of an export of the Health app led: a file each, in the folder `workout-routes`.
extension SessionExport {
    /// The names of the files of runs of one athlete, of those for which places are known:
    /// `route_2026-03-06_7.12am`, by the local minute in which the session begins. Where several
    /// begin in one, those behind the first have a number: `route_2026-03-06_7.12am_2`.
    func routes(of sessions: [SessionName]) -> [SessionName: String] {
        let placed = sessions.filter { fleet.source(of: $0).hasPlaces }
        let names = Self.numbered(placed.map { "route_\(minute(of: $0, "_", "."))" })
        return Dictionary(zip(placed, names)) { first, _ in first }
    }

    /// Names that are all different: the second of the same ends in `_2`, and so on.
    static func numbered(_ names: [String]) -> [String] {
        var counts: [String: Int] = [:]
        return names.map { name in
            counts[name, default: 0] += 1
            return counts[name].map { $0 == 1 ? name : "\(name)_\($0)" } ?? name
        }
    }

    /// - Parameter facts: those of the export.
    func write(_ session: SessionName, route facts: HealthFacts, to sink: ExportSink) {
        let name = "Route \(minute(of: session, " ", ":"))"
        write(session, to: sink) { _ in
            HealthRoute(facts, name: name, period: fleet.rate.period)
        }
    }

    /// `2026-03-06 7:12am`, with what stands between date, hour and minute.
    private func minute(of session: SessionName, _ dateEnd: String, _ hourEnd: String) -> String {
        let start = fleet.start(of: session)
        let ahead = Int64(zone.local(start).offset) * 1_000_000
        let time = CalendarTime(microseconds: start.microseconds + ahead)
        let minutes = time.microsecondOfDay / 60_000_000
        let (hour, minute) = (minutes / 60, minutes % 60)
        let date = time.description.prefix { $0 != "T" }
        return "\(date)\(dateEnd)\((hour + 11) % 12 + 1)\(hourEnd)"
            + "\(minute < 10 ? "0" : "")\(minute)\(hour < 12 ? "am" : "pm")"
    }
}
