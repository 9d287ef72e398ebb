import FlightDisplay
import Terminal
import Vocabulary

/// Shares the room below the quantities of a day among its heart rate, its night and its run.
enum DayParts {
    /// The rows of a run's totals, profile and splits.
    private static let runRows = 14
    /// The columns from which heart rate and night stand side by side.
    private static let wideColumns = 100
    private static let heartRows = 5
    private static let gapRows = 1

    static func draw(_ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen) {
        guard sheet.hasWatch, sheet.date <= sheet.today else {
            return DayRunView.draw(sheet, in: area, on: &screen)
        }
        if sheet.state.place.showsBody { return drawBody(sheet, in: area, on: &screen) }
        let least = bodyRows(area)
        let hasRun = sheet.state.shownRun != nil || sheet.runLack != nil
        if hasRun, area.rows < least + runRows {
            return DayRunView.draw(sheet, in: area, on: &screen)
        }
        let (rest, most) = hasRun ? (runRows, least + 4) : (2, 2 * least)
        let rows = min(max(least, area.rows - rest), most, max(0, area.rows - 1))
        drawBody(sheet, in: area.first(rows), on: &screen)
        DayRunView.draw(sheet, in: area.from(rows), on: &screen)
    }

    private static func isWide(_ area: ScreenArea) -> Bool { area.columns >= wideColumns }

    private static func bodyRows(_ area: ScreenArea) -> Int {
        isWide(area) ? NightView.rows + gapRows : heartRows + NightView.rows
    }

    /// Draws heart rate and night beside each other or one below the other; where there is room for
    /// one only, the heart rate.
    private static func drawBody(
        _ sheet: LogSheet, in area: ScreenArea, on screen: inout Screen
    ) {
        if isWide(area) {
            let parts = area.columns([3, 2])
            HeartView.draw(sheet, in: parts[0], on: &screen)
            return NightView.draw(sheet, in: parts[1], on: &screen)
        }
        let night = sheet.state.sleep?.night == nil ? NightView.rowsOfLack : NightView.rows
        guard area.rows >= HeartView.rowsMin + night else {
            return HeartView.draw(sheet, in: area, on: &screen)
        }
        let heart = area.rows - night
        HeartView.draw(sheet, in: area.first(heart), on: &screen)
        NightView.draw(sheet, in: area.from(heart), on: &screen)
    }
}
