import Simulation
import Vocabulary

/// Writes where a run led as the document that lies beside an export of the Health app, point by
/// point: GPX 1.1 with one track of one segment, whether the run had pauses or not.
///
/// A point is the last position of a second, at the time that the records of the second have. A run
/// without a position has no document, nor has one that begins outside the range of the export:
/// then there are no bytes.
package struct HealthRoute: ActivityDocument, Sendable {
    private let facts: HealthFacts
    private let name: String
    private let period: FleetDuration
    /// Whether the run has a workout in the export; nil before its first sample.
    private var isWanted: Bool?
    /// Nil before the first point.
    private var xml: XMLWriter?
    /// The last position of a second that may not be over.
    private var pending: ActivityMoment?
    private var place: GeoPoint?

    package static let wantsAccuracy = true

    /// What is told of a recording, whose recorder's accuracy is not known.
    static let recorded = PlaceAccuracy(position: 5, altitude: 5)

    /// - Parameters:
    ///   - facts: those of the export.
    ///   - name: of the track.
    ///   - period: of the samples.
    package init(_ facts: HealthFacts, name: String, period: FleetDuration) {
        self.facts = facts
        self.name = name
        self.period = period
    }

    package mutating func take(_ moment: ActivityMoment) {
        if isWanted == nil { isWanted = facts.contains(moment.point.before(period).instant) }
        guard isWanted == true, moment.sample.hasPosition else { return }
        if let pending, Self.second(pending) != Self.second(moment) { writePending() }
        pending = moment
    }

    package mutating func pause(at point: ActivityPoint) {}
    package mutating func resume(at point: ActivityPoint) {}

    package var waitingBytes: Int { xml?.count ?? 0 }

    package mutating func drain() -> [UInt8] { xml?.drain() ?? [] }

    package consuming func finish() -> [UInt8] {
        writePending()
        for _ in Self.elements where xml != nil { xml?.close() }
        return drain()
    }

    private static let elements = ["gpx", "trk", "trkseg"]

    private static func second(_ moment: ActivityMoment) -> Int64 {
        moment.point.instant.ticks.dividedRoundingDown(by: FleetDuration.ticksPerSecond)
    }

    private mutating func writePending() {
        guard let moment = pending.take() else { return }
        var xml = xml.take() ?? begun()
        let sample = moment.sample
        let next = GeoPoint(
            latitudeUnits: sample[.latitude] ?? 0, longitudeUnits: sample[.longitude] ?? 0)
        let course = next.flatMap { place?.course(to: $0) }
        place = next
        let accuracy = moment.accuracy ?? Self.recorded
        xml.openPoint(sample, at: Self.second(moment))
        xml.open("extensions")
        xml.element("speed", sample[.speed].map { .decimal($0, 3) } ?? Self.unknown)
        xml.element("course", course.map(Self.hundredths) ?? Self.unknown)
        xml.element("hAcc", Self.hundredths(accuracy.position))
        let altitude = sample[.altitude].map { _ in Self.hundredths(accuracy.altitude) }
        xml.element("vAcc", altitude ?? Self.unknown)
        xml.close()
        xml.close()
        self.xml = xml
    }

    private func begun() -> XMLWriter {
        var xml = XMLWriter()
        let exported = facts.exported.ticks
        xml.openTrack(
            name, by: "Apple Health Export",
            at: exported.dividedRoundingDown(by: FleetDuration.ticksPerSecond))
        xml.open("trkseg")
        return xml
    }

    /// What the phone's system says for what it does not know.
    private static let unknown = XMLValue.integer(-1)

    private static func hundredths(_ value: Double) -> XMLValue {
        .decimal(Decimal64(rounding: value, decimals: 2)?.units ?? 0, 2)
    }
}

/// The reference of a workout to the document of its route.
struct HealthRouteReference: Sendable {
    private let name: String
    /// When the first and the last position were known; nil without one.
    private var span: (first: FleetInstant, last: FleetInstant)?

    init(name: String) { self.name = name }

    mutating func note(_ moment: ActivityMoment) {
        guard moment.sample.hasPosition else { return }
        let instant = moment.point.instant
        span = (span?.first ?? instant, instant)
    }

    /// Nothing without a position: then there is no document either.
    func write(_ records: inout HealthRecords) {
        guard let span else { return }
        let facts = records.facts
        records.xml.open(
            "WorkoutRoute",
            records.source() + [
                ("creationDate", facts.time(span.last)), ("startDate", facts.time(span.first)),
                ("endDate", facts.time(span.last)),
            ])
        records.xml.empty("FileReference", [("path", .text("/workout-routes/\(name).gpx"))])
        records.xml.close()
    }
}
