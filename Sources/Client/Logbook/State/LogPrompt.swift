import PlainText
import Readout
import Terminal
import Vocabulary

/// A line that the user types.
struct LogPrompt: Equatable, Sendable {
    /// What the line is for.
    enum Subject: Equatable, Sendable {
        case date, goal, athlete
        case add(DayMetric)
    }

    let subject: Subject
    private(set) var text = ""

    private static let textMax = 64

    init(_ subject: Subject) { self.subject = subject }

    mutating func edit(with key: Key) {
        switch key {
        case .character(let character):
            if text.count < Self.textMax { text.append(character) }
        case .backspace: text = String(text.dropLast())
        case .control("u"): text = ""
        case _: break
        }
    }

    var label: String {
        switch subject {
        case .date: "go to"
        case .goal: "goal"
        case .athlete: "athlete"
        case .add(let metric): "add \(LogMetric.day(metric).title.lowercased())"
        }
    }

    /// What may be typed.
    func hint(_ preferences: LogbookPreferences) -> String {
        switch subject {
        case .date: "2026-03-06, 03-06, 6, -7"
        case .goal: "steps of a day, now \(QuantityText.count(preferences.goal))"
        case .athlete: "s7, or 7"
        case .add(let metric): metric.example(preferences.units)
        }
    }
}
