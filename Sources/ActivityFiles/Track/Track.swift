import Vocabulary

/// A recorded run as its file tells it: points in the order in which they stand there, what the
/// file says of its timer, and its totals.
///
/// The reader of a format fills it.
struct Track: Sendable {
    private(set) var points: [TrackPoint] = []
    /// Where segments begin: numbers of points before which the recorder may have stood still.
    private(set) var segments: [Int] = []
    /// When the run began, in ticks of the points; nil if the file does not say.
    var start: Int64?
    var totals = TrackTotals()
    /// What was left out.
    var losses = TrackLosses()

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
        points.append(TrackPoint(time: time, place: place, sample: sample))
    }

    /// Doubles every cadence: the file counts the steps of one foot. What is beyond the limit then
    /// is left out and counted.
    mutating func countBothFeet() {
        fill(.cadence, with: points.map { point in point.sample[.cadence].map { 2 * $0 } })
    }

    /// Gives points values of a metric in place of those that they have; what is beyond its limit
    /// is left out and counted. Traps unless there is a value, or nil, for each point.
    mutating func fill(_ metric: Metric, with values: [Int64?]) {
        precondition(values.count == points.count, "\(values.count) values of \(points.count)")
        for (index, value) in values.enumerated() {
            var sample = points[index].sample
            sample[metric] = nil
            if let value { set(metric, of: &sample, to: value, place: points[index].place) }
            points[index].sample = sample
        }
    }

    private mutating func set(
        _ metric: Metric, of sample: inout Sample, to value: Int64, place: Int
    ) {
        let limit = metric.description.upperLimit * Decimal64.powerOfTen(metric.decimals)
        if (0...limit).contains(value) {
            sample[metric] = value
        } else {
            losses.note(.beyondLimit(metric), at: place)
        }
    }

    /// Notes that the next point begins a segment of its own.
    mutating func beginSegment() {
        guard !points.isEmpty, segments.last != points.count else { return }
        segments.append(points.count)
    }
}

/// What was measured at one moment.
struct TrackPoint: Equatable, Sendable {
    /// Ticks since an epoch of the format's own.
    var time: Int64
    /// Bytes from the beginning of the file.
    var place: Int
    var sample: Sample
}

/// What a file says of a whole run; nil where it says nothing.
struct TrackTotals: Equatable, Sendable {
    /// From the beginning to the end.
    var elapsed: FleetDuration?
    /// The same without the pauses.
    var timer: FleetDuration?
    /// Centimetres.
    var distance: Int64?
}

/// One run, ride or transition of an activity.
struct TrackLeg: Sendable {
    var track = Track()
    /// The sport in words, if it is none on foot.
    var otherSport: String?
    /// Where the file tells of it: bytes from its beginning.
    var place = 0
}
