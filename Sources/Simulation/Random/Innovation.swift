import Vocabulary

extension RandomStream {
    /// A random step of mean 0 and standard deviation 1 for what is drawn at every sample.
    ///
    /// The sum of the four 16-bit quarters of the bits at `place`: close to normal, never beyond
    /// 3.5, and ten times as fast as the exact quantile. Noise that remembers its last steps is
    /// the sum of many of them and closer still.
    @inline(__always)
    public func innovation(_ place: UInt64) -> Double {
        let bits = bits(place)
        let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + bits >> 48
        return (Double(sum) - Self.meanOfSum) * Self.inverseDeviationOfSum
    }

    private static let meanOfSum = 4 * 32_767.5
    /// The variance of four independent numbers uniform in 0...65,535 is (2^32 - 1) / 3.
    private static let inverseDeviationOfSum = 1 / (4_294_967_295.0 / 3).squareRoot()
}
