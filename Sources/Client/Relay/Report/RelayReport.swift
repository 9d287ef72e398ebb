import Vocabulary
import WireProtocol

/// How a relay is, at a moment: what it keeps in its status file for others to read.
package struct RelayReport: Equatable, Sendable {
    package enum State: String, Sendable {
        /// It waits for the daemon, or for the command of an earlier relay.
        case waiting
        /// It reads what was due in the past.
        case catchingUp = "catching_up"
        case live
        /// It does not read, because as much as it may hold waits for acknowledgements.
        case held
        /// It reads no more, and ends once everything is acknowledged.
        case ending, ended
    }

    package let name: String
    package let process: Int
    package let state: State
    /// By the wall clock, in microseconds since 1970.
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
    ///   - wall: microseconds since 1970.
    ///   - startedAt: the same, when the relay began.
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

    /// Reads the form again; nil for anything else.
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

    /// To the millisecond.
    static func rounded(_ seconds: Double) -> Double { (seconds * 1000).rounded() / 1000 }
}
