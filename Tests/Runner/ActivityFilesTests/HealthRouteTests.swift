import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import ActivityFiles

/// The documents of routes, and how workouts refer to them.
@Suite struct HealthRouteTests {
    private static let second = FleetDuration.seconds(1)

    private static func facts(_ range: Range<FleetInstant>? = nil) -> HealthFacts {
        HealthFacts(
            name: "s7", serialNumber: 42, profile: RunScript.profile(),
            exported: RunScript.start + .seconds(86_400), range: range, localOffset: { _ in 3600 },
            day: { HealthDay(date: "2026-03-01", range: $0..<$0 + .seconds(86_400)) })
    }

    private static func moment(
        _ ticks: Int64, _ values: KeyValuePairs<Metric, Int64>, paused: Int64 = 0,
        _ accuracy: PlaceAccuracy? = nil
    ) -> ActivityMoment {
        var moment = ActivityMoment(
            RunScript.sample(values), at: RunScript.point(ticks, paused: paused), phase: .climb)
        moment.accuracy = accuracy
        return moment
    }

    private static func place(_ north: Int64, _ east: Int64) -> KeyValuePairs<Metric, Int64> {
        [.latitude: 480_000_000 + north, .longitude: 113_000_000 + east, .altitude: 6543]
    }

    private static func route(
        _ range: Range<FleetInstant>? = nil, period: FleetDuration = second,
        name: String = "Route", _ write: (inout HealthRoute) -> Void
    ) -> [UInt8] {
        var route = HealthRoute(facts(range), name: name, period: period)
        write(&route)
        return route.finish()
    }

    @Test func `a route is one segment of points in the order of the phone's elements`() throws {
        let bytes = Self.route { route in
            route.take(Self.moment(50, Self.place(0, 0)))
            route.pause(at: RunScript.point(50))
            route.resume(at: RunScript.point(500, paused: 450))
            route.take(
                Self.moment(
                    550,
                    [
                        .latitude: -1, .longitude: 1_799_999_999, .altitude: -32, .speed: 3004,
                        .heartRate: 150,
                    ], paused: 450, PlaceAccuracy(position: 1.449, altitude: 4.4)))
        }
        let root = try XMLTree.read(bytes)
        #expect(root.name == "gpx" && root["creator"] == "Apple Health Export")
        #expect(root["xmlns"] == "http://www.topografix.com/GPX/1/1" && root["version"] == "1.1")
        #expect(root[children: "metadata"].first?.value("time") == "2026-03-02T06:00:00Z")
        #expect(root.all("trk").count == 1 && root.all("trkseg").count == 1)
        let points = root.all("trkpt")
        try #require(points.count == 2)
        #expect(
            points.map { $0.children.map(\.name) } == [
                ["ele", "time", "extensions"], ["ele", "time", "extensions"],
            ])
        #expect(points[1]["lat"] == "-0.0000001" && points[1]["lon"] == "179.9999999")
        #expect(points.map { $0.value("ele") } == ["654.3", "-3.2"])
        #expect(
            points.map { $0.value("time") } == ["2026-03-01T06:00:01Z", "2026-03-01T06:00:11Z"])
        let extensions = points.compactMap { $0[children: "extensions"].first?.children }
        let words = ["speed", "course", "hAcc", "vAcc"]
        #expect(extensions.map { $0.map(\.name) } == [words, words])
        // What is not known is -1, but for the accuracy of a recording, which is a constant.
        #expect(extensions[0].map(\.text) == ["-1", "-1", "5.00", "5.00"])
        #expect(extensions[1].map(\.text).first == "3.004")
        #expect(extensions[1].map(\.text).suffix(2) == ["1.45", "4.40"])
    }

    @Test(arguments: [
        (1000, 0, 0.0), (0, 1000, 90.0), (-1000, 0, 180.0), (0, -1000, 270.0),
        (669_131, 1_000_000, 45.0), (-669_131, 1_000_000, 135.0), (-669_131, -1_000_000, 225.0),
        (669_131, -1_000_000, 315.0),
    ])
    func `the course is clockwise from true north`(north: Int64, east: Int64, degrees: Double) {
        func point(_ north: Int64, _ east: Int64) -> GeoPoint? {
            GeoPoint(latitudeUnits: 480_000_000 + north, longitudeUnits: east)
        }
        let course = point(0, 0).flatMap { one in point(north, east).flatMap(one.course) }
        #expect(abs((course ?? -1) - degrees) < 0.05, "\(course ?? -1)")
    }

    @Test func `there is a course over the date line and at a pole, and none to the same place`() {
        func point(_ latitude: Int64, _ longitude: Int64) -> GeoPoint? {
            GeoPoint(latitudeUnits: latitude * 1000, longitudeUnits: longitude * 1000)
        }
        let east = point(0, 1_799_990).flatMap { one in point(0, -1_799_990).flatMap(one.course) }
        #expect(east == 90)
        for latitude in [900_000, -900_000] as [Int64] {
            let one = point(latitude, 0)
            for longitude in [-1_800_000, 0, 1_800_000] as [Int64] {
                let course = one.flatMap { one in
                    point(latitude, longitude).flatMap(one.course)
                }
                #expect(course.map((0..<360).contains) ?? (longitude % 1_800_000 == 0))
            }
        }
        #expect(point(480_000, 113_000).flatMap { $0.course(to: $0) } == nil)
    }

    @Test func `a point is the last position of a second, rounded down`() throws {
        let bytes = Self.route(period: FleetDuration(ticks: 5)) { route in
            for step in 1...30 as ClosedRange<Int64> {
                // The last samples of the second second have no position.
                let isKnown = !(16...19).contains(step)
                route.take(Self.moment(step * 5, isKnown ? Self.place(step, 0) : [.speed: 1]))
            }
        }
        let points = try XMLTree.read(bytes).all("trkpt")
        #expect(
            points.map { $0["lat"] } == ["48.0000009", "48.0000015", "48.0000029", "48.0000030"])
        #expect(
            points.map { $0.value("time")?.suffix(3) } == ["00Z", "01Z", "02Z", "03Z"])
    }

    @Test func `nothing is written without a position, or of a run that has no workout`() {
        #expect(
            Self.route { route in
                route.take(Self.moment(50, [.latitude: 1, .altitude: 1]))
                route.take(Self.moment(100, [.heartRate: 100]))
            }.isEmpty)
        let range = RunScript.start + .seconds(1)..<RunScript.start + .seconds(9)
        for (first, isThere) in [(50, false), (100, true), (500, false)] as [(Int64, Bool)] {
            let bytes = Self.route(range) { route in
                for second in 0..<20 as Range<Int64> {
                    route.take(Self.moment(first + second * 50, Self.place(second, 0)))
                }
            }
            #expect(bytes.isEmpty != isThere, "\(first)")
        }
    }

    @Test func `a route that is read again is where it was`() throws {
        let seed: UInt64 = 11
        var random = SeededGenerator(seed: seed)
        var places: [[Int64]] = []
        let bytes = Self.route { route in
            for second in 1...600 as ClosedRange<Int64> {
                places.append([
                    Int64.random(in: -900_000_000...900_000_000, using: &random),
                    Int64.random(in: -1_800_000_000...1_800_000_000, using: &random),
                    Int64.random(in: -4000...88_000, using: &random),
                ])
                let place = places[places.count - 1]
                route.take(
                    Self.moment(
                        second * 50,
                        [.latitude: place[0], .longitude: place[1], .altitude: place[2]]))
            }
        }
        let leg = try #require(try XMLActivity.read(bytes).legs.first)
        let read = leg.track.points.map { point in
            [Metric.latitude, .longitude, .altitude].map { point.sample[$0] }
        }
        #expect(read == places, "seed \(seed)")
        #expect(leg.track.points.allSatisfy { $0.sample[.speed] == nil })
    }

    @Test func `a name is escaped in the route and where a workout refers to it`() throws {
        let name = "a\"<&>\n\u{1}"
        let route = Self.route(name: name) { $0.take(Self.moment(50, Self.place(0, 0))) }
        #expect(try XMLTree.read(route).all("trk").first?.value("name") == "a\"<&>\n\u{FFFD}")
        let workout = try #require(try Self.workouts(name).first)
        #expect(
            workout.all("FileReference").first?["path"]
                == "/workout-routes/a\"<&>\n\u{FFFD}.gpx")
    }

    private static func workouts(
        _ route: String?, isIndoors: Bool = false, isPlaced: Bool = true
    ) throws -> [XMLTree] {
        var file = HealthFile(facts())
        file.begin(
            at: RunScript.point(0), RunScript.profile(), period: second, route: route,
            isIndoors: isIndoors)
        for step in 1...20 as ClosedRange<Int64> {
            var moment = RunScript.moment(step)
            if isPlaced, (7...16).contains(step) {
                moment = ActivityMoment(
                    RunScript.sample(place(step, step)), at: moment.point, phase: .climb)
            }
            file.take(moment, isRunning: true)
            if step == 12 {
                file.pause(at: RunScript.point(300))
                file.resume(at: RunScript.point(800, paused: 500))
            }
        }
        file.endRun()
        return try XMLTree.read(file.finish([]))[children: "Workout"]
    }

    @Test func `a workout names its route between its events and its statistics`() throws {
        let workout = try #require(try Self.workouts("route_2026-03-01_7.00am").first)
        var names = workout.children.map(\.name)
        names = names.indices.filter { $0 == 0 || names[$0] != names[$0 - 1] }.map { names[$0] }
        #expect(names == ["MetadataEntry", "WorkoutEvent", "WorkoutRoute", "WorkoutStatistics"])
        let route = try #require(workout[children: "WorkoutRoute"].first)
        #expect(route["sourceName"] == "Runway")
        #expect(route["startDate"] == "2026-03-01 07:00:03 +0100")
        #expect(route["endDate"] == "2026-03-01 07:00:18 +0100")
        #expect(route["creationDate"] == route["endDate"])
        #expect(
            route.children.map { $0["path"] } == ["/workout-routes/route_2026-03-01_7.00am.gpx"])
    }

    @Test func `a workout indoors says so, and one without positions names no route`() throws {
        for (isIndoors, told) in [(true, "1"), (false, "0")] {
            let workout = try #require(
                try Self.workouts("x", isIndoors: isIndoors, isPlaced: false).first)
            #expect(workout.all("WorkoutRoute").isEmpty)
            let entry = workout[children: "MetadataEntry"].first
            #expect(entry?["key"] == "HKIndoorWorkout" && entry?["value"] == told)
        }
        #expect(try Self.workouts(nil).first?.all("WorkoutRoute").isEmpty == true)
    }
}
