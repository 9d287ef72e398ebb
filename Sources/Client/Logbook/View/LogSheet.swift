import CivilTime
import FlightDisplay
import PlainText
import Readout
import Terminal
import Vocabulary
import WireProtocol

/// The data from which all parts of one screen are drawn.
struct LogSheet {
    let state: LogbookState
    let calendar: LogCalendar
    let date: CivilDate
    let now: FleetInstant
    /// The buckets of the page, by the date on which they begin.
    let days: [CivilDate: DayBucket]

    /// Nil before the greeting.
    init?(_ state: LogbookState) {
        guard let calendar = state.calendar, let date = state.date else { return nil }
        self.state = state
        self.calendar = calendar
        self.date = date
        now = state.present
        let buckets = state.question.flatMap { state.shelf[$0].buckets } ?? []
        days = Dictionary(
            buckets.map { (calendar.date(at: $0.start), $0) },
            uniquingKeysWith: { first, _ in first })
    }

    func reads(_ metric: LogMetric) -> Bool { state.reads(metric) }
    /// The time of runs in motion.
    func time(_ totals: RunTotals) -> String {
        reads(.run(.speed)) ? totals.time : GreetedRights.mark
    }
    /// Whether the reader may see lengths of runs.
    var readsLengths: Bool { reads(.day(.distance)) }

    var symbols: Symbols { state.preferences.symbols }
    var units: Units { state.preferences.units }
    var marks: Marks { Marks(symbols) }
    var today: CivilDate { calendar.date(at: now) }

    /// Why the page's buckets are not known; nil if they are known.
    var lack: Lack? {
        guard let question = state.question else { return nil }
        let answer = state.shelf[question]
        if let refusal = answer.refusal { return .refused(refusal) }
        return answer.buckets == nil ? waiting : nil
    }

    /// Why some of the page's runs are not known; nil if all are known.
    var runLack: Lack? {
        if let refusal = state.runRefusal { return .refused(refusal) }
        return state.hasRuns ? nil : waiting
    }

    var waiting: Lack { state.link.loss == nil ? .waiting : .unlinked }
}

/// Why a part of the screen is missing. A day without data is none of these.
enum Lack: Equatable {
    /// The answer has not come yet.
    case waiting
    /// There is no link to the daemon.
    case unlinked
    case refused(Refusal)

    /// What happened, and what to do.
    var lines: [String] {
        switch self {
        case .waiting: return ["reading ..."]
        case .unlinked: return ["not known: the link to the daemon is lost"]
        case .refused(let refusal):
            let retry = refusal.mayPass ? "It is asked again in a moment." : ""
            return ["The daemon refused: \(refusal.reason)", refusal.suggestion, retry]
                .filter { !$0.isEmpty }
        }
    }

    private var style: CellStyle {
        switch self {
        case .waiting: Theme.label
        case .unlinked, .refused: Theme.caution
        }
    }

    /// Draws the words into an area, wrapped to its width.
    func draw(in area: ScreenArea, on screen: inout Screen) {
        let lines = lines.flatMap { $0.wrapped(atColumn: max(8, area.columns - 2)) }
        for (offset, line) in lines.prefix(area.rows).enumerated() {
            screen.put(
                line, row: area.row + offset, column: area.column + 1, style,
                width: area.columns - 1)
        }
    }
}

extension ScreenArea {
    /// The area in columns side by side, with a space of two between them.
    func columns(_ shares: [Int]) -> [ScreenArea] {
        let total = max(1, shares.reduce(0, +))
        let room = columns - 2 * (shares.count - 1)
        var (taken, result) = (0, [ScreenArea]())
        for (index, share) in shares.enumerated() {
            let start = column + taken * room / total + 2 * index
            taken += share
            let end = column + taken * room / total + 2 * index
            result.append(ScreenArea(row: row, column: start, rows: rows, columns: end - start))
        }
        return result
    }
}
