import CommandLine
import FlightDisplay
import FlightPlot
import LinuxIO
import Logbook
import StreamClient
import Vocabulary
import WireProtocol

/// When sessions of a lane started, asked of a daemon, since each session's lines begin there; and
/// what became known of the lane's athlete on a day.
struct PlotRuns {
    struct Start {
        let session: String
        let instant: FleetInstant
    }

    private let flags: ParsedFlags

    /// The patience for all connections together.
    private let wait: AnswerPatience

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        self.flags = flags
        wait = AnswerPatience(try flags.patience, from: MonotonicClock.now)
    }

    /// The sessions of a lane that start within a range, each up to its end or the present, in
    /// their order. Each takes a connection.
    func tracks(
        of lane: String, within range: Range<FleetInstant>
    ) throws(ProgramFailure) -> [FlightTrack] {
        var tracks: [FlightTrack] = []
        for start in try starts(of: lane, from: range.lowerBound, before: range.upperBound) {
            var stream = try PlotStream(flags, start, wait)
            tracks.append(try stream.track())
        }
        return tracks
    }

    /// The stream of a session that has started.
    func stream(of session: String) throws(ProgramFailure) -> PlotStream {
        try PlotStream(flags, start(of: session), wait)
    }

    private func start(of session: String) throws(ProgramFailure) -> Start {
        let link = try DaemonLink(flags)
        let zone = try FleetClock(link.greeting).zone
        let calendar = LogCalendar(greeting: link.greeting) { _ in zone }
        let before = calendar.instant(before: session)
        guard let before, let start = try starts(of: session, from: before, isOne: true).first
        else { throw ProgramFailure(.refused, "\(session) has not started in this fleet") }
        return start
    }

    private func starts(
        of name: String, from first: FleetInstant, before end: FleetInstant? = nil,
        isOne: Bool = false
    ) throws(ProgramFailure) -> [Start] {
        let link = try DaemonLink(flags)
        // No run has begun after the present, and the daemon refuses a subscription there.
        guard let present = link.greeting["t"]?.instant, first < present else { return [] }
        var lines = try PlotLines(link, Self.request(name, "event", from: first), wait)
        var starts: [Start] = []
        while let line = try lines.next() {
            guard let instant = line["t"]?.instant else { continue }
            if let end, instant >= end { break }
            if line["event"]?.text == "start", let session = line["session"]?.text {
                starts.append(Start(session: session, instant: instant))
                if isOne { break }
            }
        }
        return starts
    }

    /// The entries of a lane that become known within a range.
    func entries(
        _ metrics: [DayMetric], of lane: String, within range: Range<FleetInstant>
    ) throws(ProgramFailure) -> [LogEntry] {
        let link = try DaemonLink(flags)
        guard let present = link.greeting["t"]?.instant, range.lowerBound < present else {
            return []
        }
        let request = Self.request(lane, "entry", metrics, from: range.lowerBound)
        var lines = try PlotLines(link, request, wait)
        var entries: [LogEntry] = []
        while let line = try lines.next() {
            if let instant = line["t"]?.instant, instant >= range.upperBound { break }
            if let entry = LogEntry(line: line) { entries.append(entry) }
        }
        return entries
    }

    private static func request(
        _ name: String, _ kind: String, _ metrics: [DayMetric] = [], from first: FleetInstant
    ) -> String {
        var line = LineBuffer()
        line.append(#"{"op":"subscribe","sub":"runs","kinds":["#)
        line.appendJSONString(kind)
        line.append(#"],"select":{"session":"#)
        line.appendJSONString(name)
        line.append("}")
        let names = metrics.map { "\"\($0.name)\"" }.joined(separator: ",")
        if !names.isEmpty { line.append(utf8: #","metrics":[\#(names)]"#) }
        line.appendField("after", (first - FleetDuration(ticks: 1)).text)
        line.append("}")
        return line.text
    }
}
