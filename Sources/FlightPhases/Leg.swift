import Vocabulary

/// The stretch of a flight in one band of effort.
struct Leg: Hashable, Sendable {
    let band: EffortBand
    /// The band before it; nil after takeoff.
    let before: EffortBand?
    let since: FleetDuration
}

extension PhaseThresholds {
    /// How long `leg` lasts before `next` can follow.
    func dwell(of leg: Leg, before next: EffortBand) -> FleetDuration {
        next == leg.before ? returnDwell : timing(of: leg.band.phase).dwell
    }
}
