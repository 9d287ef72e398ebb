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
        xml.openTrack(
            "\(facts.name), \(facts.profile.planName)", by: "Runway", Self.namespaces,
            at: course.second(of: origin))
        xml.element("type", .word("running"))
    }

    private static let namespaces: [XMLWriter.Attribute] = [
        ("xmlns:gpxtpx", .word("http://www.garmin.com/xmlschemas/TrackPointExtension/v1"))
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
        guard sample.hasPosition else { return }
        if !isSegmentOpen { xml.open("trkseg") }
        isSegmentOpen = true
        xml.openPoint(sample, at: second)
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

/// What documents of GPX 1.1 have in common.
extension XMLWriter {
    /// Opens a document and its only track.
    ///
    /// - Parameter second: when the document says it was made, since 1970.
    mutating func openTrack(
        _ name: String, by creator: StaticString, _ namespaces: [Attribute] = [], at second: Int64
    ) {
        open(
            "gpx",
            [
                ("version", .word("1.1")), ("creator", .word(creator)),
                ("xmlns", .word("http://www.topografix.com/GPX/1/1")),
            ] + namespaces)
        open("metadata")
        element("time", .utc(second))
        close()
        open("trk")
        element("name", .text(name))
    }

    /// Opens the point of a sample with its place and its time, in seconds since 1970.
    mutating func openPoint(_ sample: Sample, at second: Int64) {
        open(
            "trkpt",
            [
                ("lat", .decimal(sample[.latitude] ?? 0, Metric.latitude.decimals)),
                ("lon", .decimal(sample[.longitude] ?? 0, Metric.longitude.decimals)),
            ])
        element("ele", sample[.altitude].map { .decimal($0, Metric.altitude.decimals) })
        element("time", .utc(second))
    }
}

extension Sample {
    var hasPosition: Bool { self[.latitude] != nil && self[.longitude] != nil }
}
