import Vocabulary

/// An activity of TCX while it is read.
struct TCXLeg: Sendable {
    private var leg: TrackLeg
    private var distance = LapDistance()
    /// The way along the points, and its length up to each, in centimetres: for an activity of
    /// which no point says its distance.
    private var way = GeoWay()
    private var wayTotals: [Int64?] = []
    private var hasDistance = false
    private var feet = FootCadence()
    private var (time, length) = (LapSum(), LapSum())
    private var start: Int64?
    /// The time that is the activity's name, in ticks.
    var identifier: Int64?
    /// What is known of the lap that is open.
    var lap: TCXLap?
    /// The point that is open.
    var point: TCXPoint?
    /// Whether the document ends within the activity.
    var isCut = false

    /// - Parameter sport: what the activity says of it. What is not clearly something else is a
    ///   run: `Other` is what many write.
    init(sport: ArraySlice<UInt8>?, place: Int) {
        leg = TrackLeg(otherSport: sport.flatMap(SportWords.other), place: place)
    }

    /// Tracks of different laps follow on each other; within a lap the recorder paused.
    mutating func beginTrack() {
        if lap?.hasTrack == true {
            leg.track.beginSegment()
            way.interrupt()
        }
        lap?.hasTrack = true
    }

    mutating func beginLap(at ticks: Int64?) {
        lap = TCXLap()
        distance.beginLap()
        if start == nil { start = ticks }
    }

    mutating func endLap() {
        guard let lap = lap.take() else { return }
        time.add(lap.time)
        length.add(lap.distance)
    }

    /// A point without a time is left out, though the distance at it counts.
    mutating func endPoint() {
        guard let point = point.take() else { return }
        let total = point.distance.map { distance.total($0) }
        let wayTotal = point.position.map { way.total(to: $0) }
        guard let time = point.time else {
            leg.track.losses.note(.noTime, at: point.place)
            return
        }
        let cadence = point.runCadence ?? point.cadence
        feet.note(cadence)
        hasDistance = hasDistance || total != nil
        wayTotals.append(wayTotal)
        leg.track.add(
            [
                (.heartRate, point.heartRate), (.speed, point.speed), (.cadence, cadence),
                (.distance, total), (.altitude, point.altitude),
                (.latitude, point.position?.latitudeUnits),
                (.longitude, point.position?.longitudeUnits),
            ], at: time, place: point.place)
    }

    /// The totals are those of the laps; for a leg that is cut they are unknown.
    consuming func finish() -> TrackLeg {
        if feet.isOneFoot { leg.track.countBothFeet() }
        leg.track.measuresWay = !hasDistance
        if !hasDistance { leg.track.fill(.distance, with: wayTotals) }
        leg.track.start = start ?? identifier
        guard !isCut else { return leg }
        leg.track.totals.timer = time.total.map { microseconds in
            FleetDuration(
                ticks: microseconds.dividedRoundingToEven(by: FleetDuration.microsecondsPerTick))
        }
        leg.track.totals.distance = length.total
        return leg
    }
}

/// What a lap says of itself.
struct TCXLap: Sendable {
    /// Microseconds.
    var time: Int64?
    /// Centimetres.
    var distance: Int64?
    var hasTrack = false
}

/// A point while it is read, in units of the metrics.
struct TCXPoint: Sendable {
    let place: Int
    /// Ticks since 1970.
    var time: Int64?
    private(set) var heartRate: Int64?
    var speed: Int64?
    var distance: Int64?
    var altitude: Int64?
    var cadence: Int64?
    /// As ``GeoPoint/coordinate(_:)`` gives them.
    var (latitude, longitude): (Int64?, Int64?)
    /// The cadence of the extension for runners, which outranks the other.
    var runCadence: Int64?

    init(place: Int) { self.place = place }

    var position: GeoPoint? { GeoPoint(latitude: latitude, longitude: longitude) }

    /// A heart rate of 0 is that of a strap that is not worn.
    mutating func note(heartRate rate: Int64?) {
        if let rate, rate > 0 { heartRate = rate }
    }
}

/// The sum over laps, if each of them says something.
private struct LapSum: Sendable {
    private var sum: Int64? = 0

    mutating func add(_ value: Int64?) {
        guard let old = sum, let value, value >= 0 else { return sum = nil }
        let (new, overflow) = old.addingReportingOverflow(value)
        sum = overflow ? nil : new
    }

    /// Nil for 0 too, which writers put for an unknown sum.
    var total: Int64? { sum == 0 ? nil : sum }
}

/// Distance as a total of the activity, where some writers count it anew in each lap.
private struct LapDistance: Sendable {
    /// Centimetres at the end of the laps that were counted on their own.
    private var before: Int64 = 0
    private var last: Int64 = 0
    private var isLapNew = false
    /// What the last restart added, as long as it may be taken back.
    private var added: Int64 = 0

    private static let limit: Int64 = 1 << 40
    /// 100 m, which nobody runs from one point to the next.
    private static let leap: Int64 = 10_000

    mutating func beginLap() { isLapNew = true }

    /// A lap that begins below half of where the one before it ended is counted on its own, unless
    /// its second point goes on from that end: then the first point lacked a value.
    mutating func total(_ distance: Int64) -> Int64 {
        let distance = min(distance, Self.limit)
        if isLapNew, 2 * distance < last {
            added = last
            before = min(before + added, Self.limit)
        } else {
            if added > Self.leap, (added..<added + Self.leap).contains(distance) { before -= added }
            added = 0
        }
        isLapNew = false
        last = distance
        return before + distance
    }
}
