import Terminal
import Vocabulary

/// How long the heart has beaten in each zone, the highest above.
enum ZonesView {
    static let rows = 1 + HeartRateReserve.zoneBounds.count

    static func draw(_ frame: Frame, in area: ScreenArea, on screen: inout Screen) {
        guard let flight = frame.picture.flight, let reserve = flight.card.reserve else { return }
        SectionRule.draw(
            "TIME IN ZONES", note: note(flight), frame, row: area.row, column: area.column,
            columns: area.columns, on: &screen)
        let seconds = flight.record.zoneSeconds
        let total = max(seconds.reduce(0, +), 1)
        for zone in 1...HeartRateReserve.zoneBounds.count {
            let row = area.row + 1 + HeartRateReserve.zoneBounds.count - zone
            let bound = reserve.heartRate(HeartRateReserve.zoneBounds[zone - 1]).rounded(.up)
            draw(
                zone, from: bound, seconds[zone], share: seconds[zone] / total, frame,
                ScreenArea(row: row, column: area.column, rows: 1, columns: area.columns),
                on: &screen)
        }
    }

    private static func note(_ flight: FlightModel) -> String {
        guard let mean = flight.record.beats.mean, let greatest = flight.record.beats.greatest
        else { return "" }
        return "mean \(NumberText.fixed(mean, 0))  max \(NumberText.fixed(greatest, 0))"
    }

    private static func draw(
        _ zone: Int, from bound: Double, _ seconds: Double, share: Double, _ frame: Frame,
        _ line: ScreenArea, on screen: inout Screen
    ) {
        let column = screen.put(
            "Z\(zone)", row: line.row, column: line.column + 1, Theme.zone(zone))
        let from = "\(NumberText.fixed(bound, 0))+".padded(to: 5, .right)
        screen.put(from, row: line.row, column: column, Theme.label)
        let time = NumberText.clock(Int(seconds)).padded(to: 8, .right)
        let percent = "\(Int((share * 100).rounded())) %".padded(to: 6, .right)
        let barStart = column + from.count + 1
        let barWidth = line.endColumn - barStart - time.count - percent.count - 1
        let bar = ProgressBar.text(share, width: barWidth, symbols: frame.symbols)
        screen.put(bar, row: line.row, column: barStart, Theme.zone(zone))
        screen.put(
            time + percent, row: line.row, column: line.endColumn - time.count - percent.count - 1,
            seconds > 0 ? CellStyle.plain : Theme.label)
    }
}
