import FlightDisplay
import Readout
import Vocabulary
import WireProtocol

/// A sample that the user adds or removes by hand.
enum HandCommand: Equatable, Sendable {
    case add(DayMetric, value: Decimal64, start: FleetInstant, end: FleetInstant)
    case remove(LogEntry)

    /// The command in words.
    var name: String {
        switch self {
        case .add(let metric, let value, _, _): "add \(metric.name) \(value)"
        case .remove(let entry): "remove \(entry.id)"
        }
    }

    /// The message after the command has succeeded.
    ///
    /// - Parameter entry: the name that the daemon gave the entry.
    func text(_ entry: String?, _ units: Units) -> String {
        switch self {
        case .add(let metric, let value, _, _):
            "added \(Self.words(metric, value, units)), \(entry ?? "?"); x removes it"
        case .remove(let entry):
            "removed \(Self.words(entry.metric, entry.value, units)), \(entry.id)"
        }
    }

    private static func words(
        _ metric: DayMetric, _ value: Decimal64, _ units: Units
    ) -> String {
        words(metric, Double(value.units) / Double(Decimal64.powerOfTen(value.decimals)), units)
    }

    /// A value of the wire in readable form: `body mass 71.3 kg`.
    static func words(_ metric: DayMetric, _ value: Double, _ units: Units) -> String {
        let shown = LogMetric.day(metric)
        let text = shown.shown(value, units).map { shown.textWithUnit($0, units) } ?? "?"
        return "\(shown.title.lowercased()) \(text)"
    }

    /// The whole request, without its newline.
    func request(id: String, lane: LaneID) -> String {
        var line = LineBuffer()
        switch self {
        case .add(let metric, let value, let start, let end):
            line.append(#"{"op":"add""#)
            line.appendField("id", id)
            line.appendField("session", "s\(lane)")
            line.appendField("metric", metric.name)
            line.append(#","value":"#)
            line.append(value)
            if start == end {
                line.appendField("at", start.text)
            } else {
                line.appendField("start", start.text)
                line.appendField("end", end.text)
            }
        case .remove(let entry):
            line.append(#"{"op":"remove""#)
            line.appendField("id", id)
            line.appendField("entry", entry.id)
        }
        line.append("}")
        return line.text
    }
}

extension CommandDialog<HandCommand> {
    /// The notice while commands wait for answers: it names the newest; nil if none waits.
    var waitingNotice: String? { waiting.last.map { "waiting for the daemon: \($0.name)" } }

    /// Gives up the question and all commands after the link was lost: the newest may or may not
    /// have succeeded.
    mutating func loseLink() {
        forget(doubt: waiting.last.map { "not known whether it was done: \($0.name)" })
    }
}
