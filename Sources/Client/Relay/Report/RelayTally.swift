import Vocabulary

/// The counters of a running relay, and the data for its lag.
package struct RelayTally: Sendable {
    package var linesAcknowledged = 0
    package var batchesAcknowledged = 0
    /// Attempts to deliver that have failed.
    package var retries = 0
    package var linksLost = 0
    /// Gaps that were read; each of them ended a connection.
    package var gaps = 0
    /// Acknowledgements for which no line waited.
    package var strayAcknowledgements = 0
    /// Why the last failed attempt failed; nil without a failure.
    package var lastFailure: String?
    /// When a line was last acknowledged, in wall-clock microseconds since 1970; nil for never.
    package var lastAcknowledged: Int64?

    /// Whether there is a connection.
    package var isConnected = false
    /// Whether the subscription has caught up, and is being read.
    package var isLive = false
    package var present: FleetPresent?
    /// The instant up to which lines were read.
    package private(set) var readTo: FleetInstant?
    /// The instant up to which lines were acknowledged.
    package private(set) var acknowledgedTo: FleetInstant?
    package private(set) var linesRead = 0

    /// Where the rate was last measured.
    private var mark: (lines: Int, instant: FleetInstant)?
    /// Lines in a second of fleet time; nil until the lines of one second were read.
    private var rate: Double?

    package init() {}

    /// Notes where the relay begins.
    package mutating func begin(at instant: FleetInstant) {
        if readTo == nil { readTo = instant }
        if acknowledgedTo == nil { acknowledgedTo = instant }
    }

    package mutating func read(_ lines: Int, to instant: FleetInstant) {
        linesRead += lines
        readTo = instant
        guard let mark else { return self.mark = (linesRead, instant) }
        let span = (instant - mark.instant).seconds
        guard span >= 1 else { return }
        rate = Double(linesRead - mark.lines) / span
        self.mark = (linesRead, instant)
    }

    package mutating func acknowledge(_ lines: Int, to instant: FleetInstant?, wall: Int64) {
        linesAcknowledged += lines
        if lines > 0 { lastAcknowledged = wall }
        if let instant { acknowledgedTo = instant }
    }

    /// The fleet time since the last acknowledged line, in seconds; 0 when no line waits, nil while
    /// the fleet's or the relay's position is not known.
    package func lagSeconds(unacknowledged: Int, at now: MonotonicInstant) -> Double? {
        if unacknowledged == 0, isLive { return 0 }
        guard let acknowledgedTo, let present else { return nil }
        return max(0, (present.instant(at: now) - acknowledgedTo).seconds)
    }

    /// The lines that are read and not acknowledged, plus an estimate of the due lines that are not
    /// read: the fleet time since the last line read, at the last measured rate. Nil while the
    /// fleet's present or the rate is not known.
    package func lagLines(unacknowledged: Int, at now: MonotonicInstant) -> Int? {
        if isLive { return unacknowledged }
        guard let readTo, let present, let rate else { return nil }
        let span = max(0, (present.instant(at: now) - readTo).seconds)
        return unacknowledged + Int(min(span * rate, 1e15).rounded())
    }
}
