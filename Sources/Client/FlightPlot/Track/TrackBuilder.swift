import Vocabulary

/// Puts a track together from what a session says, in the order in which it says it.
package struct TrackBuilder {
    private let period: FleetDuration
    private let facts: (_ began: FleetInstant) -> FlightFacts
    private var track: FlightTrack?
    /// Where the clock of the run is zero: the beginning, later by each pause.
    private var origin = FleetInstant(ticks: 0)
    private var pausedSince: FleetInstant?
    private var phase: Phase?
    private var call: Advisory?

    /// - Parameters:
    ///   - period: from one sample to the next; a sample stands for the period before it.
    ///   - facts: is asked once, with the beginning of the run.
    package init(period: FleetDuration, facts: @escaping (_ began: FleetInstant) -> FlightFacts) {
        self.period = period
        self.facts = facts
    }

    /// Adds a sample of the run.
    ///
    /// - Parameter phase: after the sample; up to it the one before holds.
    package mutating func take(_ sample: Sample, at instant: FleetInstant, phase: Phase) {
        if track == nil {
            origin = instant - period
            track = FlightTrack(facts(origin))
        }
        track?.take(sample, at: instant - origin, phase: self.phase ?? phase, call: call)
        self.phase = phase
    }

    /// Notes the call that stands from now on; nil is silence.
    package mutating func change(to call: Advisory?) { self.call = call }

    package mutating func pause(at instant: FleetInstant) {
        if track != nil { pausedSince = instant }
    }

    package mutating func resume(at instant: FleetInstant) {
        guard let since = pausedSince else { return }
        track?.pause(for: instant - since)
        origin = origin + (instant - since)
        pausedSince = nil
    }

    /// - Parameter start: when the session began, should there be no sample of the run.
    package func finish(start: FleetInstant) -> FlightTrack { track ?? FlightTrack(facts(start)) }
}
