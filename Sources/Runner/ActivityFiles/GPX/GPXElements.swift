import Vocabulary

/// Makes legs of the elements of GPX: one of each track, and of each route where one is to be run.
/// Waypoints are passed over, and so is a track without points.
///
/// Distance follows from the places: along great circles from point to point of a segment, and
/// nothing between segments. The way leads through points without a time, too.
struct GPXElements: ActivityElements {
    private var legs: [TrackLeg] = []
    private var leg: GPXLeg?
    /// The elements that are open, below the root.
    private var path: [GPXTag?] = []
    private let takesRoutes: Bool

    /// - Parameter takesRoutes: whether planned routes count, and points without a time.
    init(takesRoutes: Bool = false) { self.takesRoutes = takesRoutes }

    mutating func open(_ reader: XMLReader) throws(ActivityFault) {
        let tag = GPXTag(reader.name) ?? (takesRoutes ? GPXTag(ofRoute: reader.name) : nil)
        path.append(tag)
        switch tag {
        case .track:
            endLeg()
            guard legs.count < XMLActivity.legLimit else {
                throw .xml(.tooManyActivities(XMLActivity.legLimit), at: reader.place)
            }
            leg = GPXLeg(place: reader.place, needsTimes: !takesRoutes)
        case .segment: leg?.beginSegment()
        case .point:
            let position = GeoPoint(
                latitude: reader.attribute("lat").flatMap(GeoPoint.coordinate),
                longitude: reader.attribute("lon").flatMap(GeoPoint.coordinate))
            leg?.point = GPXPoint(place: reader.place, position: position)
        case .time, .kind, .heartRate, .cadence, .speed, .elevation, nil: break
        }
    }

    mutating func close(_ reader: XMLReader) {
        guard let tag = path.popLast() else { return }
        let parent = path.last ?? nil
        let text = reader.text
        switch tag {
        case .track: endLeg()
        case .point: leg?.endPoint()
        case .time where parent == .point: leg?.point?.time = TimeText.ticks(text)
        case .kind where parent == .track: leg?.note(sport: text)
        case .heartRate: leg?.point?.heartRate = DecimalText.value(text, of: .heartRate)
        case .cadence: leg?.point?.cadence = DecimalText.value(text, of: .cadence)
        case .elevation: leg?.point?.altitude = DecimalText.value(text, of: .altitude)
        case .speed: leg?.point?.speed = DecimalText.value(text, of: .speed)
        case .segment, .time, .kind, nil: break
        }
    }

    mutating func finish() -> [TrackLeg] {
        endLeg()
        return legs
    }

    private mutating func endLeg() {
        guard let leg = leg.take()?.finish() else { return }
        if !leg.track.points.isEmpty || !leg.track.losses.all.isEmpty { legs.append(leg) }
    }
}

/// A track of GPX while it is read.
private struct GPXLeg: Sendable {
    private var leg: TrackLeg
    private var way = GeoWay()
    private var feet = FootCadence()
    /// The point that is open.
    var point: GPXPoint?
    private let needsTimes: Bool

    init(place: Int, needsTimes: Bool) {
        leg = TrackLeg(place: place)
        self.needsTimes = needsTimes
    }

    mutating func note(sport: ArraySlice<UInt8>) { leg.otherSport = SportWords.other(sport) }

    mutating func beginSegment() {
        leg.track.beginSegment()
        way.interrupt()
    }

    /// A point without a time is left out, or has the time of the one before.
    mutating func endPoint() {
        guard let point = point.take() else { return }
        let total = point.position.map { way.total(to: $0) }
        let untimed = needsTimes ? nil : leg.track.points.last?.time ?? 0
        guard let time = point.time ?? untimed else {
            leg.track.losses.note(.noTime, at: point.place)
            return
        }
        feet.note(point.cadence)
        // A heart rate of 0 is that of a strap that is not worn.
        let heartRate = point.heartRate == 0 ? nil : point.heartRate
        leg.track.add(
            [
                (.heartRate, heartRate), (.speed, point.speed), (.cadence, point.cadence),
                (.distance, total), (.altitude, point.altitude),
                (.latitude, point.position?.latitudeUnits),
                (.longitude, point.position?.longitudeUnits),
            ], at: time, place: point.place)
    }

    consuming func finish() -> TrackLeg {
        leg.track.measuresWay = true
        if feet.isOneFoot { leg.track.countBothFeet() }
        return leg
    }
}

/// A point while it is read, in units of the metrics.
private struct GPXPoint: Sendable {
    /// Bytes from the beginning of the file.
    let place: Int
    let position: GeoPoint?
    /// Ticks since 1970.
    var time: Int64?
    var heartRate: Int64?
    var cadence: Int64?
    var speed: Int64?
    var altitude: Int64?
}

/// The elements of GPX and of its extensions that are read.
private enum GPXTag: Sendable {
    case track, segment, point, time, kind, heartRate, cadence, speed, elevation

    /// Nil for all others.
    init?(_ name: ArraySlice<UInt8>) {
        guard let row = Self.names.first(where: { $0.name.equals(name) }) else { return nil }
        self = row.tag
    }

    /// The elements of a planned route; nil for all others.
    init?(ofRoute name: ArraySlice<UInt8>) {
        if StaticString("rtept").equals(name) {
            self = .point
        } else if StaticString("rte").equals(name) {
            self = .track
        } else {
            return nil
        }
    }

    private static let names: [(name: StaticString, tag: GPXTag)] = [
        ("trkpt", .point), ("time", .time), ("hr", .heartRate), ("cad", .cadence),
        ("speed", .speed), ("heartrate", .heartRate), ("cadence", .cadence),
        ("RunCadence", .cadence), ("ele", .elevation), ("trkseg", .segment), ("trk", .track),
        ("type", .kind),
    ]
}
