/// The span from heart rate at rest to its maximum.
struct HeartRateReserve: Hashable, Sendable {
    // Single precision holds whole beats exactly, in half the room.
    private let resting: Float
    private let width: Float

    /// Beats per minute; traps unless 0 < resting < maximal.
    init(resting: Double, maximal: Double) {
        precondition(
            resting > 0 && maximal > resting && maximal.isFinite,
            "heart rate at rest \(resting) and at most \(maximal) leave no reserve")
        self.resting = Float(resting)
        width = Float(maximal - resting)
    }

    /// 0 at rest, 1 at the maximum; may lie outside.
    func fraction(of heartRate: Double) -> Double { (heartRate - Double(resting)) / Double(width) }
}
