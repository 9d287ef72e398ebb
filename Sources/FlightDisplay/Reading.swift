import Vocabulary

/// One value of a metric and when it was measured.
struct Reading: Equatable, Sendable {
    let value: Double
    let at: FleetInstant
}

/// How a metric stands on the display.
enum ReadingState: Equatable, Sendable {
    case fresh(Double)
    /// Not renewed for more than three strides: shown dim, with a mark.
    case stale(Double)
    /// The session has been heard of, and the sensor has not.
    case absent
    /// Nothing has been heard yet.
    case unknown

    var value: Double? {
        switch self {
        case .fresh(let value), .stale(let value): value
        case .absent, .unknown: nil
        }
    }

    var isStale: Bool {
        switch self {
        case .stale: true
        case .fresh, .absent, .unknown: false
        }
    }
}
