import Vocabulary

/// The last so many ticks of session time up to an instant, or the whole session up to it.
///
/// The span (T - length, T] is open at its old end, so that consecutive spans share no instant.
public struct TrailingSpan: Equatable, Sendable {
    public static let session = TrailingSpan(ticks: .max)

    private let ticks: Int32

    private init(ticks: Int32) { self.ticks = ticks }

    /// Traps if `length` is not positive or above 2^31 - 2 ticks, 497 days.
    public init(_ length: FleetDuration) {
        precondition(
            (1..<Int64(Int32.max)).contains(length.ticks), "span of \(length.ticks) ticks")
        self.init(ticks: Int32(length.ticks))
    }

    public init(_ window: Window) {
        switch window {
        case .span(let length): self.init(length)
        case .session: self = .session
        }
    }

    /// Whether an instant never leaves the span once it has been inside.
    public var isSession: Bool { ticks == .max }

    /// The newest tick of session time that is too old for the span that ends at `now`.
    public func edge(at now: Int32) -> Int32 { now - ticks }

    /// Length in ticks of the span that ends at `now`: it never reaches before the start.
    public func length(at now: Int32) -> Int32 { min(ticks, now) }

    /// How many samples the span holds at one sample per period.
    public func samples(periodTicks: Int32) -> Int {
        isSession ? 0 : (Int(ticks) + Int(periodTicks) - 1) / Int(periodTicks)
    }
}
