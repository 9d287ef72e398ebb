/// A limit on how often something may be done: a burst at once, and a number of times a second in
/// the long run. A value; time is an argument.
///
/// ``take(_:at:)`` refuses a count that is not there; ``spend(_:at:)`` is for work whose amount is
/// known only when it has been done, and ``owes(at:)`` says when to do more.
///
/// The balance is kept in millionths, so that a clock in microseconds loses nothing.
public struct TokenBucket: Hashable, Sendable {
    private var millionths: Int64
    private var perSecond: Int64
    private var mostMillionths: Int64
    private var last: MonotonicInstant

    /// A full bucket.
    ///
    /// - Parameters:
    ///   - perSecond: at least 1.
    ///   - burst: how much may be taken at once, at least 1; both at most 2^32.
    public init(perSecond: Int, burst: Int, at now: MonotonicInstant) {
        (self.perSecond, mostMillionths) = Self.terms(perSecond, burst)
        (millionths, last) = (mostMillionths, now)
    }

    private static func terms(_ perSecond: Int, _ burst: Int) -> (Int64, Int64) {
        let allowed = 1...1 << 32
        precondition(allowed.contains(perSecond) && allowed.contains(burst))
        return (Int64(perSecond), Int64(burst) * one)
    }

    /// Sets another rate and burst from now on. The balance stays, as far as the burst allows, and
    /// so does a debt.
    ///
    /// - Parameters:
    ///   - perSecond: at least 1.
    ///   - burst: at least 1; both at most 2^32.
    public mutating func change(perSecond: Int, burst: Int, at now: MonotonicInstant) {
        fill(at: now)
        (self.perSecond, mostMillionths) = Self.terms(perSecond, burst)
        millionths = min(millionths, mostMillionths)
    }

    private static var one: Int64 { 1_000_000 }

    /// Takes `count`, or nothing if there is less.
    ///
    /// - Parameter now: an instant before the last one counts as the last one.
    public mutating func take(_ count: Int = 1, at now: MonotonicInstant) -> Bool {
        fill(at: now)
        let wanted = Int64(count).multipliedReportingOverflow(by: Self.one)
        guard !wanted.overflow, wanted.partialValue <= millionths else { return false }
        millionths -= wanted.partialValue
        return true
    }

    /// Takes `count`, whether there is enough or not: the rest is owed.
    ///
    /// - Parameters:
    ///   - count: from 0; more than 2^32 counts as 2^32.
    ///   - now: an instant before the last one counts as the last one.
    public mutating func spend(_ count: Int, at now: MonotonicInstant) {
        fill(at: now)
        let left = millionths - Int64(min(max(0, count), 1 << 32)) * Self.one
        millionths = max(left, Self.deepest)
    }

    /// Whether more has been spent than there was.
    ///
    /// - Parameter now: an instant before the last one counts as the last one.
    public mutating func owes(at now: MonotonicInstant) -> Bool {
        fill(at: now)
        return millionths < 0
    }

    /// The deepest debt, in millionths, from which nothing overflows.
    private static var deepest: Int64 { -1 << 62 }

    private mutating func fill(at now: MonotonicInstant) {
        guard now > last else { return }
        let elapsed = now.microseconds(since: last)
        last = now
        let (more, overflow) = elapsed.multipliedReportingOverflow(by: perSecond)
        let sum = millionths.addingReportingOverflow(more)
        millionths =
            overflow || sum.overflow ? mostMillionths : min(sum.partialValue, mostMillionths)
    }
}
