import Vocabulary

/// An instant of session time in four bytes, which every session keeps many of.
///
/// Traps when made of an instant after 497 days.
struct SessionTick: Hashable, Sendable {
    private let ticks: Int32

    init(_ instant: FleetDuration) { ticks = Int32(instant.ticks) }

    var instant: FleetDuration { FleetDuration(ticks: Int64(ticks)) }
}

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

extension FleetDuration {
    /// Seconds from `earlier` to this instant. Traps if time runs backwards.
    func secondsSince(_ earlier: FleetDuration) -> Double {
        precondition(self >= earlier, "observation at \(self) comes after one at \(earlier)")
        return (self - earlier).seconds
    }
}
