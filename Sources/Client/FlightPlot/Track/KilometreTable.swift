import FlightDisplay
import Readout
import Vocabulary

/// The whole kilometres or miles of a flight, and the rest after the last of them.
struct KilometreTable {
    struct Row {
        /// Kilometres or miles: 1, or less for the rest.
        let length: Double
        /// The number of the kilometre or mile; nil for the rest.
        let number: Int?
        let seconds: Double
        let courses: [Metric: FlightSummary.Course]

        /// Seconds for a kilometre or a mile.
        var pace: Double { seconds / length }

        func mean(_ metric: Metric) -> Double? { courses[metric]?.mean }
    }

    let rows: [Row]

    /// The least rest that has a row, in kilometres or miles.
    private static let leastRest = 0.05

    /// Without a distance there are no rows.
    init(_ track: FlightTrack) {
        let length = track.facts.units.metresPerLongUnit
        var splits = Splits(length: length)
        splits.note(0, heartRate: nil, flown: 0, at: FleetInstant(ticks: 0))
        for (time, sample) in zip(track.times, track.samples) {
            guard let distance = sample[.distance] else { continue }
            splits.note(
                Metric.distance.value(distance), heartRate: nil, flown: time.seconds,
                at: FleetInstant(ticks: time.ticks))
        }
        var rows: [Row] = []
        var first = 0
        func courses(until time: Double) -> [Metric: FlightSummary.Course] {
            let end = track.times[first...].partitionPoint { $0.seconds <= time }
            defer { first = end }
            return FlightSummary.courses(track, first..<end)
        }
        var flown = 0.0
        for split in splits.all {
            flown += split.seconds
            rows.append(
                Row(
                    length: 1, number: split.number, seconds: split.seconds,
                    courses: courses(until: flown)))
        }
        let distance = track.samples.last { $0[.distance] != nil }?[.distance] ?? 0
        let left = Metric.distance.value(distance) / length - Double(rows.count)
        if left >= Self.leastRest, track.end.seconds > flown {
            rows.append(
                Row(
                    length: left, number: nil, seconds: track.end.seconds - flown,
                    courses: courses(until: track.end.seconds)))
        }
        self.rows = rows
    }
}

extension ArraySlice {
    /// The index after the last leading element that belongs, by bisection: after the first element
    /// that does not, none may belong.
    fileprivate func partitionPoint(_ belongs: (Element) -> Bool) -> Int {
        var range = indices
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                belongs(self[middle])
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }
}
