import CivilTime
import FlightDisplay
import Terminal
import Vocabulary

/// A stretch of time from the left to the right edge of a plot, with hours of the clock below it.
struct HourAxis {
    let span: Range<FleetInstant>
    let plot: ScreenArea
    let zone: TimeZoneRules

    private static let steps = [1, 2, 3, 6, 12]
    /// The columns of a label and the space around it.
    private static let labelColumns = 5

    /// The time of one of `count` equal parts.
    func part(_ index: Int, of count: Int) -> Range<FleetInstant> {
        let ticks = (span.upperBound - span.lowerBound).ticks
        func instant(_ index: Int) -> FleetInstant {
            span.lowerBound + FleetDuration(ticks: ticks * Int64(index) / Int64(max(count, 1)))
        }
        return instant(index)..<instant(index + 1)
    }

    private func column(of instant: FleetInstant) -> Int {
        let share =
            Double((instant - span.lowerBound).ticks)
            / Double((span.upperBound - span.lowerBound).ticks)
        return plot.column + Int(share * Double(plot.columns))
    }

    /// Writes the hours below the plot, as many as have room.
    func drawHours(on screen: inout Screen) {
        let hours = (span.upperBound - span.lowerBound).seconds / 3600
        let room = Double(plot.columns) / max(hours, 1)
        let step = Self.steps.first { Double($0) * room >= Double(Self.labelColumns) } ?? 24
        let past = zone.local(span.lowerBound).second % 3600
        var instant = span.lowerBound + .seconds(Int64((3600 - past) % 3600))
        while instant < span.upperBound {
            let (hour, column) = (zone.local(instant).second / 3600, column(of: instant))
            let text = "\(hour)"
            if hour % step == 0, column + text.count <= plot.endColumn {
                screen.put(text, row: plot.endRow, column: column, Theme.label)
            }
            instant = instant + .seconds(3600)
        }
        screen.put("h", row: plot.endRow, column: max(0, plot.column - 3), Theme.label)
    }
}
