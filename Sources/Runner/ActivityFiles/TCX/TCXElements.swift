import Vocabulary

/// Makes legs of the elements of TCX: one of each activity, those of a multisport session too, and
/// of each course, whose points may have times.
struct TCXElements: ActivityElements {
    private var legs: [TrackLeg] = []
    private var leg: TCXLeg?
    /// The elements that are open, below the root.
    private var path: [TCXTag?] = []

    mutating func open(_ reader: XMLReader) throws(ActivityFault) {
        let tag = TCXTag(reader.name)
        path.append(tag)
        switch tag {
        case .activity, .course:
            endLeg()
            guard legs.count < XMLActivity.legLimit else {
                throw .xml(.tooManyActivities(XMLActivity.legLimit), at: reader.place)
            }
            leg = TCXLeg(sport: reader.attribute("Sport"), place: reader.place)
        case .lap: leg?.beginLap(at: reader.attribute("StartTime").flatMap(TimeText.ticks))
        case .track: leg?.beginTrack()
        case .trackpoint: leg?.point = TCXPoint(place: reader.place)
        case .identifier, .time, .distance, .heartRate, .value, .cadence, .runCadence, .speed,
            .totalTime, .latitude, .longitude, .altitude, nil:
            break
        }
    }

    mutating func close(_ reader: XMLReader) {
        guard let tag = path.popLast() else { return }
        let parent = path.last ?? nil
        let text = reader.text
        switch tag {
        case .activity, .course: endLeg()
        case .lap: leg?.endLap()
        case .trackpoint: leg?.endPoint()
        case .identifier where parent == .activity: leg?.identifier = TimeText.ticks(text)
        case .totalTime where parent == .lap: leg?.lap?.time = DecimalText.units(text, decimals: 6)
        case .distance where parent == .lap:
            leg?.lap?.distance = DecimalText.value(text, of: .distance)
        case .time where parent == .trackpoint: leg?.point?.time = TimeText.ticks(text)
        case .distance where parent == .trackpoint:
            leg?.point?.distance = DecimalText.value(text, of: .distance)
        case .value where parent == .heartRate, .heartRate:
            leg?.point?.note(heartRate: DecimalText.value(text, of: .heartRate))
        case .cadence where parent == .trackpoint:
            leg?.point?.cadence = DecimalText.value(text, of: .cadence)
        case .runCadence: leg?.point?.runCadence = DecimalText.value(text, of: .cadence)
        case .latitude: leg?.point?.latitude = GeoPoint.coordinate(text)
        case .longitude: leg?.point?.longitude = GeoPoint.coordinate(text)
        case .altitude: leg?.point?.altitude = DecimalText.value(text, of: .altitude)
        case .speed: leg?.point?.speed = DecimalText.value(text, of: .speed)
        case .track, .identifier, .totalTime, .distance, .time, .value, .cadence, nil: break
        }
    }

    mutating func finish() -> [TrackLeg] {
        leg?.isCut = true
        endLeg()
        return legs
    }

    private mutating func endLeg() {
        if let leg = leg.take() { legs.append(leg.finish()) }
    }
}

/// The elements of TCX that are read.
private enum TCXTag: Sendable {
    case activity, course, identifier, lap, track, trackpoint
    case time, distance, heartRate, value, cadence, runCadence, speed, totalTime
    case latitude, longitude, altitude

    /// Nil for all others.
    init?(_ name: ArraySlice<UInt8>) {
        guard let row = Self.names.first(where: { $0.name.equals(name) }) else { return nil }
        self = row.tag
    }

    private static let names: [(name: StaticString, tag: TCXTag)] = [
        ("Trackpoint", .trackpoint), ("Time", .time), ("DistanceMeters", .distance),
        ("HeartRateBpm", .heartRate), ("Value", .value), ("Cadence", .cadence),
        ("RunCadence", .runCadence), ("Speed", .speed), ("Track", .track), ("Lap", .lap),
        ("TotalTimeSeconds", .totalTime), ("Activity", .activity), ("Course", .course),
        ("Id", .identifier), ("LatitudeDegrees", .latitude), ("LongitudeDegrees", .longitude),
        ("AltitudeMeters", .altitude),
    ]
}
