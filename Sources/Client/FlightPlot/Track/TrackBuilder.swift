import Vocabulary

/// Builds a track from the samples and events of a session, taken in their order.
package struct TrackBuilder {
    private let period: FleetDuration
    private let facts: (_ began: FleetInstant) -> FlightFacts
    private var track: FlightTrack?
    /// The instant at which the run's clock is zero: its beginning, moved later by each pause.
    private var origin = FleetInstant(ticks: 0)
    private var pausedSince: FleetInstant?
    private var phase: Phase?
    private var call: Advisory?

    /// - Parameters:
    ///   - period: the span from one sample to the next; a sample stands for the period before it.
    ///   - facts: makes the facts once, from the beginning of the run.
    package init(period: FleetDuration, facts: @escaping (_ began: FleetInstant) -> FlightFacts) {
        self.period = period
        self.facts = facts
    }

    /// Adds a sample of the run.
    ///
    /// - Parameter phase: the phase after the sample; the phase before holds until then.
    package mutating func take(_ sample: Sample, at instant: FleetInstant, phase: Phase) {
        if track == nil {
            origin = instant - period
            track = FlightTrack(facts(origin))
        }
        track?.take(sample, at: instant - origin, phase: self.phase ?? phase, call: call)
        self.phase = phase
    }

    /// Notes the current call from now on; nil is silence.
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

    /// - Parameter start: when the session began, in case the run has no sample.
    package func finish(start: FleetInstant) -> FlightTrack { track ?? FlightTrack(facts(start)) }
}
