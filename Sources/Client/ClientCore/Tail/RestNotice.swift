import CommandLine
import FlightDisplay
import LinuxIO
import PlainText
import Readout
import StreamClient
import Vocabulary
import WireProtocol

/// The notice of `tail` on a terminal, shown once: athletes who rest, and send no lines.
struct RestNotice {
    private var isDone = false

    /// The most named athletes that are asked about.
    private static let athletesMost = 4
    /// The wait for one answer, and for all but the last together: no signal is heard meanwhile.
    private static let patience = Duration.seconds(2)

    /// Shows the notice once the subscription is live. If the daemon does not answer, nothing is
    /// shown: the subscription's own course reports the fault.
    mutating func tell(_ options: TailOptions, _ link: borrowing DaemonConnections) {
        guard !isDone else { return }
        isDone = true
        guard StandardStream.error.isTerminal, let greeting = link.greeting,
            GreetedFleet(greeting: greeting).hasDays
        else { return }
        do {
            let selection = try ChannelFlags.request(options.flags, after: nil).request.selection
            let lines = try Self.lines(selection, link, options.style.units)
            for line in lines { options.flags.tell(line) }
        } catch {}
    }

    private static func lines(
        _ selection: SessionSelection, _ link: borrowing DaemonConnections, _ units: Units
    ) throws -> [String] {
        let end = MonotonicClock.now + patience
        var questions = try link.another(within: patience)
        var sessions: [JSONValue] = []
        for question in self.questions(selection) {
            let answer = try questions.ask(question, for: "sessions")
            sessions += JSONValue(line: answer)?["sessions"]?.items ?? []
        }
        let fleet = GreetedFleet(greeting: questions.greeting)
        let clock = try FleetClock(questions.greeting)
        let resting = chosen(sessions, of: selection)
        var lines =
            selection == .all && resting.count == 1 && fleet.sessions > 1
            ? ["all \(fleet.sessions.counted("athlete")) rest; of those the next is"] : []
        for session in resting {
            guard var record = RestRecord(session: session),
                let lane = LaneName.lane(of: record.next.session)
            else { continue }
            if MonotonicClock.now < end,
                let runs = RestRecord.runs(of: lane, before: clock.present, fleet.rights)
            {
                try? read(runs, link, into: &record)
            }
            let words = record.lines(at: clock.present, in: clock.zone, units)
            lines += record.hasRead ? words : words.dropLast()
        }
        return lines
    }

    private static func read(
        _ runs: String, _ link: borrowing DaemonConnections, into record: inout RestRecord
    ) throws {
        var past = try PlotLines(
            link.another(within: patience), #"{"op":"subscribe","sub":"rest"\#(runs)}"#,
            AnswerPatience(patience, from: MonotonicClock.now))
        while let line = try past.next() { record.take(run: line) }
        record.endRuns()
    }

    /// The requests for the lanes that are followed.
    static func questions(_ selection: SessionSelection) -> [String] {
        guard case .some(let selected) = selection else {
            return [#"{"op":"sessions","limit":\#(ProtocolLimits.sessionsPage)}"#]
        }
        return selected.filter { $0.lap == nil && !$0.isBook }.prefix(athletesMost)
            .map { RestRecord.question($0.lane, id: "rest") }
    }

    /// The sessions whose rest is shown: all named lanes that rest; without names, if every athlete
    /// rests, the one who runs next.
    static func chosen(_ sessions: [JSONValue], of selection: SessionSelection) -> [JSONValue] {
        let resting = sessions.filter { $0["state"]?.text == "resting" }
        guard selection == .all else { return resting }
        guard resting.count == sessions.count else { return [] }
        let next = resting.min {
            ($0["next"]?.text ?? "~") < ($1["next"]?.text ?? "~")
        }
        return [next].compactMap(\.self)
    }
}
