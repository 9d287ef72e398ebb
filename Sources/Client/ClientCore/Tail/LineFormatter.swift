import FlightDisplay
import PlainText
import Readout
import Terminal
import Vocabulary
import WireProtocol

/// Formats a line of the daemon for people.
struct LineFormatter {
    let palette: Palette
    var times: LineTimes
    /// Whether a line names its kind, for subscriptions whose kinds look alike.
    var marksKind = false
    /// Whether all statistics are shown, each by its name.
    var namesStatistics = false
    var units = Units.metric

    /// The line with its newline, after a line with the date where a day begins; nil for a line
    /// that people need not see.
    ///
    /// - Parameter columns: the width of the terminal, for which cells are left out from the right;
    ///   nil keeps all cells. Notices are never shortened: the anchor in them stays whole.
    mutating func text(_ line: JSONValue, columns: Int? = nil) -> ShownText? {
        times.hear(line)
        defer { times.forget(line) }
        if line.type == .hello { return greeting(line) }
        let day = times.newDay(line).map { palette.paint("-- \($0)\n", .dim) } ?? ""
        if let cells = cells(line) { return day + cells.joined(fitting: columns) + "\n" }
        return notice(line).map { day + $0 }
    }

    /// The cells of a line of data, nil for any other.
    private func cells(_ line: JSONValue) -> [ShownText]? {
        switch line.type {
        case .stat, .sample: head(line) + phase(line) + measurements(line)
        case .truth: head(line) + (isOfBook(line) ? dayTruth(line) : phase(line) + truth(line))
        case .phase: head(line) + [transition(line)]
        case .advisory: head(line) + [advisory(line)]
        case .event: head(line) + [bold("\(line["event"]?.text ?? "")")]
        case .entry: head(line) + [entry(line)]
        case .end: head(line) + [bold("end") + " of the \(isOfBook(line) ? "day" : "session")"]
        default: nil
        }
    }

    private func isOfBook(_ line: JSONValue) -> Bool {
        line["session"]?.text.flatMap { SelectedSessions(parsing: $0) }?.isBook ?? false
    }

    /// `body_mass_kg 71.4`; the entry of a run: `run s7.12 8.04 km 45 min`; an entry by hand:
    /// `added body_mass_kg 71.4 of 06:40:00 (e7.88417115619)`.
    private func entry(_ line: JSONValue) -> ShownText {
        guard let run = line["run"]?.text else {
            let value = day(line)
            guard line["source"]?.text == "manual" else { return "\(value)" }
            let removed = line["removes"]?.text
            let name = removed ?? line["entry"]?.text ?? "?"
            return "\(removed == nil ? "added" : "removed") \(value)\(span(line)) (\(name))"
        }
        let distance = line["distance_m"].map { " \(MetricText(.distance, units).text($0))" } ?? ""
        let time = line["moving_s"]?.double.map { " \(whole($0 / 60)) min" } ?? ""
        return "run \(run)\(distance)\(time)"
    }

    /// `body_mass_kg 71.4`, or `body_mass_lb 157.4`.
    private func day(_ line: JSONValue) -> String {
        let name = line["metric"]?.text ?? "?"
        guard units == .imperial, let metric = QueryMetric(named: name),
            let value = line["value"]?.double
        else { return "\(name) \(line["value"]?.words ?? "-")" }
        let unit = NamedUnit(metric, units)
        return "\(unit.name) \(unit.text(value, metric.decimals))"
    }

    /// The time that an entry covers: ` of 06:40:00`, ` of 17:00:00 to 17:15:00`.
    private func span(_ line: JSONValue) -> String {
        guard let start = times.moment("start", of: line),
            let end = times.moment("end", of: line)
        else { return "" }
        return " of \(start)" + (line["start"] == line["end"] ? "" : " to \(end)")
    }

    private func head(_ line: JSONValue) -> [ShownText] {
        [times.time(line).map { "\($0)" }, session(line)].compactMap(\.self)
    }

    private func phase(_ line: JSONValue) -> [ShownText] {
        let phase = line["phase"]?.text ?? ""
        return [paint(phase, phase.padded(to: 9, .left))] + kind(line)
    }

    /// The name, in the colour of its lane.
    private func session(_ line: JSONValue) -> ShownText {
        let name = line["session"]?.text ?? ""
        let padded: ShownText = "\(name.padded(to: 6, .left))"
        guard let lane = SelectedSessions(parsing: name)?.flownLane else { return padded }
        return palette.paint(padded, member: lane.index)
    }

    /// The kind, padded to the longest of the three names, so that the values are aligned.
    private func kind(_ line: JSONValue) -> [ShownText] {
        guard marksKind else { return [] }
        return [palette.paint("\((line["type"]?.text ?? "").padded(to: 6, .left))", .dim)]
    }

    private func measurements(_ line: JSONValue) -> [ShownText] {
        let cells = Metric.allCases.compactMap { metric -> ShownText? in
            line[metric.name].map { value in
                let text = MetricText(metric, units)
                return "\(namesStatistics ? text.named(value) : text.text(value))"
            }
        }
        return cells + replaced(line)
    }

    func replaced(_ line: JSONValue) -> [ShownText] {
        guard let count = line["skipped"]?.double else { return [] }
        return [palette.paint("(\(whole(count)) skipped)", .dim)]
    }

    func words(_ name: String) -> String { name.replacing("_", with: " ") }

    private func transition(_ line: JSONValue) -> ShownText {
        let cause = words(line["cause"]?.text ?? "")
        let from = line["from"]?.text ?? ""
        let to = line["to"]?.text ?? ""
        return "\(from) -> \(paint(to, to)): \(cause)\(held(line))"
    }

    private func advisory(_ line: JSONValue) -> ShownText {
        let call = words(line["to"]?.text ?? "calls end").uppercased()
        let style: TextStyle = line["to"]?.text == "glide_path" ? .good : .caution
        let pace = line["speed_mps"].map { ", " + MetricText(.speed, units).text($0) } ?? ""
        return "\(palette.paint("\(call)", style))\(pace)\(held(line))"
    }

    private func held(_ line: JSONValue) -> String {
        guard let seconds = line["held_s"]?.double, seconds > 0 else { return "" }
        return " (for \(whole(seconds)) s)"
    }

    private func bold(_ text: ShownText) -> ShownText { palette.paint(text, .bold) }

    func paint(_ phase: String, _ text: String) -> ShownText {
        palette.paint("\(text)", Self.style(of: phase))
    }

    private static func style(of phase: String) -> TextStyle {
        switch Phase(rawValue: phase) {
        case .takeoff, .climb: .caution
        case .cruise: .good
        case .preflight, .touchdown: .dim
        case .descent, .approach, nil: .bold
        }
    }
}

/// Notices between the lines of data; each begins with two dashes.
extension LineFormatter {
    /// The notice; nil for a line that people need not see.
    func notice(_ line: JSONValue) -> ShownText? {
        switch line.type {
        case .gap: gap(line)
        case .warn: warning(line)
        case .snapshot: snapshot(line)
        case .live: palette.paint("-- live: what follows is new\n", .dim)
        default: nil
        }
    }

    private func gap(_ line: JSONValue) -> ShownText {
        let count = line["lines"]?.double ?? 0
        return palette.paint(
            "-- gap: \(whole(count)) \(count.noun("line")) lost, because "
                + "\(count.noun("it was", "they were")) read too slowly; "
                + "--from \(line["after"]?.text ?? "") brings \(count.noun("it", "them")) back\n",
            .warning)
    }

    private func warning(_ line: JSONValue) -> ShownText {
        func number(_ name: String) -> String { whole(line[name]?.double ?? .nan) }
        return palette.paint(
            "-- falling behind: \(number("lines")) of at most \(number("lines_limit")) lines wait, "
                + "\(number("bytes")) of \(number("bytes_limit")) bytes\n", .warning)
    }

    private func snapshot(_ line: JSONValue) -> ShownText {
        let session = line["session"]?.text ?? ""
        guard !isOfBook(line) else {
            let count = whole(line["n"]?.double ?? .nan)
            return palette.paint("-- \(session): entries so far: \(count)\n", .dim)
        }
        let phase = line["phase"]?.text ?? ""
        let plan = line["plan"]?.text ?? ""
        let state = line["state"]?.text ?? ""
        let since = times.since(line).map { " since \($0)" } ?? ""
        return palette.paint("-- \(session): \(plan), \(state), \(phase)\(since)\n", .dim)
    }

    func greeting(_ line: JSONValue) -> ShownText {
        func number(_ name: String) -> String {
            line[name]?.double.flatMap { Int(exactly: $0) }.map { "\($0)" } ?? "?"
        }
        let isUnpaced = line["speed"]?.text != nil
        let speed = line["speed"]?.double ?? 1
        let pace =
            isUnpaced ? ", as fast as it can" : speed == 1 ? "" : ", \(speed) times as fast"
        let times = times.name(line).map { ", \($0)" } ?? ""
        // The daemon tells the seed only to users who may read everything.
        let seed = line["seed"] == nil ? "" : "seed \(number("seed")), "
        return palette.paint(
            "-- \(seed)sessions: \(number("sessions"))\(times)\(pace)\n", .dim)
    }

    /// The number without its fraction; `?` for a number that no integer holds.
    func whole(_ number: Double) -> String {
        Int(exactly: number.rounded(.towardZero)).map { "\($0)" } ?? "?"
    }
}

extension [ShownText] {
    /// The cells with two spaces between them.
    ///
    /// Cells that do not fit are left out from the right, and `…` stands for them. The first cell
    /// always stays.
    ///
    /// - Parameter columns: the width of the terminal; nil keeps all cells.
    func joined(fitting columns: Int?) -> ShownText {
        guard let columns, total > columns else { return joined(separator: "  ") }
        var kept = self
        repeat { kept.removeLast() } while kept.count > 1 && kept.total + 3 > columns
        return (kept + ["…"]).joined(separator: "  ")
    }

    /// The columns of the cells and of the spaces between them.
    private var total: Int { reduce(0) { $0 + $1.columnCount + 2 } - 2 }
}

extension ShownText {
    /// The columns that the text takes on a terminal, its styles aside.
    fileprivate var columnCount: Int {
        let parts = text.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
        let rest = parts.dropFirst().map { $0.drop { $0 != "m" }.dropFirst().writtenColumnCount }
        return rest.reduce(parts.first?.writtenColumnCount ?? 0, +)
    }
}
