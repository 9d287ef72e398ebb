import Readout
import Vocabulary

/// The measured values of a session since its start, for graphs, splits and zones.
///
/// Each line adds to traces and sums as it arrives, so that a frame never reads the past again.
package struct FlightRecord: Equatable, Sendable {
    /// The metrics that have graphs.
    static let graphed = Metric.vitals.filter(\.isDiscrete)

    package let step: FleetDuration
    private var traces: [Trace]
    private(set) var kilometres = Splits(length: Units.metric.metresPerLongUnit)
    private(set) var miles = Splits(length: Units.imperial.metresPerLongUnit)
    /// Heart rate in flight.
    package private(set) var beats = MeanTally()
    /// Seconds in flight in each zone; index 0 is below the first zone.
    package private(set) var zoneSeconds = Array(
        repeating: 0.0, count: HeartRateReserve.zoneBounds.count + 1)

    /// - Parameter step: the interval of the lines.
    init(start: FleetInstant, step: FleetDuration) {
        self.step = step
        traces = Self.graphed.map { _ in Trace(start: start, step: step) }
    }

    /// The trace of a metric; nil for one without a graph.
    func trace(_ metric: Metric) -> Trace? {
        Self.graphed.firstIndex(of: metric).map { traces[$0] }
    }

    package func splits(_ units: Units) -> [Splits.Split] {
        switch units {
        case .metric: kilometres.all
        case .imperial: miles.all
        }
    }

    /// Adds the values of a line.
    ///
    /// - Parameters:
    ///   - flown: seconds in flight without pauses; nil on the ground.
    ///   - value: the value of a metric; nil if it was not measured.
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

/// A metric over a session: one value for each step of time, nil where it was not measured.
package struct Trace: Equatable, Sendable {
    package let start: FleetInstant
    package let step: FleetDuration
    private var values: [Double?] = []
    /// The number of the first value's step, counted from `start`.
    private var first = 0

    /// A day at one value every 5 s. The trace is cut to this once it has twice as many.
    package static let limit = 17_280

    package init(start: FleetInstant, step: FleetDuration) {
        precondition(step > .zero, "a trace with a step of \(step)")
        self.start = start
        self.step = step
    }

    private func stepNumber(of instant: FleetInstant) -> Int {
        Int((instant - start).ticks.dividedRoundingDown(by: step.ticks))
    }

    /// Whether the trace has no value.
    package var isEmpty: Bool { values.isEmpty }

    private var end: Int { first + values.count }

    /// Sets the value of a step; a step before the oldest that is kept is ignored.
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

    /// The value of the step of an instant; nil if it was not measured, or is not kept.
    package func value(at instant: FleetInstant) -> Double? {
        let number = stepNumber(of: instant) - first
        return values.indices.contains(number) ? values[number] : nil
    }

    /// The values of the last `span` up to `now`, oldest first, one for each step.
    ///
    /// The step in progress at `now` has no value yet; it is left out, so that it does not look
    /// like a gap.
    package func last(_ span: FleetDuration, upTo now: FleetInstant) -> [Double?] {
        let newest = max(end - 1, stepNumber(of: now) - 1)
        let count = Int(span.ticks / step.ticks)
        return (newest - count + 1...newest).map { number in
            values.indices.contains(number - first) ? values[number - first] : nil
        }
    }
}
