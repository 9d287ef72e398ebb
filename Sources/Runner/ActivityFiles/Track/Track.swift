import Simulation
import Vocabulary

/// A recorded activity as its file tells it: points in the order in which they stand there, what
/// the file says of the timer, and its totals.
///
/// The reader of a format fills it; ``TrackCourse`` makes a course of it that can be flown.
struct Track: Sendable {
    private(set) var points: [TrackPoint] = []
    /// In the order of the file.
    private(set) var timerEvents: [TimerEvent] = []
    /// When the run began, in ticks of the points; nil if the file does not say.
    var start: Int64?
    var totals = TrackTotals()
    /// The longest that the whole activity can have lasted, where the file says it.
    var longest: FleetDuration?
    /// Whether distance is the way from place to place, which is never corrected.
    var measuresWay = false
    /// What was left out.
    var losses = TrackLosses()
    private var beginsSegment = false

    /// The most points: two for each row that a recording may have.
    private static let pointLimit = 2 * Recording.rowLimit
    private static let eventLimit = 1_000_000

    /// The timer was started or stopped.
    struct TimerEvent: Equatable, Sendable {
        /// In ticks, as the times of points.
        let time: Int64
        let starts: Bool
    }

    /// Adds a point. A value beyond its metric's limit is left out and counted; what is nil was not
    /// measured.
    ///
    /// - Parameters:
    ///   - time: ticks since an epoch of the format's own.
    ///   - place: where the point stands, bytes from the beginning of the file.
    ///   - values: in units of the metrics; distance and steps as totals.
    mutating func add(_ values: [(Metric, Int64?)], at time: Int64, place: Int) {
        var sample = Sample()
        for (metric, value) in values {
            guard let value else { continue }
            set(metric, of: &sample, to: value, place: place)
        }
        guard points.count < Self.pointLimit else { return losses.note(.tooLong, at: place) }
        points.append(
            TrackPoint(time: time, place: place, sample: sample, beginsSegment: beginsSegment))
        beginsSegment = false
    }

    /// Doubles every cadence: the file counts the steps of one foot. What is beyond the limit then
    /// is left out and counted.
    mutating func countBothFeet() {
        fill(.cadence, with: points.map { point in point.sample[.cadence].map { 2 * $0 } })
    }

    /// Gives points values of a metric in place of those that they have; what is beyond its limit
    /// is left out and counted. Values behind those of the last point are ignored.
    mutating func fill(_ metric: Metric, with values: [Int64?]) {
        for (index, value) in zip(points.indices, values) {
            var sample = points[index].sample
            sample[metric] = nil
            if let value { set(metric, of: &sample, to: value, place: points[index].place) }
            points[index].sample = sample
        }
    }

    private mutating func set(
        _ metric: Metric, of sample: inout Sample, to value: Int64, place: Int
    ) {
        if metric.allows(value) {
            sample[metric] = value
        } else {
            losses.note(.beyondLimit(metric), at: place)
        }
    }

    /// Notes that the next point begins a segment of its own.
    mutating func beginSegment() { beginsSegment = !points.isEmpty }

    /// Notes that the timer was started or stopped.
    ///
    /// - Parameter time: in ticks; nil for that of the last point.
    mutating func setTimer(runs: Bool, at time: Int64?) {
        guard let time = time ?? points.last?.time, timerEvents.count < Self.eventLimit else {
            return
        }
        timerEvents.append(TimerEvent(time: time, starts: runs))
    }
}

/// What was measured at one moment.
struct TrackPoint: Equatable, Sendable {
    /// Ticks since an epoch of the format's own.
    var time: Int64
    /// Bytes from the beginning of the file.
    var place: Int
    var sample: Sample
    /// Whether the recorder may have stood still before it.
    var beginsSegment = false
}

/// What a file says of a whole run; nil where it says nothing.
struct TrackTotals: Equatable, Sendable {
    /// From the beginning to the end.
    var elapsed: FleetDuration?
    /// The elapsed time without the pauses.
    var timer: FleetDuration?
    /// Centimetres.
    var distance: Int64?
}

/// One run, ride or transition of an activity that has a track of its own.
struct TrackLeg: Sendable {
    var track = Track()
    /// The sport in words, if it is none on foot.
    var otherSport: String?
    /// Where the file tells of it: bytes from its beginning.
    var place = 0
}
