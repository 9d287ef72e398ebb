import Terminal
import Vocabulary

/// The right tape: heart rate, higher above, with the number of its zone at every row.
enum HeartRateTapeView {
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        screen.put("HEART RATE bpm", row: area.row, column: area.column + 1, Theme.label)
        let scale = ScreenArea(
            row: area.row + 1, column: area.column, rows: max(0, area.rows - 2),
            columns: area.columns)
        let reading = frame.reading(.heartRate)
        let shown = reading.value.map { ($0 / step).rounded() * step }
        tape(frame).draw(
            shown, box: box(frame, reading), reading.isStale ? Theme.stale : Theme.box,
            frame.marks, in: scale, on: &screen)
        drawZone(frame, reading, row: area.row + area.rows - 1, area, on: &screen)
    }

    /// Beats a minute a row.
    private static let step = 2.5

    private static func box(_ frame: Frame, _ reading: ReadingState) -> String {
        guard let value = reading.value else { return " --  " }
        let text = NumberText.fixed(value, 0).padded(to: 4, .right)
        return reading.isStale ? "\(text)\(frame.marks.stale)" : "\(text) "
    }

    private static func tape(_ frame: Frame) -> Tape {
        let reserve = frame.picture.flight?.card.reserve
        return Tape(
            step: -step, labelEvery: 5, label: { NumberText.fixed($0, 0) },
            rung: { heartRate in
                guard let reserve else { return Tape.Rung(text: "", style: .plain) }
                let zone = reserve.zone(heartRate)
                return Tape.Rung(text: zone > 0 ? "Z\(zone)" : "", style: Theme.zone(zone))
            }, isMirrored: true)
    }

    private static func drawZone(
        _ frame: Frame, _ reading: ReadingState, row: Int, _ area: ScreenArea,
        on screen: inout Screen
    ) {
        guard let value = reading.value, let reserve = frame.picture.flight?.card.reserve else {
            return
        }
        let zone = reserve.zone(value)
        let share = NumberText.fixed(reserve.fraction(value) * 100, 0)
        let text = zone > 0 ? "zone \(zone)," : "no zone,"
        let style = reading.isStale ? Theme.stale : Theme.zone(zone)
        let column = screen.put(text, row: row, column: area.column + 1, style)
        screen.put("\(share) %", row: row, column: column + 1, Theme.label)
    }
}
