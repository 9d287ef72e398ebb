import Vocabulary

/// The stretch of a flight in one band of effort.
struct Leg: Hashable, Sendable {
    let band: EffortBand
    /// The band before it; nil after takeoff.
    let before: EffortBand?
    private let sinceTick: SessionTick

    init(band: EffortBand, before: EffortBand?, since: FleetDuration) {
        self.band = band
        self.before = before
        sinceTick = SessionTick(since)
    }

    var since: FleetDuration { sinceTick.instant }
}

extension PhaseThresholds {
    /// How long `leg` lasts before `next` can follow.
    func dwell(of leg: Leg, before next: EffortBand) -> FleetDuration {
        next == leg.before ? returnDwell : timing(of: leg.band.phase).dwell
    }
}
