import Terminal

/// A moving scale with the present value in a box at its middle, as on a primary flight display.
///
/// Outward from the scale stand the trend vector, a strip that shows ranges of values, and text
/// that names them. A tape with its labels at the right is mirrored.
struct Tape {
    /// The strip and the text beside the scale at a value.
    struct Rung {
        var strip = ""
        var text = ""
        var style = CellStyle.plain
    }

    /// The difference of the values of a row and the row above it.
    let step: Double
    /// Multiples of this value are labelled.
    let labelEvery: Double
    let label: (Double) -> String
    /// The strip and the text beside the scale in a row.
    let rung: (_ value: Double, _ isTop: Bool) -> Rung
    /// Whether the labels stand right of the scale.
    let isMirrored: Bool
    /// The value at the tip of the trend vector; nil for no vector.
    let trend: Double?

    /// - Parameters:
    ///   - value: the value in the middle; nil draws the box alone.
    ///   - box: the text in the box.
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

    /// Columns, counted from the labels' edge. Labels are six columns wide; the box ends at the
    /// scale.
    private static let labelWidth = 6
    private static let scaleColumn = 7
    private static let vectorColumn = 8
    private static let stripColumn = 9
    private static let textColumn = 11

    /// The column of the screen for a distance from the labels' edge.
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

    /// Draws the vector from the box to the value, or to the end of the tape; less than a row draws
    /// nothing.
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
