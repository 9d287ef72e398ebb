/// How often something may be done: so many times at once, and so many times a second for ever. A
/// value; time is an argument.
///
/// What may be done is kept in millionths, so that a clock in microseconds loses nothing.
public struct TokenBucket: Hashable, Sendable {
    private var millionths: Int64
    private let perSecond: Int64
    private let mostMillionths: Int64
    private var last: MonotonicInstant

    /// A full one.
    ///
    /// - Parameters:
    ///   - perSecond: at least 1.
    ///   - burst: how much may be taken at once, at least 1; both at most 2^32.
    public init(perSecond: Int, burst: Int, at now: MonotonicInstant) {
        let allowed = 1...1 << 32
        precondition(allowed.contains(perSecond) && allowed.contains(burst))
        self.perSecond = Int64(perSecond)
        mostMillionths = Int64(burst) * Self.one
        (millionths, last) = (mostMillionths, now)
    }

    private static var one: Int64 { 1_000_000 }

    /// Takes so much, or nothing if there is less.
    ///
    /// - Parameter now: an instant before the last one counts as that.
    public mutating func take(_ count: Int = 1, at now: MonotonicInstant) -> Bool {
        fill(at: now)
        let wanted = Int64(count).multipliedReportingOverflow(by: Self.one)
        guard !wanted.overflow, wanted.partialValue <= millionths else { return false }
        millionths -= wanted.partialValue
        return true
    }

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
