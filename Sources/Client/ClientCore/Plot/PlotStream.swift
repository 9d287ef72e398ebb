import CommandLine
import FlightDisplay
import FlightPlot
import LinuxIO
import StreamClient
import Vocabulary
import WireProtocol

/// A session of a running daemon, from its start to its end or the present.
struct PlotStream: ~Copyable {
    private var lines: PlotLines
    private let clock: FleetClock
    private let name: String

    /// The session that a lane flies now.
    init(_ flags: ParsedFlags, lane: String) throws(ProgramFailure) {
        let wait = AnswerPatience(try flags.patience, from: MonotonicClock.now)
        try self.init(flags, name: lane, after: "start", wait)
    }

    /// A session from its start, where the daemon already has a snapshot of it.
    init(
        _ flags: ParsedFlags, _ start: PlotRuns.Start, _ wait: AnswerPatience
    ) throws(ProgramFailure) {
        try self.init(flags, name: start.session, after: start.instant.text, wait)
    }

    private init(
        _ flags: ParsedFlags, name: String, after: String, _ wait: AnswerPatience
    ) throws(ProgramFailure) {
        let link = try DaemonLink(flags)
        let clock = try FleetClock(link.greeting)
        let request = StreamedFlight.request(
            name, after: after, GreetedRights(link.greeting))
        let lines = try PlotLines(link, request, wait)
        self.init(lines, clock, name)
    }

    private init(_ lines: consuming PlotLines, _ clock: FleetClock, _ name: String) {
        self.lines = lines
        self.clock = clock
        self.name = name
    }

    /// - Throws: if the daemon refuses, lines or the link were lost, or the lane rests.
    mutating func track() throws(ProgramFailure) -> FlightTrack {
        var flight: StreamedFlight?
        while let line = try lines.next() {
            if line.type == .end { break }
            if line.type == .snapshot, flight == nil {
                flight = try StreamedFlight(line, lines.greeting, clock)
            } else {
                flight?.take(line)
            }
        }
        guard let flight else {
            throw ProgramFailure(
                .refused, "\(name) is not aloft; name a session, such as \(name).0")
        }
        return flight.track
    }
}

/// A flight put together from a daemon's lines.
struct StreamedFlight {
    private let card: SessionCard
    private let isRecorded: Bool
    private var builder: TrackBuilder

    init(
        _ snapshot: JSONValue, _ greeting: JSONValue, _ clock: FleetClock
    ) throws(ProgramFailure) {
        guard let card = SessionCard(snapshot: snapshot),
            let hertz = greeting["rate_hz"]?.integer, let rate = SampleRate(hertz: Int64(hertz))
        else { throw ProgramFailure(.protocolViolation, "the daemon's snapshot has no session") }
        let isRecorded = snapshot["source"]?.text == "recording"
        let seed = greeting["seed"]?.integer.map { "\($0)" }
        self.card = card
        self.isRecorded = isRecorded
        builder = TrackBuilder(period: rate.period) { began in
            FlightFacts(
                name: card.session, plan: card.plan, runner: card.runner,
                began: clock.words(isRecorded ? nil : began, seed: seed, card.reserve),
                reserve: card.reserve, mission: card.mission)
        }
    }

    /// The request for all lines that a track is made of. A right to places is not needed: without
    /// it the track has none.
    static func request(
        _ name: String, after: String, _ rights: GreetedRights = GreetedRights(nil)
    ) -> String {
        var line = LineBuffer()
        line.append(#"{"op":"subscribe","sub":"plot","kinds":["sample","advisory","event"]"#)
        line.append(#","metrics":["#)
        for (index, metric) in (Metric.vitals + rights.places).enumerated() {
            if index > 0 { line.append(",") }
            line.appendJSONString(metric.name)
        }
        line.append(#"],"select":{"session":"#)
        line.appendJSONString(name)
        line.append("}")
        line.appendField("after", after)
        line.append("}")
        return line.text
    }

    var track: FlightTrack { builder.finish(start: card.start) }

    /// Takes a line of this session; lines of other sessions are passed over.
    mutating func take(_ line: JSONValue) {
        guard line["session"]?.text == card.session, let instant = line["t"]?.instant else {
            return
        }
        switch line.type {
        case .sample: take(sample: line, at: instant)
        case .advisory: builder.change(to: line["to"]?.text.flatMap(Advisory.init(rawValue:)))
        case .event where line["event"]?.text == "pause": builder.pause(at: instant)
        case .event where line["event"]?.text == "resume": builder.resume(at: instant)
        case _: break
        }
    }

    private mutating func take(sample line: JSONValue, at instant: FleetInstant) {
        guard let phase = line["phase"]?.text.flatMap(Phase.init(rawValue:)) else { return }
        // A recording has no standing before and after its run.
        guard isRecorded || (phase != .preflight && phase != .touchdown) else { return }
        var sample = Sample()
        for metric in Metric.allCases {
            guard let value = line[metric.name]?.double,
                abs(value) <= Double(metric.row.limits.upperBound)
            else { continue }
            sample[metric] = metric.quantized(value)
        }
        builder.take(sample, at: instant, phase: phase)
    }
}
