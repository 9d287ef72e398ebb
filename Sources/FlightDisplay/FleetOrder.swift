import Vocabulary

/// What the rows of the fleet are sorted by.
package enum FleetOrder: CaseIterable, Sendable {
    case lane, plan, phase, time, heartRate, pace, distance, cadence, stride, contact, energy

    /// The name on the wire.
    var field: String { metric?.name ?? word }

    /// As a person calls it.
    var name: String {
        switch self {
        case .lane: "session"
        case .time: "time"
        case .heartRate: "heart rate"
        case .plan, .phase, .pace, .distance, .cadence, .stride, .contact, .energy: "\(self)"
        }
    }

    private var word: String {
        switch self {
        case .lane: "lane"
        case .time: "start"
        case .plan, .phase, .heartRate, .pace, .distance, .cadence, .stride, .contact, .energy:
            "\(self)"
        }
    }

    var metric: Metric? {
        switch self {
        case .lane, .plan, .phase, .time: nil
        case .heartRate: .heartRate
        case .pace: .speed
        case .distance: .distance
        case .cadence: .cadence
        case .stride: .stride
        case .contact: .contact
        case .energy: .energy
        }
    }

    /// Whether the daemon sorts from the greatest on unless the user has reversed it: of metrics
    /// the fastest and the highest are the most telling.
    var isDescending: Bool { metric != nil }

    /// Whether what the column shows falls where what the daemon sorts by rises: pace is time for a
    /// distance, and who has started first is under way longest.
    var isShownUpsideDown: Bool { self == .pace || self == .time }
}
