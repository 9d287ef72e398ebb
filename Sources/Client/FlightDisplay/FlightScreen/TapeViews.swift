import PlainText
import Readout
import Terminal
import Vocabulary

/// Draws the left tape: pace, faster above, with the target, the allowed band and the trend.
enum PaceTapeView {
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        screen.put(
            frame.readout(.speed).heading, row: area.row, column: area.column + 1, Theme.label,
            width: area.columns - 1)
        let scale = area.from(1).first(area.rows - 2)
        let reading = frame.reading(.speed)
        // Rounding to a row keeps the labels still while the pace wavers by a second.
        let shown = frame.pace.map { ($0 / step).rounded() * step }
        tape(frame, shown: shown, rows: scale.rows).draw(
            shown, box: box(frame, reading), reading.isStale ? Theme.stale : Theme.box,
            frame.marks, in: scale, on: &screen)
        drawAverage(frame, row: area.row + area.rows - 1, area, on: &screen)
    }

    /// Seconds of pace in a row.
    private static let step = 5.0

    private static func box(_ frame: Frame, _ reading: ReadingState) -> String {
        guard reading.value != nil else { return "  --  " }
        let text = NumberText.pace(frame.pace).padded(to: 5, .right)
        return reading.isStale ? "\(text)\(frame.marks.stale)" : "\(text) "
    }

    private static func tape(_ frame: Frame, shown: Double?, rows: Int) -> Tape {
        let band = frame.paceBand
        // A target beyond the tape is shown at its end, as the bug of a flight director is.
        let reach = Double(rows / 2) * step
        let bug = shown.flatMap { shown in
            band.map { min(max($0.target, shown - reach), shown + reach) }
        }
        return Tape(
            step: step, labelEvery: 15, label: { NumberText.pace($0) },
            rung: { pace, _ in
                guard let band, let bug else { return Tape.Rung() }
                guard abs(pace - bug) > step / 2 else { return target(band, at: pace, frame) }
                guard band.contains(pace) else { return Tape.Rung() }
                return Tape.Rung(strip: frame.marks.band, style: Theme.good)
            }, isMirrored: false, trend: trend(frame, from: shown))
    }

    private static func target(_ band: PaceBand, at pace: Double, _ frame: Frame) -> Tape.Rung {
        let text = NumberText.pace(band.target)
        guard abs(pace - band.target) > step / 2 else {
            return Tape.Rung(strip: frame.marks.target, text: text, style: Theme.good)
        }
        let mark = band.target < pace ? frame.marks.up : frame.marks.down
        return Tape.Rung(strip: mark, text: text, style: Theme.good)
    }

    /// The look-ahead of the trend vector in seconds, as on an airliner's speed display.
    private static let trendSeconds = 10.0

    /// The pace in ten seconds at the present change of speed, for the tip of the trend vector; nil
    /// for a change of less than a row.
    private static func trend(_ frame: Frame, from shown: Double?) -> Double? {
        guard let shown, let speed = frame.reading(.speed).value, let pace = frame.pace,
            let slope = frame.slope(of: .speed)
        else { return nil }
        let later = max(speed + slope * trendSeconds, 0)
        // A runner about to stand has no pace: the vector then reaches the end of the tape.
        let change = (frame.units.pace(metresPerSecond: later) ?? 3600) - pace
        return abs(change) < step ? nil : shown + change
    }

    private static func drawAverage(
        _ frame: Frame, row: Int, _ area: ScreenArea, on screen: inout Screen
    ) {
        guard let speed = frame.picture.flight?.averageSpeed(at: frame.now) else { return }
        let pace = NumberText.pace(frame.units.pace(metresPerSecond: speed))
        screen.put(
            "average \(pace)", row: row, column: area.column + 1, Theme.label,
            width: area.columns - 1)
    }
}

/// Draws the right tape: heart rate, higher above, with a strip in the colours of its zones.
enum HeartRateTapeView {
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        let title = frame.readout(.heartRate).heading
        screen.put(
            title, row: area.row, column: area.endColumn - title.count - 1, Theme.label,
            width: title.count)
        let scale = area.from(1).first(area.rows - 2)
        let reading = frame.reading(.heartRate)
        let shown = reading.value.map { ($0 / step).rounded() * step }
        tape(frame, reading, shown: shown).draw(
            shown, box: box(frame, reading), reading.isStale ? Theme.stale : Theme.box,
            frame.marks, in: scale, on: &screen)
        drawZone(frame, reading, row: area.row + area.rows - 1, area, on: &screen)
    }

    /// Beats a minute in a row.
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
                guard let zone = reserve?.zone(of: heartRate), zone > 0 else { return Tape.Rung() }
                // A zone is named where it begins, and at the upper end of the tape.
                let isFirst = reserve?.zone(of: heartRate - step) != zone
                return Tape.Rung(
                    strip: frame.marks.band, text: isFirst || isTop ? "Z\(zone)" : "",
                    style: Theme.zone(zone))
            }, isMirrored: true, trend: trend(frame, reading, from: shown))
    }

    /// The look-ahead of the trend vector, seconds: heart rate changes more slowly than pace.
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
        let zone = reserve.zone(of: value)
        let share = "\(NumberText.fixed(reserve.fraction(of: value) * 100, 0)) %"
        let text = zone > 0 ? "zone \(zone)," : "no zone,"
        let style = reading.isStale ? Theme.stale : Theme.zone(zone)
        let start = area.endColumn - text.count - share.count - 2
        let column = screen.put(text, row: row, column: start, style)
        screen.put(share, row: row, column: column + 1, Theme.label)
    }
}
