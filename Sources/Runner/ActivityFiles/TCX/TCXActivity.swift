import Simulation
import Vocabulary

/// Writes a run as an activity of the Training Center format, sample by sample.
///
/// Times are whole seconds, counted from the beginning of the run: a point holds the last sample of
/// the second that it ends. What a sensor did not measure is left out. A lap gives its totals
/// before its points, so that the laps have to be known first.
package struct TCXActivity: XMLActivityDocument, Sendable {
    private let facts: ActivityFacts
    private let laps: [ActivityLap]
    var course: ActivityCourse
    var xml = XMLWriter()
    private var isTrackOpen = false

    /// Begins the file. Traps without a lap.
    ///
    /// - Parameters:
    ///   - origin: where the run began, a sample period before its first sample.
    ///   - laps: of the same run, by the rule of the facts; see ``ActivityLaps``.
    package init(_ facts: ActivityFacts, from origin: ActivityPoint, laps: [ActivityLap]) {
        self.facts = facts
        self.laps = laps
        course = ActivityCourse(from: origin, laps: facts.laps)
        xml.open("TrainingCenterDatabase", Self.namespaces)
        xml.open("Activities")
        xml.open("Activity", [("Sport", .word("Running"))])
        xml.element("Id", .utc(course.second(of: origin)))
        begin(laps[0])
    }

    package consuming func finish() -> [UInt8] {
        write(course.finish())
        xml.element("Notes", .text("\(facts.name), \(facts.profile.planName)"))
        writeCreator()
        xml.close()
        xml.close()
        xml.close()
        return xml.drain()
    }

    mutating func write(_ events: [ActivityEvent]) {
        for event in events {
            switch event {
            case .sample(let moment, let second):
                if !isTrackOpen { xml.open("Track") }
                isTrackOpen = true
                xml.write(moment.sample, at: second)
            case .lap(let lap):
                endTrack()
                end(lap)
                if lap.number + 1 < laps.count { begin(laps[lap.number + 1]) }
            case .stop: endTrack()
            // The next point begins a track.
            case .start: break
            }
        }
    }

    private mutating func endTrack() {
        if isTrackOpen { xml.close() }
        isTrackOpen = false
    }
}

/// Writes what stands around the tracks.
extension TCXActivity {
    private static let namespaces: [XMLWriter.Attribute] = [
        ("xmlns", .word("http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2")),
        ("xmlns:ns3", .word("http://www.garmin.com/xmlschemas/ActivityExtension/v2")),
        ("xmlns:xsi", .word("http://www.w3.org/2001/XMLSchema-instance")),
    ]

    private mutating func begin(_ lap: ActivityLap) {
        let totals = lap.totals
        xml.open("Lap", [("StartTime", .utc(course.second(of: totals.start)))])
        // Ticks are fiftieths of a second.
        xml.element("TotalTimeSeconds", .decimal(totals.timed.ticks * 2, 2))
        xml.element("DistanceMeters", .decimal(totals.increase(.distance) ?? 0, 2))
        xml.element("MaximumSpeed", totals.speed.greatest.map { .decimal($0, 3) })
        xml.element("Calories", .integer(Self.kilocalories(totals)))
        xml.write(totals.heartRate.average, as: "AverageHeartRateBpm")
        xml.write(totals.heartRate.greatest, as: "MaximumHeartRateBpm")
        xml.element("Intensity", .word("Active"))
        xml.element("TriggerMethod", .word(lap.trigger == .distance ? "Distance" : "Manual"))
    }

    private mutating func end(_ lap: ActivityLap) {
        let totals = lap.totals
        xml.element("Notes", lap.phase.map { .text($0.rawValue) })
        xml.open("Extensions")
        xml.open("ns3:LX")
        xml.element("ns3:AvgSpeed", totals.averageSpeed.map { .decimal($0, 3) })
        xml.element("ns3:AvgRunCadence", XMLWriter.footCadence(totals.cadence.average))
        xml.element("ns3:MaxRunCadence", XMLWriter.footCadence(totals.cadence.greatest))
        let steps = totals.increase(.steps).flatMap { UInt16(exactly: $0) }
        xml.element("ns3:Steps", steps.map { .integer(Int64($0)) })
        xml.close()
        xml.close()
        xml.close()
    }

    /// Kilocalories in 16 bits, 0 for none: the schema requires the element.
    private static func kilocalories(_ totals: ActivityTotals) -> Int64 {
        let energy = (totals.increase(.energy) ?? 0).dividedRoundingToEven(by: 1000)
        return min(max(0, energy), Int64(UInt16.max))
    }

    private mutating func writeCreator() {
        xml.open("Creator", [("xsi:type", .word("Device_t"))])
        xml.element("Name", .word("Runway"))
        xml.element("UnitId", .integer(Int64(facts.serialNumber)))
        xml.element("ProductID", .integer(1))
        xml.open("Version")
        xml.element("VersionMajor", .integer(0))
        xml.element("VersionMinor", .integer(1))
        xml.close()
        xml.close()
    }
}

extension XMLWriter {
    /// A point of a track; what the schema's types cannot hold is left out.
    fileprivate mutating func write(_ sample: Sample, at second: Int64) {
        open("Trackpoint")
        element("Time", .utc(second))
        if let latitude = sample[.latitude], let longitude = sample[.longitude] {
            open("Position")
            element("LatitudeDegrees", .decimal(latitude, Metric.latitude.decimals))
            element("LongitudeDegrees", .decimal(longitude, Metric.longitude.decimals))
            close()
        }
        element("AltitudeMeters", sample[.altitude].map { .decimal($0, 1) })
        element("DistanceMeters", sample[.distance].map { .decimal($0, 2) })
        write(sample[.heartRate], as: "HeartRateBpm")
        let cadence = Self.footCadence(sample[.cadence])
        if sample[.speed] != nil || cadence != nil {
            open("Extensions")
            open("ns3:TPX")
            element("ns3:Speed", sample[.speed].map { .decimal($0, 3) })
            element("ns3:RunCadence", cadence)
            close()
            close()
        }
        close()
    }

    /// Heart rates from 1 to 255 beats a minute.
    fileprivate mutating func write(_ heartRate: Int64?, as name: StaticString) {
        guard let heartRate, (1...255).contains(heartRate) else { return }
        open(name)
        element("Value", .integer(heartRate))
        close()
    }

    /// Whole revolutions of one foot, up to 254; of both feet's steps in units of
    /// ``Metric/cadence``.
    static func footCadence(_ cadence: Int64?) -> XMLValue? {
        guard let cadence else { return nil }
        // A revolution is two steps of ten tenths.
        let revolutions = cadence.dividedRoundingToEven(by: 20)
        return (0...254).contains(revolutions) ? .integer(revolutions) : nil
    }
}
