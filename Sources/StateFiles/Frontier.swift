import Vocabulary

/// How far a fleet may have published, written down ahead of it: a value.
///
/// Where a restarted fleet stands follows the wall clock, which can have been set back: then lines
/// after its present have been published already, and a command that took effect among them would
/// make others of them. Therefore a promise that nothing beyond an instant has been published is
/// kept on the disk and renewed in time; after a restart commands take effect beyond it.
package struct Frontier: Sendable {
    /// Nothing beyond it was published before this process; nil if nothing was published at all.
    package let earlier: FleetInstant?
    /// What the last promise names, on the disk or on its way there.
    private(set) var promised: FleetInstant
    private let reach: FleetDuration
    private var isWriting = false

    /// - Parameters:
    ///   - earlier: the promise that was found.
    ///   - now: where the fleet begins.
    ///   - reach: how far ahead of the present a promise goes.
    init(earlier: FleetInstant?, at now: FleetInstant, reach: FleetDuration) {
        self.earlier = earlier
        self.reach = reach
        promised = max(Self.promise(at: now, reach), earlier ?? now)
    }

    /// Nothing is ever published beyond the last of ``FleetInstant/presents``.
    private static func promise(at now: FleetInstant, _ reach: FleetDuration) -> FleetInstant {
        min(now + reach, FleetInstant.presents.upperBound)
    }

    /// The promise to be written when the fleet comes to `now`; nil as long as half of the reach
    /// is left, or a write is under way.
    mutating func renew(at now: FleetInstant) -> FleetInstant? {
        let half = FleetDuration(ticks: reach.ticks / 2)
        let next = Self.promise(at: now, reach)
        guard !isWriting, now + half >= promised, next > promised else { return nil }
        isWriting = true
        promised = next
        return promised
    }

    /// A write has ended, well or not: after a failure the next promise is another try.
    mutating func finish() { isWriting = false }

    /// What a fleet that publishes no more leaves behind.
    func last(at now: FleetInstant) -> FleetInstant { max(now, earlier ?? now) }
}
