import Terminal

/// A moving scale with the present value in a box at its middle.
struct Tape {
    /// What a row of the scale shows beside its label.
    struct Rung {
        let text: String
        let style: CellStyle
    }

    /// In the order of the screen, the value of a row below another is `step` larger.
    let step: Double
    /// Values at multiples of this are labelled.
    let labelEvery: Double
    let label: (Double) -> String
    /// What stands beside the scale at a value.
    let rung: (Double) -> Rung
    /// Whether the labels stand right of the scale.
    let isMirrored: Bool

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
            if offset == middle {
                drawBox(box, style, row, area, on: &screen)
            } else if let value {
                drawRow(value + Double(offset - middle) * step, marks, row, area, on: &screen)
            }
        }
    }

    /// Labels are six columns wide, the scale one, and what stands beside it two.
    private static let labelWidth = 6

    private func drawRow(
        _ value: Double, _ marks: Marks, _ row: Int, _ area: ScreenArea, on screen: inout Screen
    ) {
        let nearest = (value / labelEvery).rounded() * labelEvery
        let isLabelled = abs(nearest - value) < abs(step) / 2 && nearest > 0
        let rung = rung(value)
        let scale = isLabelled ? marks.tick : marks.scale
        if isMirrored {
            screen.put(rung.text, row: row, column: area.column + 1, rung.style)
            screen.put(scale, row: row, column: area.column + 4, Theme.label)
            if isLabelled { screen.put(label(nearest), row: row, column: area.column + 6) }
        } else {
            let end = area.column + Self.labelWidth
            if isLabelled { screen.putRight(label(nearest), row: row, endColumn: end) }
            screen.put(scale, row: row, column: end + 1, Theme.label)
            screen.put(rung.text, row: row, column: end + 3, rung.style)
        }
    }

    private func drawBox(
        _ text: String, _ style: CellStyle, _ row: Int, _ area: ScreenArea,
        on screen: inout Screen
    ) {
        let boxed = "[\(text)]"
        let column = isMirrored ? area.column + 4 : area.column
        screen.put(boxed, row: row, column: column, style, width: area.columns)
    }
}
