import FlightDisplay
import Vocabulary

/// The totals and means of a flight.
struct FlightSummary {
    /// Mean and greatest value of a metric, weighted by time.
    struct Course {
        private var sum = 0.0
        private var seconds = 0.0
        private(set) var greatest: Double?

        mutating func add(_ value: Double, for seconds: Double) {
            sum += value * seconds
            self.seconds += seconds
            greatest = max(greatest ?? value, value)
        }

        /// The mean; nil if nothing was measured.
        var mean: Double? { seconds > 0 ? sum / seconds : nil }
    }

    /// Seconds without pauses.
    let seconds: Double
    /// Seconds of pauses.
    let paused: Double
    /// Metres; nil if no sensor measured the distance.
    let distance: Double?
    let steps: Double?
    /// Kilocalories.
    let energy: Double?
    /// Seconds in each zone of heart rate, from below the first; empty without a reserve.
    let zones: [Double]
    /// From the altitudes; empty where no sensor measured them.
    let heights: HeightTally
    /// Metres climbed, as the device counts them, else from the altitudes; nil without either.
    let ascent: Double?
    private let courses: [Metric: Course]

    init(_ track: FlightTrack) {
        seconds = track.end.seconds
        paused = track.pauses.reduce(0) { $0 + $1.length.seconds }
        func total(_ metric: Metric) -> Double? {
            track.samples.last { $0[metric] != nil }?[metric].map(metric.value)
        }
        distance = total(.distance)
        steps = total(.steps)
        energy = total(.energy)
        courses = Self.courses(track, 0..<track.samples.count)
        zones = Self.zones(track)
        heights = track.samples.reduce(into: HeightTally()) { heights, sample in
            if let altitude = sample[.altitude] { heights.note(Metric.altitude.value(altitude)) }
        }
        ascent = total(.ascent) ?? heights.ascent
    }

    func course(_ metric: Metric) -> Course { courses[metric] ?? Course() }

    /// Metres a second on average; nil without a distance.
    var speed: Double? { distance.flatMap { $0 > 0 ? $0 / seconds : nil } }

    /// The discrete metrics of some of the samples.
    static func courses(_ track: FlightTrack, _ numbers: Range<Int>) -> [Metric: Course] {
        let metrics = FlightCharts.metrics
        var courses = metrics.map { _ in Course() }
        for number in numbers {
            let seconds = track.seconds(ofSample: number)
            for (index, metric) in metrics.enumerated() {
                guard let value = track.samples[number][metric] else { continue }
                courses[index].add(metric.value(value), for: seconds)
            }
        }
        return Dictionary(uniqueKeysWithValues: zip(metrics, courses))
    }

    private static func zones(_ track: FlightTrack) -> [Double] {
        guard let reserve = track.facts.reserve else { return [] }
        var zones = Array(repeating: 0.0, count: HeartRateReserve.zoneBounds.count + 1)
        for (number, sample) in track.samples.enumerated() {
            guard let heartRate = sample[.heartRate] else { continue }
            zones[reserve.zone(of: Double(heartRate))] += track.seconds(ofSample: number)
        }
        return zones
    }
}
