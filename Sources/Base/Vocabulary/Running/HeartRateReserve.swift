/// The span from heart rate at rest to its maximum, and the five zones of training in it.
///
/// A fraction of the reserve is 0 at rest and 1 at the maximum (Karvonen et al., Annales Medicinae
/// Experimentalis et Biologiae Fenniae, 1957).
public struct HeartRateReserve: Hashable, Sendable {
    // Every session keeps a reserve: single precision takes half the room, and whole beats are
    // exact in it.
    @usableFromInline let resting: Float
    @usableFromInline let width: Float

    /// The lower bounds of zones 1 to 5, as fractions of the reserve.
    public static let zoneBounds = [0.5, 0.6, 0.7, 0.8, 0.9]

    /// Beats per minute. Traps unless 0 < `resting` < `maximal`.
    public init(resting: Double, maximal: Double) {
        precondition(
            resting > 0 && maximal > resting && maximal.isFinite,
            "heart rate at rest \(resting) and at most \(maximal) leave no reserve")
        self.resting = Float(resting)
        width = Float(maximal - resting)
    }

    /// The fraction of the reserve at a heart rate in beats per minute; may lie outside 0...1.
    @inlinable
    public func fraction(of heartRate: Double) -> Double {
        (heartRate - Double(resting)) / Double(width)
    }

    /// The heart rate, in beats per minute, at a fraction of the reserve.
    public func heartRate(at fraction: Double) -> Double {
        Double(resting) + fraction * Double(width)
    }

    /// The zone of a heart rate in beats per minute: 1 to 5, or 0 below the first.
    public func zone(of heartRate: Double) -> Int {
        let fraction = fraction(of: heartRate)
        return Self.zoneBounds.prefix { $0 <= fraction }.count
    }
}
