/// Hands a value on after a whole number of seconds.
///
/// It keeps one value for each second, the mean of the values in it, so that it is equally small at
/// every sample rate.
package struct DeadTime: Sendable {
    private var seconds = [8 of Double](repeating: 0)
    private var sum = 0.0
    private var samples: Int64 = 0
    private var newest = 0
    private let delay: Int
    private let samplesPerSecond: Int64

    private var capacity: Int { seconds.count }

    /// Traps unless `delay` is 0..<8.
    package init(seconds delay: Int, samplesPerSecond: Int64) {
        precondition((0..<seconds.count).contains(delay), "dead time \(delay) s out of range")
        self.delay = delay
        self.samplesPerSecond = samplesPerSecond
    }

    /// Takes the value of one more sample period and returns the delayed one.
    package mutating func next(_ value: Double) -> Double {
        guard delay > 0 else { return value }
        sum += value
        samples += 1
        if samples == samplesPerSecond {
            newest = (newest + 1) % capacity
            seconds[newest] = sum / Double(samplesPerSecond)
            sum = 0
            samples = 0
        }
        return seconds[(newest + capacity - delay) % capacity]
    }
}
