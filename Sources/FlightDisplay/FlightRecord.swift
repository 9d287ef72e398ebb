import Vocabulary
import WireProtocol

/// What has been measured in a session since its start, as far as pictures of the past need it.
///
/// Each line is taken once and adds to sums; no picture goes through all that has passed.
struct FlightRecord: Equatable, Sendable {
    /// What graphs can show.
    static let graphed: [Metric] = [.heartRate, .speed, .cadence, .stride, .contact]

    let step: FleetDuration
    private var traces: [Trace]
    private(set) var kilometres = Splits(length: Units.metric.metresPerLongUnit)
    private(set) var miles = Splits(length: Units.imperial.metresPerLongUnit)
    /// Heart rate in flight.
    private(set) var beats = MeanTally()
    /// Seconds in flight within each zone, from 0 for below the first to 5.
    private(set) var zoneSeconds = Array(
        repeating: 0.0, count: HeartRateReserve.zoneBounds.count + 1)

    /// - Parameter step: how often a line comes.
    init(start: FleetInstant, step: FleetDuration) {
        self.step = step
        traces = Self.graphed.map { _ in Trace(start: start, step: step) }
    }

    /// The values of a metric that is graphed; nil for others.
    func trace(_ metric: Metric) -> Trace? {
        Self.graphed.firstIndex(of: metric).map { traces[$0] }
    }

    func splits(_ units: Units) -> [Splits.Split] {
        switch units {
        case .metric: kilometres.all
        case .imperial: miles.all
        }
    }

    /// Takes the values of a moment.
    ///
    /// - Parameters:
    ///   - value: of a metric; nil if it was not measured.
    ///   - flown: seconds in flight without pauses; nil on the ground.
    mutating func take(
        at instant: FleetInstant, reserve: HeartRateReserve?, flown: Double?,
        value: (Metric) -> Double?
    ) {
        for (place, metric) in Self.graphed.enumerated() {
            if let value = value(metric) { traces[place].note(value, at: instant) }
        }
        guard let flown else { return }
        let heartRate = value(.heartRate)
        if let heartRate {
            beats.note(heartRate)
            if let reserve { zoneSeconds[reserve.zone(heartRate)] += step.seconds }
        }
        guard let distance = value(.distance) else { return }
        kilometres.note(distance, heartRate: heartRate, flown: flown, at: instant)
        miles.note(distance, heartRate: heartRate, flown: flown, at: instant)
    }
}
