import PlainText
import Terminal
import WireProtocol

/// What is told between the lines of data, in lines that begin with two dashes.
extension LineFormatter {
    /// Nil for a line that people need not see.
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
        return palette.paint(
            "-- seed \(number("seed")), sessions: \(number("sessions"))\(times)\(pace)\n", .dim)
    }

    /// Without the fraction, `?` for a number beyond all bounds.
    func whole(_ number: Double) -> String {
        Int(exactly: number.rounded(.towardZero)).map { "\($0)" } ?? "?"
    }
}
