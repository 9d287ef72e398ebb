import Terminal
import Vocabulary

/// The left tape: pace, faster above, with the target and its allowed band.
enum PaceTapeView {
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        screen.put(
            "PACE \(frame.units.paceName)", row: area.row, column: area.column, Theme.label)
        let scale = ScreenArea(
            row: area.row + 1, column: area.column, rows: max(0, area.rows - 2),
            columns: area.columns)
        let reading = frame.reading(.speed)
        let pace = reading.value.flatMap { frame.units.pace(metresPerSecond: $0) }
        // Whole steps: the labels then stand still while the pace wavers by a second.
        let shown = pace.map { ($0 / step).rounded() * step }
        tape(frame).draw(
            shown, box: box(frame, reading, pace), reading.isStale ? Theme.stale : Theme.box,
            frame.marks, in: scale, on: &screen)
        drawAverage(frame, row: area.row + area.rows - 1, area, on: &screen)
    }

    /// Seconds of pace a row.
    private static let step = 5.0

    private static func box(_ frame: Frame, _ reading: ReadingState, _ pace: Double?) -> String {
        guard reading.value != nil else { return " --  " }
        let text = NumberText.pace(pace).padded(to: 5, .right)
        return reading.isStale ? "\(text)\(frame.marks.stale)" : "\(text) "
    }

    private static func tape(_ frame: Frame) -> Tape {
        let mission = frame.picture.flight?.card.mission
        let target = mission.flatMap { frame.units.pace(metresPerSecond: $0.targetSpeed) }
        let deviation = mission.map {
            frame.units.paceDeviation(secondsPerKilometre: $0.paceDeviation)
        }
        return Tape(
            step: step, labelEvery: 15, label: { NumberText.pace($0) },
            rung: { pace in
                guard let target, let deviation else { return Tape.Rung(text: "", style: .plain) }
                if abs(pace - target) <= step / 2 {
                    return Tape.Rung(text: "\(frame.marks.target) target", style: Theme.good)
                }
                let isAllowed = abs(pace - target) <= deviation
                return Tape.Rung(text: isAllowed ? frame.marks.band : "", style: Theme.good)
            }, isMirrored: false)
    }

    private static func drawAverage(
        _ frame: Frame, row: Int, _ area: ScreenArea, on screen: inout Screen
    ) {
        guard let speed = frame.picture.flight?.averageSpeed(at: frame.now) else { return }
        let pace = NumberText.pace(frame.units.pace(metresPerSecond: speed))
        screen.put("average \(pace)", row: row, column: area.column, Theme.label)
    }
}
