import CivilTime
import FlightDisplay
import PlainText
import Readout
import WireProtocol

/// What is behind a day of an athlete, from a `truth` line of the day's book.
struct LogTruth: Equatable, Sendable {
    struct Finding: Equatable, Sendable {
        /// Such as `not worn`.
        let name: String
        /// `ordered` or `drawn`.
        let source: String
        let first: CivilDate
        let last: CivilDate
    }

    let findings: [Finding]
    /// By how many percent the athlete's speed at a heart rate differs from the usual one.
    let speedPercent: Double?

    /// More than a day can have are not kept.
    private static let findingsMax = 16

    /// Nil unless the line tells of a day; the truth of a sample has no findings.
    init?(line: JSONValue) {
        guard line.type == .truth, let findings = line["findings"]?.items else { return nil }
        self.findings = findings.prefix(Self.findingsMax).compactMap(Finding.init)
        speedPercent = line["speed_percent"]?.double
    }
}

extension LogTruth.Finding {
    fileprivate init?(_ value: JSONValue) {
        guard let name = value["finding"]?.text, let source = value["source"]?.text,
            let first = value["first"]?.text.flatMap(CivilDate.init(parsing:)),
            let last = value["last"]?.text.flatMap(CivilDate.init(parsing:)), first <= last
        else { return nil }
        self.init(
            name: name.replacing("_", with: " "), source: source, first: first, last: last)
    }

    /// `ill, ordered, 5 to 8 March`, with the year unless it is that of the page's date.
    func text(on date: CivilDate) -> String { "\(name), \(source), \(dates(on: date))" }

    private func dates(on date: CivilDate) -> String {
        let end = Self.text(last, year: last.year != date.year || first.year != last.year)
        if first == last { return end }
        guard first.startOfMonth != last.startOfMonth else { return "\(first.day) to \(end)" }
        return "\(Self.text(first, year: first.year != last.year)) to \(end)"
    }

    private static func text(_ date: CivilDate, year: Bool) -> String {
        "\(date.day) \(date.monthName)" + (year ? " \(date.year)" : "")
    }
}

extension LogTruth {
    /// `ill, ordered, 5 to 8 March; speed -4.0 %`.
    func text(on date: CivilDate) -> String {
        let speed = speedPercent.map { "speed \($0 > 0 ? "+" : "")\(NumberText.fixed($0, 1)) %" }
        return (findings.map { $0.text(on: date) } + [speed].compactMap(\.self))
            .joined(separator: "; ")
    }
}
