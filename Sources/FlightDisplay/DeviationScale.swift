import Terminal
import Vocabulary

/// How far the pace is from its target, as the needle of a glide slope: the middle is the target,
/// the thick part the allowed band, each end twice what is allowed.
enum DeviationScale {
    static func draw(
        _ frame: Frame, row: Int, in area: ScreenArea, on screen: inout Screen
    ) {
        guard let band = frame.paceBand, band.deviation > 0 else { return }
        let (left, right) = ("slow ", " fast")
        let width = min(area.columns - left.count - right.count - 2, 41) / 2 * 2 - 1
        guard width >= 13 else { return }
        let start = area.column + (area.columns - width) / 2
        screen.put(left, row: row, column: start - left.count, Theme.label)
        screen.put(right, row: row, column: start + width, Theme.label)
        let half = width / 2
        for place in 0..<width {
            let isInBand = abs(place - half) * 2 <= half
            screen.put(
                isInBand ? frame.marks.level : String(frame.marks.gridLevel), row: row,
                column: start + place, isInBand ? Theme.bandLine : Theme.grid)
        }
        screen.put(frame.marks.bandCross, row: row, column: start + half, Theme.good)
        guard let pace = frame.pace else { return }
        let share = min(max((band.target - pace) / (2 * band.deviation), -1), 1)
        let style = frame.reading(.speed).isStale ? Theme.stale : needle(band, pace)
        screen.put(
            frame.marks.here, row: row,
            column: start + half + Int((share * Double(half)).rounded()), style)
    }

    private static func needle(_ band: PaceBand, _ pace: Double) -> CellStyle {
        band.contains(pace) ? CellStyle(foreground: .green, isBold: true) : Theme.caution
    }
}
