import FlightDisplay
import PlainText
import Terminal
import Vocabulary
import WireProtocol

/// Draws the hypnogram of the night that ends on a date: a level for each stage, the clock below.
enum NightView {
    /// A rule, a row for each stage, and the hours.
    static let rows = SleepRecord.levels.count + 2
    /// A rule, and why there is no night.
    static let rowsOfLack = 3
    private static let labelWidth = 6
    private static let styles = [
        CellStyle(foreground: .brightYellow), CellStyle(foreground: .brightMagenta),
        CellStyle(foreground: .brightCyan), CellStyle(foreground: .brightBlue),
    ]

    static func draw(_ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen) {
        let night = sheet.state.sleep?.night
        let span = night.map { "\(SleepText.span($0.span, sheet))" } ?? ""
        SectionRule.draw("NIGHT", note: span, sheet.marks, area, on: &screen)
        guard let night else { return SleepText.lack(sheet).draw(in: area.from(1), on: &screen) }
        let levels = SleepRecord.levels
        let plot = ScreenArea(
            row: area.row + 1, column: area.column + labelWidth + 1, rows: levels.count,
            columns: area.columns - labelWidth - 1)
        guard area.rows >= rows, plot.columns >= 10 else { return }
        for (row, level) in levels.enumerated() {
            screen.putRight(
                level.name, row: plot.row + row, endColumn: plot.column - 1, Theme.label)
            screen.fill(plot.line(plot.row + row), sheet.marks.gridLevel, Theme.grid)
        }
        let hours = HourAxis(span: night.span, plot: plot, zone: sheet.calendar.zone)
        draw(night, hours, sheet.marks, on: &screen)
        hours.drawHours(on: &screen)
    }

    private static func draw(
        _ night: SleepRecord.Rest, _ hours: HourAxis, _ marks: Marks, on screen: inout Screen
    ) {
        let plot = hours.plot
        var last: Int?
        for index in 0..<plot.columns {
            let stage = night.stage(in: hours.part(index, of: plot.columns))
            let level = SleepRecord.levels.firstIndex { $0.stage == stage }
            defer { last = level }
            guard let level else { continue }
            let column = plot.column + index
            for row in rows(between: level, last ?? level) {
                screen.put(marks.scale, row: plot.row + row, column: column, Theme.grid)
            }
            screen.put(marks.level, row: plot.row + level, column: column, styles[level])
        }
    }

    private static func rows(between level: Int, _ other: Int) -> [Int] {
        (min(level, other)...max(level, other)).filter { $0 != level && $0 != other }
    }
}

/// The sleep of a date in words.
enum SleepText {
    /// `23:10 to 06:40`.
    static func span(_ span: Range<FleetInstant>, _ sheet: LogSheet) -> String {
        let zone = sheet.calendar.zone
        return "\(zone.clock(span.lowerBound)) to \(zone.clock(span.upperBound))"
    }

    /// `1:05`.
    static func hours(_ minutes: Double) -> String { LogMetric.day(.sleep).text(minutes) }

    /// The night with the time in each stage, and the naps.
    static func parts(_ sleep: SleepRecord, _ sheet: LogSheet) -> [String] {
        var parts: [String] = []
        if let night = sleep.night {
            parts.append(span(night.span, sheet))
            parts += SleepRecord.levels.reversed().map { stage, name in
                let isRead = sheet.reads(.day(stage))
                return "\(name) \(isRead ? hours(night.minutes(in: stage)) : GreetedRights.mark)"
            }
        }
        return parts + sleep.naps.map { "nap \(span($0.span, sheet))" }
    }

    /// Why there is no night to show.
    static func lack(_ sheet: LogSheet) -> PartLack {
        guard sheet.state.nightRange != nil else { return .words(GreetedRights.mark) }
        let stream = sheet.state.stream { want in
            if case .night = want { true } else { false }
        }
        if let refusal = stream?.refusal { return .whole(.refused(refusal)) }
        guard let stream, stream.isLive || stream.isOver else { return .whole(sheet.waiting) }
        return .words(sheet.isOver ? LogSheet.notWorn : "not known yet")
    }

    /// Draws the night below the other quantities of a day.
    ///
    /// - Returns: how many rows were drawn.
    static func draw(_ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen) -> Int {
        let column = screen.put("night ", row: area.row, column: area.column + 1, Theme.label)
        let room = ScreenArea(
            row: area.row, column: column - 1, rows: area.rows, columns: area.endColumn - column)
        let sleep = sheet.state.sleep
        var parts = sleep.map { self.parts($0, sheet) } ?? []
        if sleep?.night == nil {
            switch lack(sheet) {
            case .words(let words): parts.insert(words, at: 0)
            case .whole(let lack): parts.insert(lack.lines[0], at: 0)
            }
        }
        let lines = parts.lines(atColumn: room.columns, separator: "  ")
        for (offset, line) in lines.prefix(area.rows).enumerated() {
            screen.put(
                line, row: area.row + offset, column: column,
                sleep?.night == nil ? Theme.stale : Theme.value)
        }
        return max(1, min(lines.count, area.rows))
    }
}
