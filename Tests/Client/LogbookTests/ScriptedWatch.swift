import CivilTime
import Logbook
import Vocabulary
import WireProtocol

/// A watch that its athlete wears day and night, but for some.
extension ScriptedLife {
    private static let stages: [(name: String, minutes: Int)] = [
        ("awake_min", 12), ("sleep_core_min", 30), ("sleep_deep_min", 45), ("sleep_core_min", 25),
        ("sleep_rem_min", 15), ("sleep_core_min", 60), ("sleep_deep_min", 30), ("awake_min", 8),
        ("sleep_core_min", 75), ("sleep_rem_min", 35), ("sleep_core_min", 50),
        ("sleep_rem_min", 40), ("awake_min", 5),
    ]

    /// In bed from 23:10 to 06:20.
    private func bed(_ date: CivilDate) -> FleetInstant {
        zone.instant(of: date.adding(days: -1), second: (23 * 60 + 10) * 60)
    }

    func wears(on date: CivilDate) -> Bool { !daysOff.contains(date) }

    func wears(inNightTo date: CivilDate) -> Bool {
        wears(on: date) && !nightsOff.contains(date) && !blankDays.contains(date)
    }

    /// The stages that become known after an instant, all of a night at once, and a nap of the day.
    func stageLines(after instant: FleetInstant, _ names: [String]) -> [String] {
        var lines: [String] = []
        var date = zone.date(at: instant)
        while date <= today {
            if wears(inNightTo: date) {
                lines += rows(of: Self.stages, from: bed(date), names, date)
            }
            if naps.contains(date) {
                let start = zone.instant(of: date, second: (13 * 60 + 40) * 60)
                lines += rows(of: [("sleep_core_min", 25)], from: start, names, date)
            }
            date = date.adding(days: 1)
        }
        return lines
    }

    private func rows(
        of stages: [(name: String, minutes: Int)], from bed: FleetInstant, _ names: [String],
        _ date: CivilDate
    ) -> [String] {
        let length = stages.reduce(0) { $0 + $1.minutes }
        let up = Self.text(bed + .seconds(Int64(length) * 60 + 1))
        var start = bed
        return stages.enumerated().compactMap { index, stage in
            let end = start + .seconds(Int64(stage.minutes) * 60)
            defer { start = end }
            guard names.contains(stage.name) else { return nil }
            return #""type":"entry","session":"d7.1","n":3,"t":"\#(up)","#
                + #""entry":"e7.\#(bed.ticks)\#(index)","metric":"\#(stage.name)","#
                + #""value":\#(stage.minutes),"start":"\#(Self.text(start))","#
                + #""end":"\#(Self.text(end))","source":"simulated""#
        }
    }

    /// The quarters of an hour of a day, with its heart rate.
    func quarters(of date: CivilDate, _ id: String) -> [String] {
        guard let day = zone.day(date) else { return [] }
        let run = runs(on: date) ? start(date)..<start(date) + .seconds(2700) : nil
        return stride(from: day.lowerBound, to: day.upperBound, by: 900).map { start in
            let end = start + .seconds(900)
            let head =
                #"{"type":"bucket","id":"\#(id)","session":"s7","start":"\#(Self.text(start))","#
                + #""end":"\#(Self.text(end))""#
            if end > now { return head + #","open":true}"# }
            if run.map({ $0.overlaps(start..<end) }) ?? false { return head + Self.rate(150) }
            let hour = zone.local(start).second / 3600
            let isOn = hour < 6 ? wears(inNightTo: date) : wears(on: date) && hour != 20
            guard isOn, !blankDays.contains(date) else { return head + "}" }
            return head + Self.rate(hour < 6 ? 52 + hour : 70 + 3 * (hour % 5))
        }
    }

    private static func rate(_ rate: Int) -> String {
        #","heart_rate_bpm":{"average":\#(rate).25,"min":\#(rate - 4),"max":\#(rate + 9)}}"#
    }
}

private func stride(
    from start: FleetInstant, to end: FleetInstant, by seconds: Int64
) -> [FleetInstant] {
    let count = (end - start).ticks / FleetDuration.seconds(seconds).ticks
    return (0..<count).map { start + .seconds(seconds * $0) }
}
