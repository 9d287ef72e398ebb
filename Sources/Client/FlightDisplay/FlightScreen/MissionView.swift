import PlainText
import Readout
import Terminal
import Vocabulary

/// Draws the plan of the flight and its progress, in two rows.
enum MissionView {
    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        guard let flight = frame.picture.flight else { return }
        guard let mission = flight.card.mission else {
            let column = screen.put(
                "FREE FLIGHT", row: area.row, column: area.column + 1, Theme.title)
            screen.put(
                "no target: \(flight.card.plan)", row: area.row, column: column + 2, Theme.label,
                width: area.endColumn - column - 3, cutMark: frame.marks.cut)
            drawPhases(frame, flight, in: area, on: &screen)
            return
        }
        drawNumbers(frame, mission, in: area, on: &screen)
        drawProgress(frame, mission, in: area, on: &screen)
    }

    /// Draws the time spent in each phase, as many phases as fit.
    private static func drawPhases(
        _ frame: Frame, _ flight: FlightModel, in area: ScreenArea, on screen: inout Screen
    ) {
        var column = area.column + 1
        for phase in Phase.allCases {
            let seconds = flight.time(in: phase, at: frame.now).seconds
            let (name, time) = ("\(phase)", NumberText.clock(Int(seconds)))
            guard seconds > 0, column + name.count + 1 + time.count < area.endColumn else {
                continue
            }
            column = screen.put(name, row: area.row + 1, column: column, Theme.phase(phase)) + 1
            column = screen.put(time, row: area.row + 1, column: column, CellStyle.plain) + 2
        }
    }

    private static func drawNumbers(
        _ frame: Frame, _ mission: Mission, in area: ScreenArea, on screen: inout Screen
    ) {
        var column = screen.put("MISSION", row: area.row, column: area.column + 1, Theme.title) + 2
        for (label, value, style) in numbers(frame, mission) {
            guard column + label.count + 1 + value.count < area.endColumn else { break }
            column = screen.put(label, row: area.row, column: column, Theme.label) + 1
            column = screen.put(value, row: area.row, column: column, style) + 2
        }
    }

    private static func numbers(
        _ frame: Frame, _ mission: Mission
    ) -> [(String, String, CellStyle)] {
        let toGo = frame.toGo(of: mission)
        let distance = frame.units.distance(metres: mission.targetDistance)
        let whole = "\(NumberText.fixed(distance, 2)) \(frame.units.distanceName)"
        var numbers = [("to go", toGo.text, toGo.style), ("of", whole, CellStyle.plain)]
        if let band = frame.paceBand {
            let allowed = "\(frame.marks.plusMinus)\(NumberText.clock(band.allowed))"
            let target = "\(NumberText.pace(band.target)) \(allowed) \(frame.units.paceName)"
            numbers.insert(("target", target, CellStyle.plain), at: 0)
            numbers.insert(contentsOf: difference(frame, band), at: 1)
        }
        return numbers
    }

    /// The difference of the pace to its target; empty while standing.
    private static func difference(
        _ frame: Frame, _ band: PaceBand
    ) -> [(String, String, CellStyle)] {
        guard let pace = frame.pace else { return [] }
        let difference = band.difference(of: pace)
        let isAllowed = band.contains(pace)
        let word = isAllowed ? "in band" : difference > 0 ? "slow" : "fast"
        let style = isAllowed ? Theme.good : Theme.caution
        let text = "\(NumberText.signedClock(difference)) \(word)"
        return [("now", text, frame.reading(.speed).isStale ? Theme.stale : style)]
    }

    private static func drawProgress(
        _ frame: Frame, _ mission: Mission, in area: ScreenArea, on screen: inout Screen
    ) {
        let reading = frame.reading(.distance)
        let style = reading.isStale ? Theme.stale : Theme.good
        let done = reading.value.map { $0 / mission.targetDistance }
        let share = min(max(done ?? 0, 0), 1)
        let barWidth = max(0, area.columns - 8)
        let bar = ProgressBar.text(share, width: barWidth, symbols: frame.symbols)
        screen.put(bar, row: area.row + 1, column: area.column + 1, style, width: barWidth)
        // Rounded down, so that 100 % means done.
        let percent = (done == nil ? "--" : "\(Int(share * 100)) %").padded(to: 5, .right)
        screen.put(percent, row: area.row + 1, column: area.column + barWidth + 2, Theme.value)
    }
}
