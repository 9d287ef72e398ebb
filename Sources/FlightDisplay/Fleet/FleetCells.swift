import PlainText
import Terminal
import Vocabulary

/// The text and the style of each column of a table row.
struct FleetCells {
    let frame: Frame

    /// The heading of a column, with an arrow if the table is sorted by it.
    func head(_ column: FleetLayout.Column) -> String {
        let query = frame.state.pager.listed
        let isSorted = column.order != nil && column.order == query.order
        let arrow = !isSorted ? "" : query.isShownDescending ? frame.marks.down : frame.marks.up
        return column.kind.isNumber ? arrow + name(column) : name(column) + arrow
    }

    private func name(_ column: FleetLayout.Column) -> String {
        switch column.kind {
        case .session: "SESSION"
        case .plan: "PLAN"
        case .athlete: "ATHLETE"
        case .phase: "PHASE"
        case .time: "TIME"
        case .heartRate: "BPM"
        case .pace: frame.units.paceName
        case .distance: frame.units.distanceName.uppercased()
        case .cadence: "SPM"
        case .stride: "STRIDE"
        case .contact: "CONTACT"
        case .energy: "KCAL"
        case .trail: column.width < 26 ? "HEART RATE" : "HEART RATE SINCE THE START"
        }
    }

    func cell(_ column: FleetLayout.Column, of row: FleetRow) -> (text: String, style: CellStyle) {
        switch column.kind {
        case .session: (row.session, Theme.title)
        case .plan: (plan(of: row), CellStyle.plain)
        case .athlete: (row.runner, Theme.label)
        case .phase: state(of: row)
        case .time: (time(of: row).padded(to: column.width, .right), Theme.label)
        case .trail: trail(of: row, width: column.width)
        case .heartRate, .pace, .distance, .cadence, .stride, .contact, .energy:
            value(column, of: row)
        }
    }

    private func plan(of row: FleetRow) -> String {
        guard let metres = row.targetDistance else { return row.plan }
        let distance = NumberText.fixed(frame.units.distance(metres: metres), 1)
        return "\(row.plan) \(distance) \(frame.units.distanceName)"
    }

    /// The phase, or the state of a session that is not flying.
    private func state(of row: FleetRow) -> (String, CellStyle) {
        switch row.state {
        case .paused: return ("paused", Theme.caution)
        case .landed: return ("landed", Theme.label)
        case .scheduled:
            guard let start = row.start, start > frame.now else { break }
            return ("starts \(NumberText.timeOfDay(start).prefix(5))", Theme.label)
        case .flying, nil: break
        }
        return (row.phase.map { "\($0)" } ?? "-", Theme.phase(row.phase))
    }

    /// The time since the session's start.
    private func time(of row: FleetRow) -> String {
        guard let start = row.start, start <= frame.now else { return "" }
        return NumberText.clock(Int((frame.now - start).seconds))
    }

    private func value(
        _ column: FleetLayout.Column, of row: FleetRow
    ) -> (String, CellStyle) {
        guard let metric = column.order?.metric else { return ("", CellStyle.plain) }
        guard let reading = row.reading(metric) else {
            return ("--".padded(to: column.width, .right), Theme.stale)
        }
        let text = frame.text(metric, reading.value).padded(to: column.width, .right)
        return (text, isDim(row, reading) ? Theme.stale : CellStyle.plain)
    }

    /// A value is dim when it is older than three intervals of the table's subscription and older
    /// than 15 s. In a paused or landed session it is the last value, and dim as well.
    private func isDim(_ row: FleetRow, _ reading: Reading) -> Bool {
        switch row.state {
        case .paused, .landed: true
        case .scheduled, .flying, nil:
            frame.isLost
                || frame.now - reading.at > max(frame.state.intervals.fleet * 3, .seconds(15))
        }
    }

    private func trail(of row: FleetRow, width: Int) -> (String, CellStyle) {
        let values = Array(row.trail.suffix(width * 2))
        let text = Sparkline.text(
            values, in: Self.range(of: values), width: width, symbols: frame.symbols)
        return (text, row.state == .paused ? Theme.stale : Theme.heartRate)
    }

    /// The range of the trail: multiples of 10 bpm, at least 40 bpm wide, so that the scale changes
    /// seldom; nil without a value.
    private static func range(of values: [Double?]) -> ClosedRange<Double>? {
        let present = values.compactMap(\.self)
        guard let low = present.min(), let high = present.max() else { return nil }
        let lower = (low / 10).rounded(.down) * 10
        return lower...max((high / 10).rounded(.up) * 10, lower + 40)
    }
}
