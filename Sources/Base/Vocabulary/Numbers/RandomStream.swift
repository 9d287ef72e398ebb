/// A counter-based random number generator: an endless sequence, read at any counter in any order.
///
/// The number at counter *i* is the *i*-th output of SplitMix64 (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014), which needs no state: mix(key + (i + 1) γ).
/// The key is mixed from (seed, lane, lap, purpose). Streams are independent: switching one effect
/// off changes no other effect, and adding a lane changes no other lane.
public struct RandomStream: Hashable, Sendable {
    private let key: UInt64

    /// - Parameters:
    ///   - lap: the session of the lane; nil for what an athlete keeps from lap to lap.
    ///   - purpose: tells the streams of one session apart; never give a number a second purpose.
    public init(seed: UInt64, lane: Int, lap: Int? = nil, purpose: UInt64) {
        // The constants are "lane", "lap" and "purp" in ASCII: they tell the three inputs apart.
        var key = Self.mixed(seed &+ Self.gamma)
        key = Self.mixed(key ^ UInt64(truncatingIfNeeded: lane) &+ 0x6C61_6E65)
        if let lap { key = Self.mixed(key ^ UInt64(bitPattern: Int64(lap)) &+ 0x6C61_7000) }
        self.key = Self.mixed(key ^ purpose &+ 0x7075_7270)
    }

    /// The 64 random bits at `counter`.
    public func bits(_ counter: UInt64) -> UInt64 {
        Self.mixed(key &+ (counter &+ 1) &* Self.gamma)
    }

    /// Uniform in the open interval (0, 1): the upper 52 bits at `counter`, centred in their cells.
    public func uniform(_ counter: UInt64) -> Double {
        (Double(bits(counter) >> 12) + 0.5) * 0x1p-52
    }

    /// Standard normal, the inverse distribution function of `uniform(counter)`.
    public func normal(_ counter: UInt64) -> Double { Elementary.normalQuantile(uniform(counter)) }

    /// SplitMix64's increment, 2^64 over the golden ratio.
    private static let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15

    private static func mixed(_ value: UInt64) -> UInt64 {
        var z = value
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
