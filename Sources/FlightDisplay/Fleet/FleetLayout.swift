import Terminal
import Vocabulary

/// What stands where in the table of the fleet.
struct FleetLayout {
    let width: Int
    /// The row of the phases' tabs; nil where there is no room for it.
    let tabsRow: Int?
    let headRow: Int
    let firstRow: Int
    /// Rows of sessions that fit.
    let bodyRows: Int

    /// A lower screen needs its rows for sessions.
    private static let rowsWithTabs = 12

    init(columns: Int, rows: Int) {
        width = columns
        tabsRow = rows >= Self.rowsWithTabs ? 1 : nil
        headRow = tabsRow == nil ? 1 : 2
        firstRow = headRow + 1
        bodyRows = max(0, rows - firstRow - 1)
    }

    /// Sessions that fit on a screen of so many rows.
    static func pageRows(_ rows: Int) -> Int { FleetLayout(columns: 0, rows: rows).bodyRows }

    /// The first lane of an order that is on the screen: as long as the screen is smaller than the
    /// page, the marked one is kept in sight.
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

    /// In the order in which they stand.
    private static let kinds: [Kind] = [
        .session, .plan, .athlete, .phase, .time, .heartRate, .pace, .distance, .cadence, .stride,
        .contact, .energy,
    ]
    private static let always: [Kind] = [.session, .phase, .heartRate, .pace, .distance]
    /// The most wanted first.
    private static let wanted: [Kind] = [.time, .cadence, .athlete, .energy, .stride, .contact]
    private static let margin = 2
    private static let gap = 2
    /// What the trail keeps before any of those that are only wanted gets room.
    private static let trailColumns = 24
    private static let trailColumnsMin = 5
    private static let columnsWithPlan = 76

    /// The columns that fit, the trail with what is left.
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

    /// What a click on the heads sorts by: the space behind a head is the head's.
    func order(at column: Int) -> FleetOrder? {
        Self.columns(width: width).last { $0.start <= column }?.order
    }
}

/// The tabs: all sessions, and a page for each phase.
extension FleetLayout {
    struct Tab: Equatable {
        let phase: Phase?
        let start: Int
        let text: String
    }

    private static let columnsWithDigits = 76
    private static let columnsWithAll = 44

    /// - Parameter chosen: the only one that is shown where there is no room for all.
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
