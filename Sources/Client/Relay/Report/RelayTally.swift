import Vocabulary

/// What a relay counts while it runs, and what its lag is made of.
package struct RelayTally: Sendable {
    package var linesAcknowledged = 0
    package var batchesAcknowledged = 0
    /// Attempts to deliver that failed.
    package var retries = 0
    package var linksLost = 0
    /// Gaps that were read, each of which ended a connection.
    package var gaps = 0
    /// Acknowledgements of lines that did not wait for one.
    package var strayAcknowledgements = 0
    /// Why the last attempt failed; nil without a failure.
    package var lastFailure: String?
    /// By the wall clock, in microseconds since 1970; nil before the first.
    package var lastAcknowledged: Int64?

    /// Whether there is a connection.
    package var isConnected = false
    /// Whether the subscription has caught up, and is being read.
    package var isLive = false
    package var present: FleetPresent?
    /// Up to where lines were read.
    package private(set) var readTo: FleetInstant?
    /// Up to where they were acknowledged.
    package private(set) var acknowledgedTo: FleetInstant?
    package private(set) var linesRead = 0

    /// Where the rate was measured last.
    private var mark: (lines: Int, instant: FleetInstant)?
    /// Lines in a second of fleet time; nil until a second's lines were read.
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

    /// How much fleet time passed since the last acknowledged line, in seconds; 0 when nothing
    /// waits, nil while it is not known where the relay stands.
    package func lagSeconds(unacknowledged: Int, at now: MonotonicInstant) -> Double? {
        if unacknowledged == 0, isLive { return 0 }
        guard let acknowledgedTo, let present else { return nil }
        return max(0, (present.instant(at: now) - acknowledgedTo).seconds)
    }

    /// How many lines were read and not acknowledged, and about how many more have fallen due and
    /// were not read: as many as the present span has at the rate of the lines that were read last.
    /// Nil while it is not known where the fleet stands, or at which rate its lines come.
    package func lagLines(unacknowledged: Int, at now: MonotonicInstant) -> Int? {
        if isLive { return unacknowledged }
        guard let readTo, let present, let rate else { return nil }
        let span = max(0, (present.instant(at: now) - readTo).seconds)
        return unacknowledged + Int(min(span * rate, 1e15).rounded())
    }
}
