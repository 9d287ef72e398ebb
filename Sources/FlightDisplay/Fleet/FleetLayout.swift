import Terminal
import Vocabulary

/// The rows and columns of the table of the fleet.
struct FleetLayout {
    let width: Int
    /// The row of the tabs for phases; nil on a low screen.
    let tabsRow: Int?
    let headRow: Int
    let firstRow: Int
    /// The number of rows for sessions.
    let bodyRows: Int

    /// A lower screen uses the row of the tabs for a session.
    private static let rowsWithTabs = 12

    init(columns: Int, rows: Int) {
        width = columns
        tabsRow = rows >= Self.rowsWithTabs ? 1 : nil
        headRow = tabsRow == nil ? 1 : 2
        firstRow = headRow + 1
        bodyRows = max(0, rows - firstRow - 1)
    }

    /// The number of sessions on a screen of so many rows.
    static func pageRows(_ rows: Int) -> Int { FleetLayout(columns: 0, rows: rows).bodyRows }

    /// The index of the first lane on the screen. A page larger than the screen is scrolled so that
    /// the selected lane is visible.
    func top(of order: [Int], selected: Int?) -> Int {
        guard let index = selected.flatMap(order.firstIndex), index >= bodyRows else { return 0 }
        return index - bodyRows + 1
    }
}

/// The columns.
extension FleetLayout {
    struct Column: Equatable {
        let kind: Kind
        var start = 0
        let width: Int

        var order: FleetOrder? { kind.order }
    }

    enum Kind: Equatable {
        case session, plan, athlete, phase, time, heartRate, pace, distance, cadence, stride
        case contact, energy, trail

        var order: FleetOrder? {
            switch self {
            case .session: .lane
            case .plan: .plan
            case .phase: .phase
            case .time: .time
            case .heartRate: .heartRate
            case .pace: .pace
            case .distance: .distance
            case .cadence: .cadence
            case .stride: .stride
            case .contact: .contact
            case .energy: .energy
            case .athlete, .trail: nil
            }
        }

        var isNumber: Bool { order?.metric != nil || self == .time }

        fileprivate var width: Int {
            switch self {
            case .session, .athlete: 10
            case .plan: 15
            case .phase: 12
            case .heartRate, .cadence, .energy: 5
            case .pace, .distance: 6
            case .time, .stride: 7
            case .contact: 8
            case .trail: 0
            }
        }
    }

    /// In the order of the screen.
    private static let kinds: [Kind] = [
        .session, .plan, .athlete, .phase, .time, .heartRate, .pace, .distance, .cadence, .stride,
        .contact, .energy,
    ]
    private static let always: [Kind] = [.session, .phase, .heartRate, .pace, .distance]
    /// In the order in which they get room.
    private static let wanted: [Kind] = [.time, .cadence, .athlete, .energy, .stride, .contact]
    private static let margin = 2
    private static let gap = 2
    /// The width that the trail keeps before optional columns get room.
    private static let trailColumns = 24
    private static let trailColumnsMin = 5
    private static let columnsWithPlan = 76

    /// The columns that fit; the trail gets the rest of the width.
    static func columns(width: Int) -> [Column] {
        var chosen = always + (width >= columnsWithPlan ? [.plan] : [])
        var left = width - margin - chosen.reduce(0) { $0 + $1.width + gap }
        for kind in wanted where left - kind.width - gap >= trailColumns {
            chosen.append(kind)
            left -= kind.width + gap
        }
        var columns: [Column] = []
        var start = margin
        for kind in kinds where chosen.contains(kind) && start + kind.width <= width {
            columns.append(Column(kind: kind, start: start, width: kind.width))
            start += kind.width + gap
        }
        guard left >= trailColumnsMin else { return columns }
        let trail = min(left, FleetRow.trailLimit / 2)
        return columns + [Column(kind: .trail, start: start, width: trail)]
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
