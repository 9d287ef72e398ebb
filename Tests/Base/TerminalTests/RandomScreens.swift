import Terminal
import TestSupport

extension SeededGenerator {
    private static let scalars = Array("aZ09 .|─█⣿é°".unicodeScalars)

    /// Mostly one of a few styles, so that neighbours often share it.
    mutating func style() -> CellStyle {
        if chance(30) { return .plain }
        let few = [
            CellStyle(foreground: .red), CellStyle(isBold: true),
            CellStyle(foreground: .brightCyan, background: .blue), CellStyle(isReversed: true),
        ]
        return chance(60) ? pick(few) : anyStyle()
    }

    mutating func anyStyle() -> CellStyle {
        CellStyle(
            foreground: chance(50) ? pick(Color.allCases) : nil,
            background: chance(30) ? pick(Color.allCases) : nil, isBold: chance(30),
            isDim: chance(30), isReversed: chance(20), isUnderlined: chance(20))
    }

    /// Sizes around those at which coordinates get another digit.
    mutating func screen() -> Screen {
        var screen = Screen(
            columns: pick([0, 1, 2, 9, 10, 11, 24, 60, 104]), rows: pick([0, 1, 2, 5, 9, 11]))
        for _ in 0..<below(12) { draw(on: &screen) }
        return screen
    }

    /// The screen after a random change of anything from one cell to all.
    mutating func successor(of screen: Screen) -> Screen {
        if chance(5) { return self.screen() }
        if chance(5) { return Screen(columns: screen.columns, rows: screen.rows) }
        var screen = screen
        for _ in 0..<below(5) { draw(on: &screen) }
        return screen
    }

    private mutating func draw(on screen: inout Screen) {
        let (row, column) = (below(screen.rows + 1), below(screen.columns + 1))
        switch below(4) {
        case 0:
            let area = ScreenArea(row: row, column: column, rows: below(4), columns: below(30))
            screen.fill(area, chance(60) ? " " : pick(Self.scalars), style())
        case 1: screen[row, column] = Cell(scalar: pick(Self.scalars), style: style())
        case 2: scatter(row, on: &screen)
        case _:
            let text = (0..<below(12)).map { _ in pick(Self.scalars) }
            let string = String(String.UnicodeScalarView(text))
            screen.put(string, row: row, column: column, style())
        }
    }

    /// Changes some cells of a row.
    private mutating func scatter(_ row: Int, on screen: inout Screen) {
        for column in 0..<screen.columns where chance(20) {
            screen[row, column] = Cell(scalar: pick(Self.scalars), style: style())
        }
    }
}

extension Screen {
    /// The screen as a terminal without colours shows it.
    var withoutColors: Screen {
        var screen = self
        for row in 0..<rows {
            for column in 0..<columns {
                screen[row, column].style.foreground = nil
                screen[row, column].style.background = nil
            }
        }
        return screen
    }

    /// The screen without what a space does not show: a space shows its background, and its other
    /// attributes only if it is underlined or reversed.
    var looks: Screen {
        var screen = self
        for row in 0..<rows {
            for column in 0..<columns where self[row, column].scalar == " " {
                let style = self[row, column].style
                guard !style.isReversed, !style.isUnderlined else { continue }
                screen[row, column].style = CellStyle(background: style.background)
            }
        }
        return screen
    }

    /// The bytes without an encoder: every row, each style set from the start.
    var naiveBytes: [UInt8] {
        var bytes = Array("\u{1B}[m".utf8)
        for row in 0..<rows {
            bytes += "\u{1B}[\(row + 1);1H".utf8
            for column in 0..<columns {
                let isNew = column == 0 || self[row, column].style != self[row, column - 1].style
                if isNew { bytes += "\u{1B}[0m\(self[row, column].style.naiveSequence)".utf8 }
                bytes += String(self[row, column].scalar).utf8
            }
        }
        return bytes
    }
}

extension CellStyle {
    fileprivate var naiveSequence: String {
        var codes: [String] = []
        if isBold { codes.append("1") }
        if isDim { codes.append("2") }
        if isUnderlined { codes.append("4") }
        if isReversed { codes.append("7") }
        if let foreground { codes.append("3\(foreground.rawValue % 8)") }
        if let background { codes.append("4\(background.rawValue % 8)") }
        return codes.isEmpty ? "" : "\u{1B}[\(codes.joined(separator: ";"))m"
    }
}

extension Screen {
    /// The first cells that differ, for readable messages.
    func differences(from other: Screen) -> [String] {
        guard area == other.area else { return ["\(area) is not \(other.area)"] }
        let places = (0..<rows).lazy.flatMap { row in (0..<columns).lazy.map { (row, $0) } }
        let differing = places.filter { self[$0, $1] != other[$0, $1] }
        return differing.prefix(3).map { "\($0) \($1): \(self[$0, $1]) not \(other[$0, $1])" }
    }
}
