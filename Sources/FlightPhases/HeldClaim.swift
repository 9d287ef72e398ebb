import Vocabulary

/// What the evidence claims, and since when without a break.
struct HeldClaim<Claim: Hashable & Sendable>: Hashable, Sendable {
    let claim: Claim
    private let sinceTick: SessionTick

    /// Goes on from `earlier` if that claimed the same.
    init(_ claim: Claim, after earlier: HeldClaim?, at instant: FleetDuration) {
        self.claim = claim
        sinceTick =
            if let earlier, earlier.claim == claim { earlier.sinceTick } else {
                SessionTick(instant)
            }
    }

    var since: FleetDuration { sinceTick.instant }
}
