/// Hands a value on after a whole number of seconds.
///
/// It keeps one value for each second, the mean of the values in it, so that it is equally small at
/// every sample rate. Above one sample a second the delay is up to a second longer: a mean is
/// handed on only when its second is over.
public struct DeadTime: Sendable {
    private var seconds = [6 of Double](repeating: 0)
    private var sum = 0.0
    private var samples: UInt16 = 0
    let samplesPerSecond: UInt16
    private var newest: UInt8 = 0
    private let delay: UInt8

    /// The longest delay, seconds.
    public static let longest = 5

    /// Traps unless `delay` is 0...5.
    public init(seconds delay: Int, samplesPerSecond: Int64) {
        precondition((0...Self.longest).contains(delay), "dead time \(delay) s out of range")
        self.delay = UInt8(delay)
        self.samplesPerSecond = UInt16(samplesPerSecond)
    }

    /// Takes the value of one more sample period and returns the delayed one.
    public mutating func next(_ value: Double) -> Double {
        guard delay > 0 else { return value }
        let capacity = UInt8(Self.longest + 1)
        sum += value
        samples += 1
        if samples == samplesPerSecond {
            newest = (newest + 1) % capacity
            seconds[Int(newest)] = sum / Double(samplesPerSecond)
            sum = 0
            samples = 0
        }
        return seconds[Int((newest + capacity - delay) % capacity)]
    }
}
