import Terminal
import Vocabulary

/// The right tape: heart rate, higher above, with a strip in the colours of its zones.
enum HeartRateTapeView {
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        let title = "HEART RATE bpm"
        screen.put(
            title, row: area.row, column: area.endColumn - title.count - 1, Theme.label,
            width: title.count)
        let scale = ScreenArea(
            row: area.row + 1, column: area.column, rows: max(0, area.rows - 2),
            columns: area.columns)
        let reading = frame.reading(.heartRate)
        let shown = reading.value.map { ($0 / step).rounded() * step }
        tape(frame, reading, shown: shown).draw(
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

    private static func tape(_ frame: Frame, _ reading: ReadingState, shown: Double?) -> Tape {
        let reserve = frame.picture.flight?.card.reserve
        return Tape(
            step: -step, labelEvery: 5, label: { NumberText.fixed($0, 0) },
            rung: { heartRate, isTop in
                guard let zone = reserve?.zone(heartRate), zone > 0 else { return Tape.Rung() }
                // Named where it begins, and at the upper end of the tape.
                let isFirst = reserve?.zone(heartRate - step) != zone
                return Tape.Rung(
                    strip: frame.marks.band, text: isFirst || isTop ? "Z\(zone)" : "",
                    style: Theme.zone(zone))
            }, isMirrored: true, trend: trend(frame, reading, from: shown))
    }

    /// How far ahead the vector looks, seconds: the heart follows more slowly than the legs.
    private static let trendSeconds = 30.0

    private static func trend(
        _ frame: Frame, _ reading: ReadingState, from shown: Double?
    ) -> Double? {
        guard let shown, let slope = frame.slope(of: .heartRate) else { return nil }
        let change = slope * trendSeconds
        return abs(change) < step ? nil : shown + change
    }

    private static func drawZone(
        _ frame: Frame, _ reading: ReadingState, row: Int, _ area: ScreenArea,
        on screen: inout Screen
    ) {
        guard let value = reading.value, let reserve = frame.picture.flight?.card.reserve else {
            return
        }
        let zone = reserve.zone(value)
        let share = "\(NumberText.fixed(reserve.fraction(value) * 100, 0)) %"
        let text = zone > 0 ? "zone \(zone)," : "no zone,"
        let style = reading.isStale ? Theme.stale : Theme.zone(zone)
        let start = area.endColumn - text.count - share.count - 2
        let column = screen.put(text, row: row, column: start, style)
        screen.put(share, row: row, column: column + 1, Theme.label)
    }
}
