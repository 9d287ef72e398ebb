import Simulation
import Vocabulary

/// Writes a run as a track of GPX 1.1, sample by sample, with heart rate and cadence in the
/// extension that watches use.
///
/// Times are whole seconds, as in ``TCXActivity``. A segment ends where session time stands still.
/// A point is a place: a second without a position is left out, and the track of a run indoors is
/// empty.
package struct GPXActivity: XMLActivityDocument, Sendable {
    var course: ActivityCourse
    var xml = XMLWriter()
    private var isSegmentOpen = false

    /// - Parameter origin: where the run began, a sample period before its first sample.
    package init(_ facts: ActivityFacts, from origin: ActivityPoint) {
        course = ActivityCourse(from: origin, laps: .kilometre)
        xml.open("gpx", Self.attributes)
        xml.open("metadata")
        xml.element("time", .utc(course.second(of: origin)))
        xml.close()
        xml.open("trk")
        xml.element("name", .text("\(facts.name), \(facts.profile.planName)"))
        xml.element("type", .word("running"))
    }

    private static let attributes: [XMLWriter.Attribute] = [
        ("version", .word("1.1")), ("creator", .word("Runway")),
        ("xmlns", .word("http://www.topografix.com/GPX/1/1")),
        ("xmlns:gpxtpx", .word("http://www.garmin.com/xmlschemas/TrackPointExtension/v1")),
    ]

    package consuming func finish() -> [UInt8] {
        write(course.finish())
        xml.close()
        xml.close()
        return xml.drain()
    }

    mutating func write(_ events: [ActivityEvent]) {
        for event in events {
            switch event {
            case .sample(let moment, let second): write(moment.sample, at: second)
            case .stop:
                if isSegmentOpen { xml.close() }
                isSegmentOpen = false
            // The next point begins a segment.
            case .start, .lap: break
            }
        }
    }

    private mutating func write(_ sample: Sample, at second: Int64) {
        guard let latitude = sample[.latitude], let longitude = sample[.longitude] else { return }
        if !isSegmentOpen { xml.open("trkseg") }
        isSegmentOpen = true
        xml.open(
            "trkpt",
            [
                ("lat", .decimal(latitude, Metric.latitude.decimals)),
                ("lon", .decimal(longitude, Metric.longitude.decimals)),
            ])
        xml.element("ele", sample[.altitude].map { .decimal($0, Metric.altitude.decimals) })
        xml.element("time", .utc(second))
        let cadence = XMLWriter.footCadence(sample[.cadence])
        if sample[.heartRate] != nil || cadence != nil {
            xml.open("extensions")
            xml.open("gpxtpx:TrackPointExtension")
            xml.element("gpxtpx:hr", sample[.heartRate].map { .integer($0) })
            xml.element("gpxtpx:cad", cadence)
            xml.close()
            xml.close()
        }
        xml.close()
    }
}
