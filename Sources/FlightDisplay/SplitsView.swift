import Terminal
import Vocabulary

/// The kilometres or miles that have been run, newest last.
enum SplitsView {
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        guard let flight = frame.picture.flight else { return }
        let title = frame.units == .metric ? "KILOMETRES" : "MILES"
        SectionRule.draw(
            title, frame, row: area.row, column: area.column, columns: area.columns, on: &screen)
        screen.put(
            head(frame), row: area.row + 1, column: area.column + 1, Theme.label,
            width: area.columns - 1)
        let all = flight.record.splits(frame.units)
        let best = all.lazy.map(\.seconds).min() ?? 0
        let shown = all.suffix(max(0, area.rows - 2))
        for (offset, split) in shown.enumerated() {
            draw(split, best: best, frame, row: area.row + 2 + offset, area, on: &screen)
        }
    }

    private static func head(_ frame: Frame) -> String {
        let target = frame.paceBand == nil ? "" : "   target"
        return "\(frame.units.distanceName.padded(to: 3, .right))    time\(target)    bpm"
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
        // The fastest fills the rest of the row, one half as slow again leaves it empty.
        let share = 1 - (split.seconds - best) / (best / 2)
        let length = Int((min(max(share, 0), 1) * Double(width)).rounded())
        screen.put(
            String(repeating: frame.marks.level, count: length), row: row, column: column + 2,
            Theme.pace)
    }
}
