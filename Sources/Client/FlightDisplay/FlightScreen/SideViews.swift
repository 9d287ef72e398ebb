import CivilTime
import PlainText
import Readout
import Terminal
import Vocabulary

/// Draws the time in each heart-rate zone, the highest zone above.
package enum ZonesView {
    package static let rows = 1 + HeartRateReserve.zoneBounds.count

    package static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        guard let flight = frame.picture.flight, let reserve = flight.card.reserve else { return }
        SectionRule.draw(
            "TIME IN ZONES", note: note(flight), frame.marks, area, on: &screen)
        let seconds = flight.record.zoneSeconds
        let total = max(seconds.reduce(0, +), 1)
        for zone in 1...HeartRateReserve.zoneBounds.count {
            let row = area.row + 1 + HeartRateReserve.zoneBounds.count - zone
            let bound = reserve.heartRate(at: HeartRateReserve.zoneBounds[zone - 1]).rounded(.up)
            draw(
                zone, from: bound, seconds[zone], share: seconds[zone] / total, frame,
                area.line(row), on: &screen)
        }
    }

    private static func note(_ flight: FlightModel) -> String {
        guard let mean = flight.record.beats.mean, let greatest = flight.record.beats.greatest
        else { return "" }
        return "mean \(NumberText.fixed(mean, 0))  max \(NumberText.fixed(greatest, 0))"
    }

    private static func draw(
        _ zone: Int, from bound: Double, _ seconds: Double, share: Double, _ frame: Frame,
        _ line: ScreenArea, on screen: inout Screen
    ) {
        let column = screen.put(
            "Z\(zone)", row: line.row, column: line.column + 1, Theme.zone(zone))
        let from = "\(NumberText.fixed(bound, 0))+".padded(to: 5, .right)
        screen.put(from, row: line.row, column: column, Theme.label)
        let time = NumberText.clock(Int(seconds)).padded(to: 8, .right)
        let percent = "\(Int((share * 100).rounded())) %".padded(to: 6, .right)
        let barStart = column + from.count + 1
        let barWidth = line.endColumn - barStart - time.count - percent.count - 1
        let bar = ProgressBar.text(share, width: barWidth, symbols: frame.symbols)
        screen.put(bar, row: line.row, column: barStart, Theme.zone(zone))
        screen.put(
            time + percent, row: line.row, column: line.endColumn - time.count - percent.count - 1,
            seconds > 0 ? CellStyle.plain : Theme.label)
    }
}

/// Draws the completed kilometres or miles, the newest last.
package enum SplitsView {
    /// - Parameter top: the first shown split, if not all fit; nil shows the newest.
    package static func draw(
        _ frame: Frame, from top: Int? = nil, in area: ScreenArea, on screen: inout Screen
    ) {
        guard let flight = frame.picture.flight else { return }
        let title = frame.units == .metric ? "KILOMETRES" : "MILES"
        let all = flight.record.splits(frame.units)
        let room = max(0, area.rows - 2)
        let newest = max(0, all.count - room)
        let first = min(top ?? newest, newest)
        let shown = all[first...].prefix(room)
        let note =
            top == nil || newest == 0
            ? "" : "\(first + 1) to \(first + shown.count) of \(all.count)"
        SectionRule.draw(title, note: note, frame.marks, area, on: &screen)
        screen.put(
            head(frame), row: area.row + 1, column: area.column + 1, Theme.label,
            width: area.columns - 1)
        let best = all.lazy.map(\.seconds).min() ?? 0
        for (offset, split) in shown.enumerated() {
            draw(split, best: best, frame, row: area.row + 2 + offset, area, on: &screen)
        }
    }

    private static func head(_ frame: Frame) -> String {
        let target = frame.paceBand == nil ? "" : "   target"
        let unit = frame.readout(.heartRate).unit
        return "\(frame.units.distanceName.padded(to: 3, .right))    time\(target)    \(unit)"
    }

    private static func draw(
        _ split: Splits.Split, best: Double, _ frame: Frame, row: Int, _ area: ScreenArea,
        on screen: inout Screen
    ) {
        let number = "\(split.number)".padded(to: 3, .right)
        let time = NumberText.clock(Int(min(split.seconds, 360_000).rounded()))
            .padded(to: 8, .right)
        var column = screen.put(
            number + time, row: row, column: area.column + 1, CellStyle.plain)
        if let band = frame.paceBand {
            let difference = NumberText.signedClock(band.difference(of: split.seconds))
            column = screen.put(
                difference.padded(to: 9, .right), row: row, column: column,
                band.contains(split.seconds) ? Theme.good : Theme.caution)
        }
        let beats = split.heartRate.map { NumberText.fixed($0, 0) } ?? "--"
        column = screen.put(beats.padded(to: 7, .right), row: row, column: column)
        let width = area.endColumn - 3 - column
        guard width >= 4, best > 0 else { return }
        // The bar of the fastest split fills the row; one 50 % slower has none.
        let share = 1 - (split.seconds - best) / (best / 2)
        let length = Int((min(max(share, 0), 1) * Double(width)).rounded())
        screen.put(
            String(repeating: frame.marks.level, count: length), row: row, column: column + 2,
            Theme.pace)
    }
}

/// Draws the log of the flight, the newest entry last.
package enum LogView {
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        SectionRule.draw("FLIGHT LOG", frame.marks, area, on: &screen)
        let entries = (frame.picture.flight?.log.entries ?? []).suffix(max(0, area.rows - 1))
        draw(entries, in: frame.state.zone, frame.units, frame.marks, area.from(1), on: &screen)
    }

    /// Draws each entry with its time of day in a row of its own, from the area's first row on.
    package static func draw(
        _ entries: ArraySlice<FlightLog.Entry>, in zone: TimeZoneRules, _ units: Units,
        _ marks: Marks, _ area: ScreenArea, on screen: inout Screen
    ) {
        for (offset, entry) in entries.enumerated() {
            let row = area.row + offset
            let column = screen.put(
                NumberText.timeOfDay(entry.at, in: zone), row: row, column: area.column + 1,
                Theme.label, width: area.columns - 1)
            screen.put(
                entry.text(units), row: row, column: column + 1, Theme.entry(entry.kind),
                width: area.endColumn - column - 1, cutMark: marks.cut)
        }
    }
}

/// Draws the rule above a part of the screen: its name, a line, and a note if there is room.
package enum SectionRule {
    /// - Parameter area: the area whose first row is drawn.
    package static func draw(
        _ title: String, note: String = "", _ marks: Marks, _ area: ScreenArea,
        on screen: inout Screen
    ) {
        let (row, columns) = (area.row, area.columns)
        screen.fill(area.line(row), marks.rule, Theme.grid)
        let end = screen.put(
            " \(title) ", row: row, column: area.column + 1, Theme.label, width: columns - 2)
        let room = area.endColumn - 1 - end
        guard !note.isEmpty, note.count + 3 <= room else { return }
        screen.putRight(" \(note) ", row: row, endColumn: area.endColumn - 1, Theme.label)
    }
}
