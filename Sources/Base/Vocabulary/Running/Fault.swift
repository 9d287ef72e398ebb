/// What can go wrong with an athlete's sensors, by chance or by a fault script.
public enum Fault: String, CaseIterable, Sendable {
    /// The heart-rate sensor, strap or optical, is silent.
    case strapDropout = "strap_dropout"
    /// An optical sensor that has not found the pulse yet reads too low.
    case coldStart = "cold_start"
    /// An optical sensor takes the arm's swing for the pulse: heart rate reads cadence.
    case cadenceLock = "cadence_lock"
    /// The motion sensor is silent: no cadence, steps, stride and contact.
    case podDropout = "pod_dropout"
    /// The satellite receiver has no fix: no speed and distance.
    case gpsLost = "gps_lost"
    /// The satellite receiver has a first, poor fix: speed is wrong for some seconds.
    case gpsReacquiring = "gps_reacquiring"
    /// Nothing is measured any more.
    case batteryDead = "battery_dead"
}

/// A set of faults.
public struct FaultSet: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable @inline(__always)
    public init(_ fault: Fault) { self.init(rawValue: 1 << fault.index) }

    @inlinable @inline(__always)
    public func contains(_ fault: Fault) -> Bool { rawValue & (1 << fault.index) != 0 }

    /// In the order of the table of faults.
    public var members: [Fault] { Fault.allCases.filter { contains($0) } }
}

extension Fault {
    @inlinable var index: UInt8 {
        switch self {
        case .strapDropout: 0
        case .coldStart: 1
        case .cadenceLock: 2
        case .podDropout: 3
        case .gpsLost: 4
        case .gpsReacquiring: 5
        case .batteryDead: 6
        }
    }
}
