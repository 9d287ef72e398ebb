/// When the tester began the turn in which it reads: what it reads later than that may be late by
/// its own fault.
///
/// Instants are microseconds of the monotonic clock.
struct LoadTurn: Hashable {
    /// No event of this turn was there before.
    private(set) var woken: Int64 = 0
    private var began: Int64 = 0
    private var wasFull = false

    /// Takes that a wait has ended.
    ///
    /// - Parameters:
    ///   - slept: whether there was nothing to be reported when it began. Else what it brought may
    ///     have been there since the turn before began, and since even before that if that one
    ///     did not bring all that there was.
    ///   - isFull: whether there may be more to be reported.
    mutating func begin(at now: Int64, slept: Bool, isFull: Bool) {
        woken = slept ? now : wasFull ? woken : began
        began = now
        wasFull = isFull
    }
}
