import Testing
import Vocabulary

@testable import ActivityFiles

@Suite struct GPXElementsTests {
    /// 2026-03-01T06:00:00Z in ticks.
    private static let start: Int64 = 1_772_344_800 * 50

    private static func point(
        _ second: Int, _ place: String = "lat='47' lon='8'", _ inner: String = ""
    ) -> String {
        "<trkpt \(place)><ele>400</ele><time>2026-03-01T06:00:\(second + 10)Z</time>"
            + "\(inner)</trkpt>"
    }

    private static func legs(_ inner: String) throws -> [TrackLeg] {
        let (legs, fault) = try XMLActivity.read(Array("<gpx>\(inner)</gpx>".utf8))
        #expect(fault == nil)
        return legs
    }

    private static func track(_ inner: String) throws -> Track {
        try #require(try legs("<trk><trkseg>\(inner)</trkseg></trk>").first).track
    }

    @Test func `a point has its values in the units of metrics`() throws {
        let track = try Self.track(
            Self.point(
                0, "lon=\"8.5\" lat=\"47.3\"",
                """
                <ele>-12.34</ele>
                <extensions><g:TrackPointExtension><g:atemp>20</g:atemp><g:hr>151</g:hr>
                <g:cad>85</g:cad><g:speed>2.9876</g:speed></g:TrackPointExtension></extensions>
                """)
                + Self.point(
                    1, "lat='47.301' lon='8.5'",
                    "<extensions><heartrate>152.4</heartrate><cadence>86</cadence></extensions>"))
        #expect(track.points.map(\.time) == [Self.start + 500, Self.start + 550])
        #expect(
            track.points.map(\.sample) == [
                RunScript.sample([
                    .heartRate: 151, .cadence: 1700, .speed: 2988, .distance: 0,
                    .altitude: -123, .latitude: 473_000_000, .longitude: 85_000_000,
                ]),
                RunScript.sample([
                    .heartRate: 152, .cadence: 1720, .distance: 11_120, .altitude: 4000,
                    .latitude: 473_010_000, .longitude: 85_000_000,
                ]),
            ])
        #expect(track.start == nil && track.totals == TrackTotals() && track.segments.isEmpty)
        #expect(track.losses.all.isEmpty)
    }

    @Test func `nothing lies between segments`() throws {
        let (west, east) = ("lat='0' lon='0'", "lat='0' lon='0.001'")
        let track = try Self.track(
            Self.point(0, west) + Self.point(1, east) + "</trkseg><trkseg/><trkseg>"
                + Self.point(2, west) + Self.point(3, east))
        #expect(track.points.map { $0.sample[.distance] } == [0, 11_120, 11_120, 22_239])
        #expect(track.segments == [2])
    }

    @Test func `a point of no place keeps its time and values`() throws {
        let track = try Self.track(
            Self.point(0) + Self.point(1, "lat='91' lon='8'", "<hr>150</hr>")
                + Self.point(2, "lat='x' lon='8'") + Self.point(3, "lat='47'")
                + Self.point(4, "lat='47' lon='180.1'") + Self.point(5, "lat='47.001' lon='8'"))
        #expect(
            track.points.map { $0.sample[.distance] } == [0, nil, nil, nil, nil, 11_120])
        #expect(track.points[1].sample[.heartRate] == 150)
    }

    @Test func `the way leads through points without a time`() throws {
        let track = try Self.track(
            Self.point(0, "lat='0' lon='0'") + "<trkpt lat='0.001' lon='0'/>"
                + Self.point(1, "lat='0' lon='0'"))
        #expect(track.points.map { $0.sample[.distance] } == [0, 22_239])
        #expect(track.losses.all.map(\.kind) == [.noTime])
    }

    @Test func `every track with points is a leg, with its sport where that is another`() throws {
        let track = "<trkseg>\(Self.point(0))</trkseg>"
        let legs = try Self.legs(
            "<metadata><time>2026-03-01T05:00:00Z</time></metadata><wpt lat='1' lon='1'><type>x"
                + "</type></wpt><rte><rtept lat='1' lon='1'/></rte><trk/>"
                + "<trk><type>running</type>\(track)</trk><trk>\(track)<type>Ride</type></trk>"
                + "<trk><trkseg><trkpt lat='1' lon='1'/></trkseg></trk><trk>\(track)</trk>")
        #expect(legs.map(\.otherSport) == [nil, "cycling", nil, nil])
        #expect(legs.map(\.track.points.count) == [1, 1, 0, 1])
        #expect(legs[2].track.losses.all.map(\.kind) == [.noTime])
        #expect(legs.map(\.place) == legs.map(\.place).sorted())
    }

    @Test func `more tracks than a file may have end it`() throws {
        let track = "<trk><trkseg>\(Self.point(0))</trkseg></trk>"
        let text = "<gpx>" + String(repeating: track, count: 1001) + "</gpx>"
        let (legs, fault) = try XMLActivity.read(Array(text.utf8))
        #expect(legs.count == 1000)
        #expect(fault == .xml(.tooManyActivities(1000), at: 5 + 1000 * track.utf8.count))
    }

    @Test func `a file cut at any byte gives its whole points`() throws {
        let points = (0..<5).map { second in
            Self.point(
                second, "lat='47.00\(second)' lon='8'",
                "<extensions><g:hr>15\(second)</g:hr></extensions>")
        }
        let bytes = Array("<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>".utf8)
        let whole = try #require(try XMLActivity.read(bytes).legs.first).track.points
        #expect(whole.count == 5)
        for count in 5..<bytes.count {
            let (legs, fault) = try XMLActivity.read(Array(bytes[..<count]))
            #expect(fault == .xml(.cutShort, at: count))
            #expect(whole.starts(with: legs.first?.track.points ?? []), "cut at \(count)")
        }
    }

    @Test func `a document that is none of a run is refused by its root`() {
        for (text, fault) in [
            ("<?xml version='1.0'?><kml/>", ActivityFault.xml(.root("kml"), at: 21)),
            ("<html><p></html>", ActivityFault.xml(.root("html"), at: 0)),
            ("<GPX/>", ActivityFault.xml(.root("GPX"), at: 0)),
            ("", ActivityFault.xml(.cutShort, at: 0)),
        ] {
            #expect(throws: fault) { try XMLActivity.read(Array(text.utf8)) }
        }
        #expect("\(XMLFault.root("kml"))" == "the document is kml, neither TCX nor GPX")
    }

    @Test(arguments: [
        (0.0, 0.0, 0.0, 1.0, 111_195.08), (0, 0, 0, 180, 20_015_114.44),
        (90, 0, -90, 77, 20_015_114.44), (0, 179.5, 0, -179.5, 111_195.08),
        (48.8566, 2.3522, 51.5074, -0.1278, 343_556.53), (47, 8, 47, 8, 0),
        (47, 8, 47.00001, 8, 1.1119508), (60, 10, 60, 10.00002, 1.1119508),
    ])
    func `great circles are as long as on the sphere`(
        latitude: Double, longitude: Double, toLatitude: Double, toLongitude: Double,
        metres: Double
    ) throws {
        func point(_ latitude: Double, _ longitude: Double) throws -> GeoPoint {
            let coordinates = [latitude, longitude].map {
                GeoPoint.coordinate(Array("\($0)".utf8)[...])
            }
            return try #require(GeoPoint(latitude: coordinates[0], longitude: coordinates[1]))
        }
        let (from, to) = (
            try point(latitude, longitude), try point(toLatitude, toLongitude)
        )
        #expect(abs(from.distance(to: to) - metres) <= max(1e-6, metres * 1e-7))
        #expect(abs(to.distance(to: from) - metres) <= max(1e-6, metres * 1e-7))
    }
}
