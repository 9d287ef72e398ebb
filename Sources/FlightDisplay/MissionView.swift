import Terminal
import Vocabulary

/// What the flight sets out to do and how far it has come; two rows.
enum MissionView {
    static func draw(_ frame: Frame, row: Int, width: Int, on screen: inout Screen) {
        guard let flight = frame.picture.flight else { return }
        guard let mission = flight.card.mission else {
            screen.put("FREE FLIGHT", row: row, column: 1, Theme.title)
            screen.put(
                "no target: \(flight.card.plan)", row: row, column: 14, Theme.label)
            return
        }
        drawNumbers(frame, mission, row: row, width, on: &screen)
        drawProgress(frame, mission, row: row + 1, width, on: &screen)
    }

    private static func drawNumbers(
        _ frame: Frame, _ mission: Mission, row: Int, _ width: Int, on screen: inout Screen
    ) {
        var column = screen.put("MISSION", row: row, column: 1, Theme.title) + 2
        for (label, value, style) in numbers(frame, mission) {
            guard column + label.count + 1 + value.count < width else { break }
            column = screen.put(label, row: row, column: column, Theme.label) + 1
            column = screen.put(value, row: row, column: column, style) + 2
        }
    }

    private static func numbers(
        _ frame: Frame, _ mission: Mission
    ) -> [(String, String, CellStyle)] {
        let target = NumberText.pace(frame.units.pace(metresPerSecond: mission.targetSpeed))
        let band = "\(frame.marks.plusMinus)\(NumberText.clock(deviation(frame, mission)))"
        let toGo = frame.toGo(of: mission)
        return [("target", "\(target) \(band) \(frame.units.paceName)", CellStyle.plain)]
            + difference(frame, mission) + [("to go", toGo.text, toGo.style)]
    }

    /// The allowed deviation in whole seconds of pace.
    private static func deviation(_ frame: Frame, _ mission: Mission) -> Int {
        Int(frame.units.paceDeviation(secondsPerKilometre: mission.paceDeviation).rounded())
    }

    /// How far the pace is from its target; nothing for who stands.
    private static func difference(
        _ frame: Frame, _ mission: Mission
    ) -> [(String, String, CellStyle)] {
        let reading = frame.reading(.speed)
        guard let pace = reading.value.flatMap({ frame.units.pace(metresPerSecond: $0) }),
            let target = frame.units.pace(metresPerSecond: mission.targetSpeed)
        else { return [] }
        let difference = Int((pace - target).rounded())
        let isAllowed = abs(difference) <= deviation(frame, mission)
        let word = isAllowed ? "in band" : difference > 0 ? "slow" : "fast"
        let style = isAllowed ? Theme.good : Theme.caution
        let text = "\(NumberText.signedClock(difference)) \(word)"
        return [("now", text, reading.isStale ? Theme.stale : style)]
    }

    private static func drawProgress(
        _ frame: Frame, _ mission: Mission, row: Int, _ width: Int, on screen: inout Screen
    ) {
        let reading = frame.reading(.distance)
        let style = reading.isStale ? Theme.stale : Theme.good
        let done = reading.value.map { $0 / mission.targetDistance }
        let share = min(max(done ?? 0, 0), 1)
        let barWidth = width - 8
        let bar = ProgressBar.text(share, width: barWidth, symbols: frame.symbols)
        screen.put(bar, row: row, column: 1, style, width: barWidth)
        // Rounded down: all of it is said when it is done.
        let percent = (done == nil ? "--" : "\(Int(share * 100)) %").padded(to: 5, .right)
        screen.put(percent, row: row, column: barWidth + 2, Theme.value)
    }
}
