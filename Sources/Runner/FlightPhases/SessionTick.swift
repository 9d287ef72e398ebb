import Vocabulary

/// An instant of session time in four bytes: every session keeps several.
///
/// Making one of an instant after 497 days traps.
struct SessionTick: Hashable, Sendable {
    private let ticks: Int32

    init(_ instant: FleetDuration) { ticks = Int32(instant.ticks) }

    var instant: FleetDuration { FleetDuration(ticks: Int64(ticks)) }
}

/// What the evidence asks for, and since when it has done so without a break.
struct HeldClaim<Claim: Hashable & Sendable>: Hashable, Sendable {
    let claim: Claim
    private let sinceTick: SessionTick

    /// Continues `earlier` if that claimed the same; otherwise begins at `instant`.
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
    /// Seconds from `earlier` to this instant. Traps if `earlier` is later.
    func secondsSince(_ earlier: FleetDuration) -> Double {
        precondition(self >= earlier, "observation at \(self) comes after one at \(earlier)")
        return (self - earlier).seconds
    }
}
