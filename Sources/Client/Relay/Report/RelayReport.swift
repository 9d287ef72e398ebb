import Vocabulary
import WireProtocol

/// The state of a relay at a moment: the content of its status file, for others to read.
package struct RelayReport: Equatable, Sendable {
    package enum State: String, Sendable {
        /// It waits for the daemon, or for the command of an earlier relay to end.
        case waiting
        /// It reads lines that were due in the past.
        case catchingUp = "catching_up"
        case live
        /// It has stopped reading: the lines without an acknowledgement have reached their limit.
        case held
        /// It has stopped reading for good, and ends once everything is acknowledged.
        case ending, ended
    }

    package let name: String
    package let process: Int
    package let state: State
    /// When the report was written, by the wall clock, in microseconds since 1970.
    package let writtenAt: Int64
    package let startedAt: Int64
    package let linesAcknowledged: Int
    package let batchesAcknowledged: Int
    package let linesUnacknowledged: Int
    package let retries: Int
    package let linksLost: Int
    package let gaps: Int
    package let strayAcknowledgements: Int
    package let lagLines: Int?
    package let lagSeconds: Double?
    package let lastAcknowledgedAt: Int64?
    package let lastFailure: String?

    /// - Parameters:
    ///   - wall: the present, in microseconds since 1970.
    ///   - startedAt: when the relay began, in microseconds since 1970.
    package init(
        name: String, process: Int, state: State, _ tally: RelayTally, unacknowledged: Int,
        startedAt: Int64, wall: Int64, at now: MonotonicInstant
    ) {
        self.name = name
        self.process = process
        self.state = state
        writtenAt = wall
        self.startedAt = startedAt
        linesAcknowledged = tally.linesAcknowledged
        batchesAcknowledged = tally.batchesAcknowledged
        linesUnacknowledged = unacknowledged
        retries = tally.retries
        linksLost = tally.linksLost
        gaps = tally.gaps
        strayAcknowledgements = tally.strayAcknowledgements
        lagLines = tally.lagLines(unacknowledged: unacknowledged, at: now)
        lagSeconds = tally.lagSeconds(unacknowledged: unacknowledged, at: now)
        lastAcknowledgedAt = tally.lastAcknowledged
        lastFailure = tally.lastFailure
    }
}

/// The form in the status file: one line of JSON.
extension RelayReport {
    private var numbers: [(name: String, value: Int)] {
        [
            ("process", process), ("lines_acknowledged", linesAcknowledged),
            ("batches_acknowledged", batchesAcknowledged),
            ("lines_unacknowledged", linesUnacknowledged), ("retries", retries),
            ("links_lost", linksLost), ("gaps", gaps),
            ("stray_acknowledgements", strayAcknowledgements),
        ]
    }

    package var json: String {
        var line = LineBuffer()
        line.append(#"{"relay":"#)
        line.appendJSONString(name)
        line.append(#","state":""#)
        line.append(utf8: state.rawValue)
        line.append("\"")
        for (name, value) in numbers { line.append(utf8: ",\"\(name)\":\(value)") }
        if let lagLines { line.append(utf8: ",\"lag_lines\":\(lagLines)") }
        if let lagSeconds { line.append(utf8: ",\"lag_s\":\(Self.rounded(lagSeconds))") }
        line.append(utf8: ",\"written_us\":\(writtenAt),\"started_us\":\(startedAt)")
        if let at = lastAcknowledgedAt { line.append(utf8: ",\"acknowledged_us\":\(at)") }
        if let lastFailure {
            line.append(#","failure":"#)
            line.appendJSONString(lastFailure)
        }
        line.append("}")
        return line.text
    }

    /// Parses the form; nil for any other text.
    package init?(json: JSONValue) {
        func number(_ name: String) -> Int? { json[name]?.integer }
        guard let name = json["relay"]?.text,
            let state = json["state"]?.text.flatMap(State.init(rawValue:)),
            let process = number("process"), let lines = number("lines_acknowledged"),
            let batches = number("batches_acknowledged"),
            let unacknowledged = number("lines_unacknowledged"), let retries = number("retries"),
            let links = number("links_lost"), let gaps = number("gaps"),
            let stray = number("stray_acknowledgements"),
            let written = number("written_us"), let started = number("started_us")
        else { return nil }
        (self.name, self.state, self.process) = (name, state, process)
        (linesAcknowledged, batchesAcknowledged) = (lines, batches)
        (linesUnacknowledged, self.retries, linksLost) = (unacknowledged, retries, links)
        (self.gaps, strayAcknowledgements) = (gaps, stray)
        (writtenAt, startedAt) = (Int64(written), Int64(started))
        lagLines = number("lag_lines")
        lagSeconds = json["lag_s"]?.double
        lastAcknowledgedAt = number("acknowledged_us").map(Int64.init)
        lastFailure = json["failure"]?.text
    }

    /// The seconds, rounded to the millisecond.
    static func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}
