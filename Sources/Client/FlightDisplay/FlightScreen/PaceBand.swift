import Readout
import Terminal
import Vocabulary

/// The paces that a mission allows, in seconds for a kilometre or a mile.
struct PaceBand: Equatable, Sendable {
    let target: Double
    let deviation: Double
    /// An hour: more than any mission allows.
    private static let deviationMax = 3600.0

    /// Nil if the target speed is too slow to be a pace.
    init?(_ mission: Mission, _ units: Units) {
        guard let target = units.pace(metresPerSecond: mission.targetSpeed) else { return nil }
        self.target = target
        let deviation = units.paceDeviation(secondsPerKilometre: mission.paceDeviation)
        self.deviation = min(max(deviation, 0), Self.deviationMax)
    }

    var fast: Double { target - deviation }
    var slow: Double { target + deviation }

    /// The difference in whole seconds, as shown, so that the words agree with the number.
    func difference(of pace: Double) -> Int {
        Int(min(max(pace - target, -3600), 3600).rounded())
    }

    var allowed: Int { Int(deviation.rounded()) }

    func contains(_ pace: Double) -> Bool { abs(difference(of: pace)) <= allowed }
}

extension Frame {
    /// The band of the mission on the screen; nil for a free flight.
    var paceBand: PaceBand? {
        picture.flight?.card.mission.flatMap { PaceBand($0, units) }
    }

    /// The pace on the screen; nil while standing or unknown.
    var pace: Double? {
        reading(.speed).value.flatMap { units.pace(metresPerSecond: $0) }
    }
}

/// Draws the deviation from the target pace as the needle of a glide slope. The middle is the
/// target, the thick part the allowed band, and each end is twice the allowed deviation.
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
        for offset in 0..<width {
            let isInBand = abs(offset - half) * 2 <= half
            screen.put(
                isInBand ? frame.marks.level : String(frame.marks.gridLevel), row: row,
                column: start + offset, isInBand ? Theme.bandLine : Theme.grid)
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
