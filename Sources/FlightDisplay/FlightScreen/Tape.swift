import Terminal

/// A moving scale with the present value in a box at its middle, as on a primary flight display.
///
/// From the scale outward stand the trend vector, a strip that marks ranges of values, and what
/// the strip means. A tape whose labels stand right is the mirror of one whose labels stand left.
struct Tape {
    /// What stands beside the scale at a value.
    struct Rung {
        var strip = ""
        var text = ""
        var style = CellStyle.plain
    }

    /// In the order of the screen, the value of a row below another is `step` larger.
    let step: Double
    /// Values at multiples of this are labelled.
    let labelEvery: Double
    let label: (Double) -> String
    /// What stands beside the scale between two values, in the order of the screen.
    let rung: (_ value: Double, _ isTop: Bool) -> Rung
    /// Whether the labels stand right of the scale.
    let isMirrored: Bool
    /// The value that the vector points to; nil for none.
    let trend: Double?

    /// - Parameters:
    ///   - value: nil for nothing measured: the box alone.
    ///   - box: what the box says.
    func draw(
        _ value: Double?, box: String, _ style: CellStyle, _ marks: Marks, in area: ScreenArea,
        on screen: inout Screen
    ) {
        let middle = area.rows / 2
        for offset in 0..<area.rows {
            let row = area.row + offset
            if let value {
                let here = value + Double(offset - middle) * step
                drawRung(rung(here, offset == 0), row, area, on: &screen)
                if offset != middle { drawScale(here, marks, row, area, on: &screen) }
            }
            if offset == middle { drawBox(box, style, row, area, on: &screen) }
        }
        if let value, let trend { drawVector(from: value, to: trend, marks, area, on: &screen) }
    }

    /// Labels are six columns wide; the box ends where the scale is.
    private static let labelWidth = 6
    private static let scaleColumn = 7
    private static let vectorColumn = 8
    private static let stripColumn = 9
    private static let textColumn = 11

    /// The column of the screen that lies so far from the labels' edge.
    private func column(_ distance: Int, _ area: ScreenArea, width: Int = 1) -> Int {
        isMirrored ? area.endColumn - distance - width : area.column + distance
    }

    private func drawScale(
        _ value: Double, _ marks: Marks, _ row: Int, _ area: ScreenArea, on screen: inout Screen
    ) {
        let nearest = (value / labelEvery).rounded() * labelEvery
        let isLabelled = abs(nearest - value) < abs(step) / 2 && nearest > 0
        screen.put(
            isLabelled ? (isMirrored ? marks.tickRight : marks.tick) : marks.scale, row: row,
            column: column(Self.scaleColumn, area), Theme.label)
        guard isLabelled else { return }
        let text = label(nearest)
        let width = min(text.count, Self.labelWidth)
        screen.put(
            text, row: row, column: column(Self.labelWidth - width, area, width: width),
            CellStyle.plain, width: width)
    }

    private func drawRung(
        _ rung: Rung, _ row: Int, _ area: ScreenArea, on screen: inout Screen
    ) {
        screen.put(rung.strip, row: row, column: column(Self.stripColumn, area), rung.style)
        let width = min(rung.text.count, max(0, area.columns - Self.textColumn))
        screen.put(
            rung.text, row: row, column: column(Self.textColumn, area, width: width), rung.style,
            width: width)
    }

    private func drawBox(
        _ text: String, _ style: CellStyle, _ row: Int, _ area: ScreenArea,
        on screen: inout Screen
    ) {
        let boxed = "[\(text)]"
        let width = min(boxed.count, Self.scaleColumn + 1)
        let start = Self.scaleColumn + 1 - width
        screen.put(boxed, row: row, column: column(start, area, width: width), style, width: width)
    }

    /// From the box to the value, or to the end of the tape; nothing for less than a row.
    private func drawVector(
        from value: Double, to trend: Double, _ marks: Marks, _ area: ScreenArea,
        on screen: inout Screen
    ) {
        let middle = area.rows / 2
        let wanted = ((trend - value) / step).rounded()
        guard wanted.isFinite else { return }
        let rows = Int(min(max(wanted, -Double(middle)), Double(area.rows - 1 - middle)))
        guard rows != 0 else { return }
        let column = column(Self.vectorColumn, area)
        for offset in 1...abs(rows) {
            let isTip = offset == abs(rows)
            let mark = isTip ? (rows < 0 ? marks.up : marks.down) : marks.shaft
            screen.put(
                mark, row: area.row + middle + (rows < 0 ? -offset : offset), column: column,
                Theme.trend)
        }
    }
}
