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
        for (index, metric) in Self.graphed.enumerated() {
            if let value = value(metric) { traces[index].note(value, at: instant) }
        }
        guard let flown else { return }
        let heartRate = value(.heartRate)
        if let heartRate {
            beats.note(heartRate)
            if let reserve { zoneSeconds[reserve.zone(of: heartRate)] += step.seconds }
        }
        guard let distance = value(.distance) else { return }
        kilometres.note(distance, heartRate: heartRate, flown: flown, at: instant)
        miles.note(distance, heartRate: heartRate, flown: flown, at: instant)
    }
}

/// A metric over a session, one value a step; a step without a value is a break.
package struct Trace: Equatable, Sendable {
    package let start: FleetInstant
    package let step: FleetDuration
    private var values: [Double?] = []
    /// The number of the first value's step, counted from the start.
    private var first = 0

    /// A day at five seconds a step; up to twice as many are kept.
    package static let limit = 17_280

    package init(start: FleetInstant, step: FleetDuration) {
        precondition(step > .zero, "a trace with a step of \(step)")
        self.start = start
        self.step = step
    }

    private func stepNumber(of instant: FleetInstant) -> Int {
        Int((instant - start).ticks.dividedRoundingDown(by: step.ticks))
    }

    /// Whether no value has been noted.
    package var isEmpty: Bool { values.isEmpty }

    private var end: Int { first + values.count }

    /// Notes a value; one that lies before the oldest kept is passed over.
    package mutating func note(_ value: Double, at instant: FleetInstant) {
        let number = stepNumber(of: instant)
        if values.isEmpty || number - end > Self.limit {
            values.removeAll()
            first = number
        }
        guard number >= first else { return }
        while end <= number { values.append(nil) }
        values[number - first] = value
        guard values.count > 2 * Self.limit else { return }
        let excess = values.count - Self.limit
        values.removeFirst(excess)
        first += excess
    }

    /// The last `span` up to `now`, oldest first, one entry a step.
    ///
    /// The step that is under way at `now` has no value yet, and is no break.
    package func last(_ span: FleetDuration, upTo now: FleetInstant) -> [Double?] {
        let newest = max(end - 1, stepNumber(of: now) - 1)
        let count = Int(span.ticks / step.ticks)
        return (newest - count + 1...newest).map { number in
            values.indices.contains(number - first) ? values[number - first] : nil
        }
    }
}
