/// The measured values of one session at one instant, as fixed decimal integers.
///
/// A value is in units of its metric's last decimal: heart rate 152 is 152 bpm, speed 3012 is
/// 3.012 m/s. Cumulative metrics are totals since the session's start. A metric whose sensor is
/// silent is absent, never zero and never the last value. Setting a value of more than 32 bits
/// traps; all values up to the upper limits of ``Metric`` have fewer.
public struct Sample: Equatable, Sendable {
    @usableFromInline var presence: MetricSet = []
    @usableFromInline var values = PerMetric<Int32>(repeating: 0)

    public init() {}

    /// Which metrics were measured.
    @inlinable public var present: MetricSet { presence }

    public subscript(metric: Metric) -> Int64? {
        @inlinable @inline(__always) get {
            presence.contains(metric) ? Int64(values[metric.index]) : nil
        }
        @inlinable @inline(__always) set {
            if let newValue {
                presence.insert(MetricSet(metric))
                values[metric.index] = Int32(newValue)
            } else {
                presence.remove(MetricSet(metric))
                values[metric.index] = 0
            }
        }
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.presence == right.presence
            && Metric.allCases.allSatisfy { left.values[$0.index] == right.values[$0.index] }
    }
}

/// A sample without its place, in less room: every session keeps its last one.
public struct Vitals: Sendable {
    @usableFromInline var presence: MetricSet = []
    /// By index of the metric, up to the last one that is no place; a test holds the length to it.
    @usableFromInline var values = InlineArray<9, Int32>(repeating: 0)
    @usableFromInline static let metrics = MetricSet(Metric.vitals)

    public init() {}

    @inlinable @inline(__always) public init(_ sample: Sample) {
        presence = sample.presence.intersection(Self.metrics)
        for index in 0..<9 { values[index] = sample.values[index] }
    }

    /// The sample, in which the places are absent.
    @inlinable public var sample: Sample {
        var sample = Sample()
        sample.presence = presence
        for index in 0..<9 where presence.rawValue >> UInt32(index) & 1 == 1 {
            sample.values[index] = values[index]
        }
        return sample
    }
}

extension Metric {
    /// The fixed decimal integer nearest to `value` in the metric's unit, ties to even.
    ///
    /// Exact below 2^51 units, far above every metric. Traps from 2^63 units on, and for NaN.
    @inlinable @inline(__always)
    public func quantized(_ value: Double) -> Int64 {
        let scaled = value * scale
        // A sum of this size has no bits for a fraction, so the addition rounds. The library's
        // rounding is a function call.
        let wholeNumbersOnly = 0x1.8p52
        return Int64(scaled + wholeNumbersOnly - wholeNumbersOnly)
    }

    /// The value in the metric's unit of a fixed decimal integer.
    public func value(_ units: Int64) -> Double {
        Double(units) / scale
    }
}

/// What only a simulator knows of a sample.
public struct Truth: Equatable, Sendable {
    /// Beats per minute that the effort alone leads to, with delay and drift, but without the
    /// heart's wander and the device's errors.
    public var drivenHeartRate: Double
    /// The share of the oxygen uptake reserve that moving takes at this instant.
    public var intensity: Double
    public var part: PlanPart
    /// What is wrong with the device.
    public var faults: FaultSet

    public init(drivenHeartRate: Double, intensity: Double, part: PlanPart, faults: FaultSet) {
        self.drivenHeartRate = drivenHeartRate
        self.intensity = intensity
        self.part = part
        self.faults = faults
    }
}

/// Where an athlete truly is, as fixed decimal integers of the metrics of those names.
public struct Site: Equatable, Sendable {
    public var latitude: Int64
    public var longitude: Int64
    public var altitude: Int64

    public init(latitude: Int64, longitude: Int64, altitude: Int64) {
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
    }
}

/// How often a session is sampled: a divisor of 50 Hz, so that its period is whole ticks.
public struct SampleRate: Hashable, Sendable {
    public static let allowed: [Int64] = [1, 2, 5, 10, 25, 50]
    public static let oneHertz = SampleRate(hertz: 1)!

    public let hertz: Int64

    public init?(hertz: Int64) {
        guard Self.allowed.contains(hertz) else { return nil }
        self.hertz = hertz
    }

    /// The time from one sample to the next.
    public var period: FleetDuration {
        FleetDuration(ticks: FleetDuration.ticksPerSecond / hertz)
    }
}
