/// Sums over the differences between a smoothed value and the true one some time before.
struct LagSums: Hashable {
    private(set) var pairs = 0
    private var sum = 0.0
    private var squares = 0.0

    mutating func add(_ difference: Double) {
        pairs += 1
        sum += difference
        squares += difference * difference
    }

    /// 0 without a pair.
    var mean: Double { pairs == 0 ? 0 : sum / Double(pairs) }
    /// The root of the mean square; 0 without a pair.
    var error: Double { pairs == 0 ? 0 : (squares / Double(pairs)).squareRoot() }
}
