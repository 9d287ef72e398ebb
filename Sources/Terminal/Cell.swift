/// One place of a screen: a character one column wide and its style.
///
/// Whatever is put into it, a cell never holds a control character or one of another width: such
/// a scalar becomes `?`. That is what keeps the columns of a screen, and strangers off the
/// terminal.
package struct Cell: Hashable, Sendable {
    package static let blank = Cell(scalar: " ", style: .plain)

    private var shown: Unicode.Scalar
    package var style: CellStyle

    package init(scalar: Unicode.Scalar, style: CellStyle = .plain) {
        shown = scalar.shown ?? "?"
        self.style = style
    }

    package var scalar: Unicode.Scalar {
        get { shown }
        set { shown = newValue.shown ?? "?" }
    }

    /// The cell as it looks: without colours where there are none, and without what a space
    /// does not show.
    func seen(isColored: Bool) -> Cell {
        var cell = self
        if !isColored { cell.style = style.withoutColors }
        if shown == " " { cell.style = cell.style.onSpace }
        return cell
    }
}
