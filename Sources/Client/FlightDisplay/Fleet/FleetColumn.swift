import CivilTime
import PlainText
import Readout
import Terminal
import Vocabulary

/// A column of the table of the fleet: heading, width, when it is shown, what it sorts by, and its
/// cell. All columns stand here; ``FleetLayout`` gives them their places.
struct FleetColumn: Sendable {
    typealias Cell = (text: String, style: CellStyle)

    let heading: Heading
    /// The width in characters; the trail takes the columns that the others leave.
    let width: Int
    var alignment = TextAlignment.left
    let room: Room
    /// The order by this column; nil if the table cannot be sorted by it.
    var order: FleetOrder?
    /// Text and style for a row, before alignment, in the width of the column.
    let cell: @Sendable (FleetRow, Frame, _ width: Int) -> Cell

    enum Heading: Sendable {
        case text(String)
        case inUnits(@Sendable (Units) -> String)
        /// The first text that fits; the longest comes first.
        case longest([String])
    }

    /// When a column is on the screen.
    enum Room: Equatable, Sendable {
        case always
        /// On screens of at least this number of columns.
        case screens(from: Int)
        /// While the trail keeps its width. The least rank gets room first, so that the greatest
        /// rank goes first on a narrow screen.
        case spare(rank: Int)
        /// The columns that all others leave.
        case rest
    }
}

/// The columns.
extension FleetColumn {
    /// Every column but the trail, in the order of the screen.
    static let all = [
        FleetColumn(
            heading: .text("SESSION"), width: 10, room: .always, order: .lane
        ) { row, _, _ in (row.session, Theme.title) },
        FleetColumn(
            heading: .text("PLAN"), width: 15, room: .screens(from: 76), order: .plan
        ) { row, frame, _ in (plan(of: row, frame.units), .plain) },
        FleetColumn(
            heading: .text("ATHLETE"), width: 10, room: .spare(rank: 3)
        ) { row, _, _ in (row.runner, Theme.label) },
        FleetColumn(
            heading: .text("PHASE"), width: 12, room: .always, order: .phase
        ) { row, frame, _ in state(of: row, frame) },
        FleetColumn(
            heading: .text("TIME"), width: 7, alignment: .right, room: .spare(rank: 1),
            order: .start
        ) { row, frame, _ in (time(of: row, frame), Theme.label) },
        metric(.heartRate, width: 5, .always),
        metric(.speed, width: 6, .always),
        metric(.distance, width: 6, .always),
        metric(.cadence, width: 5, .spare(rank: 2)),
        metric(.stride, width: 7, .spare(rank: 5)),
        metric(.contact, width: 8, .spare(rank: 6)),
        metric(.energy, width: 5, .spare(rank: 4)),
    ]

    /// The heart rate as a graph; it stands behind all others.
    static let trail = FleetColumn(
        heading: .longest(["HEART RATE SINCE THE START", "HEART RATE", "HR"]), width: 0,
        room: .rest, cell: trailCell)

    private static func metric(_ metric: Metric, width: Int, _ room: Room) -> FleetColumn {
        FleetColumn(
            heading: .inUnits { metric.shown.columnHeading($0) }, width: width, alignment: .right,
            room: room, order: .metric(metric)
        ) { row, frame, _ in value(metric, of: row, frame) }
    }
}

/// Headings and cells as they are drawn.
extension FleetColumn {
    /// Whether the cell is a number or a time, rather than a name or a word.
    var isReadout: Bool { alignment == .right }

    /// - Parameter width: the width of the column on the screen.
    func heading(_ units: Units, width: Int) -> String {
        switch heading {
        case .text(let text): text
        case .inUnits(let text): text(units)
        case .longest(let texts): texts.first { $0.count <= width } ?? ""
        }
    }

    /// - Parameter width: the width of the column on the screen.
    func alignedCell(of row: FleetRow, _ frame: Frame, width: Int) -> Cell {
        let (text, style) = cell(row, frame, width)
        return (alignment == .left ? text : text.padded(to: width, .right), style)
    }

    static func plan(of row: FleetRow, _ units: Units) -> String {
        guard let metres = row.targetDistance else { return row.plan }
        let distance = NumberText.fixed(units.distance(metres: metres), 1)
        return "\(row.plan) \(distance) \(units.distanceName)"
    }

    /// The phase, or the state of a session that is not flying.
    static func state(of row: FleetRow, _ frame: Frame) -> Cell {
        switch row.state {
        case .paused: return ("paused", Theme.caution)
        case .landed: return ("landed", Theme.label)
        case .scheduled:
            guard let start = row.start, start > frame.now else { break }
            return (self.start(start, frame), Theme.label)
        case .flying, nil: break
        }
        return (row.phase.map { "\($0)" } ?? "-", Theme.phase(row.phase))
    }

    /// `starts 07:53`; where days lie between, `Sat 28 08:53`.
    private static func start(_ start: FleetInstant, _ frame: Frame) -> String {
        let zone = frame.state.zone
        guard frame.state.fleet?.hasDays ?? false else { return "starts \(zone.clock(start))" }
        let date = zone.date(at: start)
        return "\(date.weekday.short) \(date.day) \(zone.clock(start))"
    }

    /// The time since the session's start.
    private static func time(of row: FleetRow, _ frame: Frame) -> String {
        guard let start = row.start, start <= frame.now else { return "" }
        return NumberText.clock(Int((frame.now - start).seconds))
    }

    static func value(_ metric: Metric, of row: FleetRow, _ frame: Frame) -> Cell {
        guard let reading = row.reading(metric) else { return ("--", Theme.stale) }
        let style = isDim(row, reading, frame) ? Theme.stale : CellStyle.plain
        return (frame.text(metric, reading.value), style)
    }

    /// A value is dim when it is older than three intervals of the table's subscription and older
    /// than 15 s. In a paused or landed session it is the last value, and dim as well.
    private static func isDim(_ row: FleetRow, _ reading: Reading, _ frame: Frame) -> Bool {
        switch row.state {
        case .paused, .landed: true
        case .scheduled, .flying, nil:
            frame.isLost
                || frame.now - reading.at > max(frame.state.intervals.fleet * 3, .seconds(15))
        }
    }

    @Sendable private static func trailCell(_ row: FleetRow, _ frame: Frame, width: Int) -> Cell {
        let values = Array(row.trail.suffix(width * 2))
        let text = Sparkline.text(
            values, in: range(of: values), width: width, symbols: frame.symbols)
        return (text, trailStyle(row))
    }

    static func trailStyle(_ row: FleetRow) -> CellStyle {
        row.state == .paused ? Theme.stale : Theme.heartRate
    }

    /// The range of the trail: multiples of 10 bpm, at least 40 bpm wide, so that the scale changes
    /// seldom; nil without a value.
    static func range(of values: [Double?]) -> ClosedRange<Double>? {
        let present = values.compactMap(\.self)
        guard let low = present.min(), let high = present.max() else { return nil }
        let lower = (low / 10).rounded(.down) * 10
        return lower...max((high / 10).rounded(.up) * 10, lower + 40)
    }
}

/// The value by which the table is sorted.
enum FleetOrder: Hashable, Sendable {
    case lane, plan, phase, start
    case metric(Metric)

    /// The name on the wire.
    var field: String {
        switch self {
        case .lane, .plan, .phase, .start: "\(self)"
        case .metric(let metric): metric.name
        }
    }

    /// Whether the usual direction is descending: for metrics the greatest value matters most.
    var isDescending: Bool {
        switch self {
        case .lane, .plan, .phase, .start: false
        case .metric: true
        }
    }

    /// Whether the column shows rising values as falling ones: a higher speed is a lower pace, and
    /// a later start a shorter time.
    var isShownUpsideDown: Bool { self == .metric(.speed) || self == .start }

    /// A number or a word to sort by.
    enum SortKey: Comparable, Sendable {
        case number(Double), word(String)
    }

    /// The row's value for sorting; nil if it has none.
    func sortKey(of row: FleetRow) -> SortKey? {
        switch self {
        case .lane: .number(Double(row.lane.index))
        case .plan: .word(row.plan)
        case .phase: row.phase.map { .number(Double($0.index)) }
        case .start: row.start.map { .number(Double($0.ticks)) }
        case .metric(let metric): row.reading(metric).map { .number($0.value) }
        }
    }
}
