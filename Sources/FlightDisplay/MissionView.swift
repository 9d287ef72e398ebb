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
        let units = frame.units
        let target = units.pace(metresPerSecond: mission.targetSpeed)
        let deviation = Int(
            units.paceDeviation(secondsPerKilometre: mission.paceDeviation).rounded())
        let band = "\(frame.marks.plusMinus)\(NumberText.clock(deviation))"
        var numbers = [
            ("target", "\(NumberText.pace(target)) \(band) \(units.paceName)", CellStyle.plain)
        ]
        let pace = frame.reading(.speed).value.flatMap { units.pace(metresPerSecond: $0) }
        if let pace, let target {
            let difference = Int((pace - target).rounded())
            let isAllowed = abs(difference) <= deviation
            let word = isAllowed ? "in band" : difference > 0 ? "slow" : "fast"
            numbers.append(
                (
                    "now", "\(NumberText.signedClock(difference)) \(word)",
                    isAllowed ? Theme.good : Theme.caution
                ))
        }
        let toGo = max(0, mission.targetDistance - (frame.reading(.distance).value ?? 0))
        let distance = NumberText.fixed(units.distance(metres: toGo), 2)
        return numbers + [("to go", "\(distance) \(units.distanceName)", Theme.value)]
    }

    private static func drawProgress(
        _ frame: Frame, _ mission: Mission, row: Int, _ width: Int, on screen: inout Screen
    ) {
        let done = (frame.reading(.distance).value ?? 0) / mission.targetDistance
        let share = min(max(done, 0), 1)
        let barWidth = width - 8
        let bar = ProgressBar.text(share, width: barWidth, symbols: frame.symbols)
        screen.put(bar, row: row, column: 1, Theme.good, width: barWidth)
        // Rounded down: all of it is said when it is done.
        let percent = "\(Int(share * 100)) %".padded(to: 5, .right)
        screen.put(percent, row: row, column: barWidth + 2, Theme.value)
    }
}
