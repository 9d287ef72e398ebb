import Vocabulary

/// What the evidence claims, and since when without a break.
struct HeldClaim<Claim: Hashable & Sendable>: Hashable, Sendable {
    let claim: Claim
    let since: FleetDuration

    /// Goes on from `earlier` if that claimed the same.
    init(_ claim: Claim, after earlier: HeldClaim?, at instant: FleetDuration) {
        self.claim = claim
        since = if let earlier, earlier.claim == claim { earlier.since } else { instant }
    }
}
