import Vocabulary

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

    private func place(of instant: FleetInstant) -> Int {
        Int((instant - start).ticks.dividedRoundingDown(by: step.ticks))
    }

    /// Whether no value has been noted.
    package var isEmpty: Bool { values.isEmpty }

    private var end: Int { first + values.count }

    /// Notes a value; one that lies before the oldest kept is passed over.
    package mutating func note(_ value: Double, at instant: FleetInstant) {
        let place = place(of: instant)
        if values.isEmpty || place - end > Self.limit {
            values.removeAll()
            first = place
        }
        guard place >= first else { return }
        while end <= place { values.append(nil) }
        values[place - first] = value
        guard values.count > 2 * Self.limit else { return }
        let excess = values.count - Self.limit
        values.removeFirst(excess)
        first += excess
    }

    /// The last `span` up to `now`, oldest first, one entry a step.
    ///
    /// The step that is under way at `now` has no value yet, and is no break.
    package func last(_ span: FleetDuration, upTo now: FleetInstant) -> [Double?] {
        let newest = max(end - 1, place(of: now) - 1)
        let count = Int(span.ticks / step.ticks)
        return (newest - count + 1...newest).map { place in
            values.indices.contains(place - first) ? values[place - first] : nil
        }
    }
}
