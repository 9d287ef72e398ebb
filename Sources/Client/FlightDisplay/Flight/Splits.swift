import Vocabulary

/// The time and the average heart rate of each kilometre or mile of a flight.
package struct Splits: Equatable, Sendable {
    package struct Split: Equatable, Sendable {
        /// 1 for the first kilometre.
        package let number: Int
        /// When the end of the split was passed.
        package let end: FleetInstant
        /// The time of the split in seconds, without pauses.
        package let seconds: Double
        /// The average heart rate in beats a minute; nil if none was measured.
        package let heartRate: Double?
    }

    private struct Passage: Equatable {
        let metres: Double
        let at: FleetInstant
        /// Seconds in flight, without pauses.
        let flown: Double
    }

    /// The length of a split, metres.
    private let length: Double
    package private(set) var all: [Split] = []
    private var last: Passage?
    private var lastEnd: Passage?
    private var beats = MeanTally()

    /// An ultramarathon of a day; later splits are dropped.
    package static let limit = 400
    /// The circumference of the earth; larger distances are ignored.
    private static let metresMax = 40_000_000.0

    /// - Parameter length: metres, positive.
    package init(length: Double) { self.length = length }

    /// Adds a distance; the speed between two distances is taken as even.
    ///
    /// - Parameters:
    ///   - metres: the distance since the session's start; a smaller one than before is ignored.
    ///   - flown: seconds in flight at that moment, without pauses.
    package mutating func note(
        _ metres: Double, heartRate: Double?, flown: Double, at instant: FleetInstant
    ) {
        guard metres < Self.metresMax else { return }
        if let heartRate { beats.note(heartRate) }
        let present = Passage(metres: metres, at: instant, flown: flown)
        guard let last else {
            self.last = present
            // If the first distance is beyond the first split, the time of the part before is not
            // known.
            if metres < length { lastEnd = Passage(metres: 0, at: instant, flown: 0) }
            return
        }
        guard metres > last.metres, instant > last.at else { return }
        while all.count < Self.limit, let end = nextEnd(after: last, upTo: present) { close(end) }
        self.last = present
    }

    /// The end of the next split between two distances, by linear interpolation.
    private func nextEnd(after last: Passage, upTo present: Passage) -> Passage? {
        let passed = max(last.metres, lastEnd?.metres ?? 0)
        let wanted = ((passed / length).rounded(.down) + 1) * length
        guard wanted <= present.metres else { return nil }
        let share = (wanted - last.metres) / (present.metres - last.metres)
        let span = Double((present.at - last.at).ticks) * share
        return Passage(
            metres: wanted, at: last.at + FleetDuration(ticks: Int64(span)),
            flown: last.flown + (present.flown - last.flown) * share)
    }

    private mutating func close(_ end: Passage) {
        if let begin = lastEnd {
            all.append(
                Split(
                    number: Int((end.metres / length).rounded()), end: end.at,
                    seconds: end.flown - begin.flown, heartRate: beats.mean))
        }
        lastEnd = end
        beats = MeanTally()
    }
}

/// The mean and the maximum of a series of values.
package struct MeanTally: Equatable, Sendable {
    private var sum = 0.0
    private var count = 0
    package private(set) var greatest: Double?

    mutating func note(_ value: Double) {
        sum += value
        count += 1
        greatest = max(greatest ?? value, value)
    }

    package var mean: Double? { count > 0 ? sum / Double(count) : nil }
}

extension MeanTally {
    init(_ values: some Sequence<Double>) {
        for value in values where value.isFinite { note(value) }
    }
}
