import FlightDisplay
import Vocabulary

/// The data of all pages: answers, runs, values and flights.
struct LogShelf: Sendable {
    private(set) var answers: [LogQuestion: LogAnswer] = [:]
    /// The runs that have landed, by session.
    private(set) var runs: [String: RunEntry] = [:]
    /// The ranges whose summaries have all arrived.
    private var wholeRuns: [Range<FleetInstant>] = []
    /// The ranges whose summaries have arrived up to a present.
    private var readRuns: Set<Range<FleetInstant>> = []
    /// The values of the metric that was shown last.
    var list: EntryList?
    var listMetric: DayMetric?
    /// The stages of sleep that the page of a day shows.
    private(set) var night: EntryList?
    private var nightRange: Range<FleetInstant>?
    /// What is behind days, by the names of their books.
    private(set) var truths: [String: LogTruth] = [:]
    /// When sessions began.
    var starts: [String: FleetInstant] = [:]
    private(set) var flights: [String: FlightModel] = [:]

    /// About a century of questions about weeks.
    private static let answersMax = 5000
    private static let runsMax = 100_000
    private static let flightsMax = 100
    private static let truthsMax = 5000

    subscript(question: LogQuestion) -> LogAnswer {
        get { answers[question] ?? LogAnswer() }
        set {
            if answers.count >= Self.answersMax { answers = [:] }
            answers[question] = newValue
        }
    }

    /// The question that a request's answer belongs to.
    func question(asked id: String) -> LogQuestion? { answers.first { $0.value.asked == id }?.key }

    /// After the link is lost, no question waits for an answer.
    mutating func forgetRequests() {
        for question in answers.keys { answers[question]?.forget() }
    }

    /// After a new entry: an entry of the present changes the days that are not over; an entry by
    /// hand may change any day.
    mutating func age(byHand: Bool) {
        for (question, answer) in answers {
            guard byHand || answer.buckets?.contains(where: \.isOpen) ?? false else { continue }
            answers[question]?.age()
        }
    }
}

/// What is behind days.
extension LogShelf {
    mutating func take(_ truth: LogTruth, of book: String) {
        if truths.count >= Self.truthsMax { truths = [:] }
        truths[book] = truth
    }
}

/// Nights.
extension LogShelf {
    /// Makes room for the stages of sleep of a date, which may begin on the evening before.
    mutating func openNight(_ date: Range<FleetInstant>) {
        guard nightRange != date else { return }
        nightRange = date
        night = EntryList(date.lowerBound - .seconds(86_400)..<date.upperBound)
    }

    mutating func takeStage(_ entry: LogEntry) { night?.take(entry) }

    /// What is known of the stages of sleep of a date.
    func stages(of date: Range<FleetInstant>) -> [LogEntry] {
        nightRange == date ? night?.entries ?? [] : []
    }
}

/// Runs and flights.
extension LogShelf {
    mutating func take(_ run: RunEntry) {
        if runs.count >= Self.runsMax { (runs, wholeRuns, readRuns) = ([:], [], []) }
        runs[run.session] = run
        starts[run.session] = run.start
    }

    /// The summary of a session; nil before it has landed, or been read.
    func summary(of session: String) -> RunEntry? { runs[session] }

    mutating func noteRead(_ range: Range<FleetInstant>) { readRuns.insert(range) }

    /// Whether the summaries of a range have arrived, at least up to some present.
    func isRead(_ range: Range<FleetInstant>) -> Bool {
        isWhole(range)
            || readRuns.contains {
                $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound
            }
    }

    mutating func noteWhole(_ range: Range<FleetInstant>) {
        guard !isWhole(range) else { return }
        wholeRuns.removeAll { range.contains($0.lowerBound) && $0.upperBound <= range.upperBound }
        wholeRuns.append(range)
    }

    /// Whether the complete ranges cover a range together. O(ranges log ranges).
    func isWhole(_ range: Range<FleetInstant>) -> Bool {
        var end = range.lowerBound
        for whole in wholeRuns.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            guard end < range.upperBound, whole.lowerBound <= end else { break }
            end = max(end, whole.upperBound)
        }
        return end >= range.upperBound
    }

    /// The runs that began within a range, in their order. O(runs).
    func runs(in range: Range<FleetInstant>) -> [RunEntry] {
        runs.values.filter { range.contains($0.start) }.sorted { $0.start < $1.start }
    }

    /// The flight of a session; nil before its snapshot.
    subscript(flight session: String) -> FlightModel? {
        get { flights[session] }
        set {
            if flights.count >= Self.flightsMax, flights[session] == nil { flights = [:] }
            flights[session] = newValue
        }
    }
}
