import Terminal
import Vocabulary

/// Where rows, columns and tabs of the table of the fleet stand.
struct FleetLayout {
    let width: Int
    /// The row of the tabs for phases; nil on a low screen.
    let tabsRow: Int?
    let headRow: Int
    let firstRow: Int
    /// The number of rows for sessions.
    let bodyRows: Int
    /// Where the selected session is drawn in detail; nil on a low or narrow screen.
    let detail: ScreenArea?

    /// A lower screen uses the row of the tabs for a session.
    private static let rowsWithTabs = 12
    /// A page of sessions is read before the details of one.
    private static let rowsWithDetail = 36
    private static let columnsWithDetail = 60

    init(columns: Int, rows: Int) {
        width = columns
        tabsRow = rows >= Self.rowsWithTabs ? 1 : nil
        headRow = tabsRow == nil ? 1 : 2
        firstRow = headRow + 1
        let isDetailed = rows >= Self.rowsWithDetail && columns >= Self.columnsWithDetail
        let detailRows = isDetailed ? FleetDetailView.rows : 0
        let last = rows - 1 - detailRows
        bodyRows = max(0, last - firstRow)
        detail =
            isDetailed
            ? ScreenArea(row: last, column: 0, rows: detailRows, columns: columns) : nil
    }

    /// The index of the first lane on the screen. A page larger than the screen is scrolled so that
    /// the selected lane is visible.
    func top(of order: [LaneID], selected: LaneID?) -> Int {
        guard let index = selected.flatMap(order.firstIndex), index >= bodyRows else { return 0 }
        return index - bodyRows + 1
    }
}

/// Where the columns stand.
extension FleetLayout {
    struct PlacedColumn {
        let column: FleetColumn
        let start: Int
        let width: Int

        var order: FleetOrder? { column.order }
    }

    private static let margin = 2
    private static let gap = 2
    /// The width that the trail keeps before columns get the room to spare.
    private static let trailColumns = 24
    private static let trailColumnsMin = 5

    /// The columns that fit; the trail gets the remaining width.
    static func columns(width: Int) -> [PlacedColumn] {
        let (chosen, left) = chosenColumns(width: width)
        var placed: [PlacedColumn] = []
        var start = margin
        for index in chosen.sorted() {
            let column = FleetColumn.all[index]
            guard start + column.width <= width else { continue }
            placed.append(PlacedColumn(column: column, start: start, width: column.width))
            start += column.width + gap
        }
        guard left >= trailColumnsMin else { return placed }
        let trail = min(left, FleetRow.trailLimit / 2)
        return placed + [PlacedColumn(column: .trail, start: start, width: trail)]
    }

    /// The indices of the columns that get room, and the width that they leave.
    private static func chosenColumns(width: Int) -> (indices: [Int], left: Int) {
        var spare: [(rank: Int, index: Int)] = []
        var chosen: [Int] = []
        for (index, column) in FleetColumn.all.enumerated() {
            switch column.room {
            case .always: chosen.append(index)
            case .screens(let least): if width >= least { chosen.append(index) }
            case .spare(let rank): spare.append((rank, index))
            case .rest: break
            }
        }
        func room(_ index: Int) -> Int { FleetColumn.all[index].width + gap }
        var left = width - margin - chosen.reduce(0) { $0 + room($1) }
        for (_, index) in spare.sorted(by: { $0.rank < $1.rank })
        where left - room(index) >= trailColumns {
            chosen.append(index)
            left -= room(index)
        }
        return (chosen, left)
    }

    /// The order that a click on the headings sorts by; the space behind a heading belongs to it.
    func order(at column: Int) -> FleetOrder? {
        Self.columns(width: width).last { $0.start <= column }?.order
    }
}

/// The tabs: all sessions, and one for each phase.
extension FleetLayout {
    struct Tab: Equatable {
        let phase: Phase?
        let start: Int
        let text: String
    }

    private static let columnsWithDigits = 76
    private static let columnsWithAll = 44

    /// - Parameter chosen: the selected tab, the only one that a narrow screen shows.
    func tabs(chosen: Phase?) -> [Tab] {
        var start = 0
        let phases = [nil] + Phase.allCases.map(Optional.some)
        return phases.enumerated().compactMap { number, phase in
            guard width >= Self.columnsWithAll || phase == chosen else { return nil }
            let name = phase?.abbreviation ?? "ALL"
            let label = width >= Self.columnsWithDigits ? "\(number) \(name)" : name
            defer { start += label.count + 2 }
            return Tab(
                phase: phase, start: start, text: phase == chosen ? "[\(label)]" : " \(label) ")
        }
    }

    func tab(at column: Int, chosen: Phase?) -> Tab? {
        tabs(chosen: chosen).first { ($0.start..<$0.start + $0.text.count).contains(column) }
    }
}
