import FlightDisplay
import PlainText
import Terminal
import Vocabulary
import WireProtocol

/// Turns a line of the daemon into one for people.
struct LineFormatter {
    let palette: Palette
    var clock: LineClock
    /// Whether a line says of which kind it is, for who follows several kinds that look alike.
    var marksKind = false

    /// The line with its newline, behind another one where a day begins; nil for what people need
    /// not see.
    mutating func text(_ line: JSONValue) -> ShownText? {
        clock.hear(line)
        defer { clock.forget(line) }
        if line["type"]?.text == "hello" { return greeting(line) }
        let day = clock.newDay(line).map { palette.paint("-- \($0)\n", .dim) } ?? ""
        return body(line).map { day + $0 }
    }

    private func body(_ line: JSONValue) -> ShownText? {
        switch line["type"]?.text {
        case "stat", "sample": head(line) + kind(line) + measurements(line) + "\n"
        case "truth": head(line) + kind(line) + truth(line) + "\n"
        case "phase": head(line, phase: nil) + transition(line) + "\n"
        case "advisory": head(line, phase: nil) + advisory(line) + "\n"
        case "event": head(line, phase: nil) + bold("\(line["event"]?.text ?? "")") + "\n"
        case "end": head(line, phase: nil) + bold("end") + " of the session\n"
        case "gap": gap(line)
        case "warn": warning(line)
        case "snapshot": snapshot(line)
        case "live": palette.paint("-- live: what follows is new\n", .dim)
        default: nil
        }
    }

    private func head(_ line: JSONValue) -> ShownText {
        head(line, phase: line["phase"]?.text ?? "")
    }

    private func head(_ line: JSONValue, phase: String?) -> ShownText {
        let time: ShownText = clock.time(line).map { "\($0)  " } ?? ""
        let start = time + session(line) + "  "
        guard let phase else { return start }
        return start + paint(phase, phase.padded(to: 9, .left)) + "  "
    }

    /// The name, in the colour of its lane.
    private func session(_ line: JSONValue) -> ShownText {
        let name = line["session"]?.text ?? ""
        let padded: ShownText = "\(name.padded(to: 6, .left))"
        guard let lane = SelectedSessions(parsing: name)?.lane else { return padded }
        return palette.paint(padded, member: lane)
    }

    /// As wide as the longest of the three, so that the values stand below each other.
    private func kind(_ line: JSONValue) -> ShownText {
        guard marksKind else { return "" }
        return palette.paint("\((line["type"]?.text ?? "").padded(to: 6, .left))", .dim) + "  "
    }

    private func measurements(_ line: JSONValue) -> ShownText {
        let cells = Metric.allCases.compactMap { metric -> ShownText? in
            line[metric.name].map { "\(MetricText(metric).text($0))" }
        }
        return (cells + replaced(line)).joined(separator: "  ")
    }

    private func replaced(_ line: JSONValue) -> [ShownText] {
        guard let count = line["skipped"]?.double else { return [] }
        return [palette.paint("(\(whole(count)) skipped)", .dim)]
    }

    private func truth(_ line: JSONValue) -> ShownText {
        func number(_ name: String, _ decimals: Int) -> String {
            line[name]?.double.map { NumberText.fixed($0, decimals) } ?? "?"
        }
        let phase = line["true_phase"]?.text ?? ""
        let cells: [ShownText] = [
            "true \(paint(phase, phase.padded(to: 9, .left)))",
            "driven \(number("driven_heart_rate_bpm", 1).padded(to: 5, .right)) bpm",
            "intensity \(number("intensity", 2))", "\(words(line["part"]?.text ?? ""))",
        ]
        let faults = (line["faults"]?.items ?? []).compactMap(\.text).map(words)
        let told =
            faults.isEmpty ? [] : [palette.paint("\(faults.joined(separator: ", "))", .caution)]
        return (cells + told + replaced(line)).joined(separator: "  ")
    }

    private func words(_ name: String) -> String { name.replacing("_", with: " ") }

    private func transition(_ line: JSONValue) -> ShownText {
        let cause = words(line["cause"]?.text ?? "")
        let from = line["from"]?.text ?? ""
        let to = line["to"]?.text ?? ""
        return "\(from) -> \(paint(to, to)): \(cause)\(held(line))"
    }

    private func advisory(_ line: JSONValue) -> ShownText {
        let call = words(line["to"]?.text ?? "calls end").uppercased()
        let style: Style = line["to"]?.text == "glide_path" ? .good : .caution
        let pace = line["speed_mps"].map { ", " + MetricText(.speed).text($0) } ?? ""
        return "\(palette.paint("\(call)", style))\(pace)\(held(line))"
    }

    private func held(_ line: JSONValue) -> String {
        guard let seconds = line["held_s"]?.double, seconds > 0 else { return "" }
        return " (for \(whole(seconds)) s)"
    }

    private func whole(_ number: Double) -> String {
        Int(exactly: number.rounded(.towardZero)).map { "\($0)" } ?? "?"
    }

    private func gap(_ line: JSONValue) -> ShownText {
        let count = line["lines"]?.double ?? 0
        return palette.paint(
            "-- gap: \(whole(count)) lines lost, because they were read too slowly; "
                + "--from \(line["after"]?.text ?? "") brings them back\n", .warning)
    }

    private func warning(_ line: JSONValue) -> ShownText {
        func number(_ name: String) -> String { whole(line[name]?.double ?? .nan) }
        return palette.paint(
            "-- falling behind: \(number("lines")) of at most \(number("lines_limit")) lines wait, "
                + "\(number("bytes")) of \(number("bytes_limit")) bytes\n", .warning)
    }

    private func snapshot(_ line: JSONValue) -> ShownText {
        let session = line["session"]?.text ?? ""
        let phase = line["phase"]?.text ?? ""
        let plan = line["plan"]?.text ?? ""
        let state = line["state"]?.text ?? ""
        let since = clock.since(line).map { " since \($0)" } ?? ""
        return palette.paint("-- \(session): \(plan), \(state), \(phase)\(since)\n", .dim)
    }

    private func greeting(_ line: JSONValue) -> ShownText {
        func number(_ name: String) -> String {
            line[name]?.double.flatMap { Int(exactly: $0) }.map { "\($0)" } ?? "?"
        }
        let isUnpaced = line["speed"]?.text != nil
        let speed = line["speed"]?.double ?? 1
        let pace =
            isUnpaced ? ", as fast as it can" : speed == 1 ? "" : ", \(speed) times as fast"
        let times = clock.name(line).map { ", \($0)" } ?? ""
        return palette.paint(
            "-- seed \(number("seed")), sessions: \(number("sessions"))\(times)\(pace)\n", .dim)
    }

    private func bold(_ text: ShownText) -> ShownText { palette.paint(text, .bold) }

    private func paint(_ phase: String, _ text: String) -> ShownText {
        palette.paint("\(text)", Self.style(of: phase))
    }

    private static func style(of phase: String) -> Style {
        switch Phase(rawValue: phase) {
        case .takeoff, .climb: .caution
        case .cruise: .good
        case .preflight, .touchdown: .dim
        case .descent, .approach, nil: .bold
        }
    }
}
