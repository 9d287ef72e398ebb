import CommandLine
import LinuxIO
import PlainText
import Statistics
import Terminal
import Vocabulary

/// The progress line of a load test on standard error, shown on a terminal only.
package struct LoadProgress {
    private let isShown: Bool
    private let symbols: Symbols
    private var isDrawn = false
    /// When to draw it again; nil if it is not drawn at all.
    private(set) var due: MonotonicInstant?

    private static let interval = Duration.milliseconds(250)
    private static let patience = Duration.milliseconds(50)
    /// Carriage return, and erase to the end of the line (ECMA-48, EL).
    private static let erasure: ShownText = "\r\u{1B}[K"

    init(isQuiet: Bool) {
        let type = Environment.value("TERM")
        isShown = !isQuiet && StandardStream.error.isTerminal && type != nil && type != "dumb"
        symbols = Symbols()
        due = isShown ? .zero : nil
    }

    /// Draws the line if it is due.
    mutating func show(
        _ course: LoadCourse, connected: Int, of subscribers: Int, _ linesPerSecond: Int,
        _ latency: borrowing LatencyHistogram, at now: MonotonicInstant
    ) {
        guard let due, now >= due else { return }
        self.due = now + Self.interval
        let p99 = latency.value(atQuantile: 0.99)
        let line = Self.line(
            phase: course.phase.rawValue, fraction: course.fraction(at: now),
            facts: Self.facts(connected, subscribers, linesPerSecond, p99), symbols: symbols,
            columns: StandardStream.error.terminalSize?.columns ?? 80)
        // A terminal that is held does not hold up the test.
        _ = StandardStream.error.offer("\(Self.erasure)\(line)", for: .zero)
        isDrawn = true
    }

    /// Erases the line.
    mutating func erase() {
        guard isDrawn else { return }
        _ = StandardStream.error.offer(Self.erasure, for: .zero)
        isDrawn = false
    }

    /// Writes a remark to standard error, after the command's name; a reader that does not read
    /// holds up the test only for ``patience``.
    package static func tell(_ text: String) {
        _ = StandardStream.error.offer("runway load: \(text)\n", for: patience)
    }

    private static func facts(
        _ connected: Int, _ subscribers: Int, _ linesPerSecond: Int, _ p99: Int64?
    ) -> [String] {
        let facts = [
            "\(QuantityText.count(connected)) of \(QuantityText.count(subscribers)) connected",
            "\(QuantityText.count(linesPerSecond)) lines/s",
        ]
        return facts
            + [p99.map { "p99 \(QuantityText.latency(microseconds: Int($0)))" }]
            .compactMap(\.self)
    }

    /// The line, at least one column shorter than the terminal, so that none wraps it. Without
    /// room, facts are left out from the right, then the bar.
    static func line(
        phase: String, fraction: Double, facts: [String], symbols: Symbols, columns: Int
    ) -> String {
        let room = columns - 1
        let name = phase + String(repeating: " ", count: max(0, 12 - phase.count))
        var shown = facts
        while !shown.isEmpty, width(name, shown) + leastBar > room { shown.removeLast() }
        let bar = min(widestBar, room - width(name, shown))
        guard bar >= leastBar else { return String(name.prefix(max(0, room))) }
        let edges = symbols == .ascii ? ("[", "]") : ("\u{2595}", "\u{258F}")
        let drawn = ProgressBar.text(fraction, width: bar - 2, symbols: symbols)
        return ([name + edges.0 + drawn + edges.1] + shown).joined(separator: "  ")
    }

    private static let leastBar = 8
    private static let widestBar = 32

    private static func width(_ name: String, _ facts: [String]) -> Int {
        name.count + facts.reduce(0) { $0 + $1.count + 2 }
    }
}
