import TestSupport
import Testing
import Vocabulary

@testable import Simulation

@Suite struct GivenRouteTests {
    /// A way of 3.1 km over hills, there and not back.
    private static let hills: [RoutePoint] = (0...310).map { step in
        let along = Double(step) / 310
        return RoutePoint(
            latitude: 46.5 + 0.02 * along, longitude: 9.8 + 0.01 * Elementary.sin(9 * along),
            altitude: 1800 + 60 * Elementary.sin(12 * along))
    }

    /// A square, 400 m a side, that ends 20 m before its start.
    private static let square: [RoutePoint] = {
        let side = 400 / 111_195.0
        return [(0, 0), (0, side), (side, side), (side, 0), (20 / 111_195.0, 0)].map {
            RoutePoint(latitude: $0.0, longitude: $0.1)
        }
    }()

    private static let perfect = Equipment(device: .perfect)

    private static func run(
        _ track: RouteTrack, seed: UInt64, lane: LaneID = 0, lap: Int = 0,
        _ equipment: Equipment = perfect, order: StartOrder = StartOrder()
    ) -> SimulatedRun {
        SimulatedRun(
            seed: seed, lane: lane, lap: lap, rate: .oneHertz, equipment: equipment,
            on: Terrain(track), order: order)
    }

    /// The samples with their places, while the athlete runs.
    private static func samples(_ run: SimulatedRun) -> [(sample: Sample, site: Site?)] {
        var run = run
        var samples: [(Sample, Site?)] = []
        while run.nextOffset != nil {
            guard case .sample(var sample) = run.next().content else { continue }
            run.locate(&sample)
            samples.append((sample, run.trueSite))
        }
        return samples
    }

    @Test func `a way is as long as its legs, and leads through its points`() throws {
        let track = try #require(RouteTrack(Self.square))
        #expect((track.length - 1580).magnitude < 8)
        #expect(track.way.isLoop && (track.way.span - track.length - 20).magnitude < 0.5)
        let corner = track.way.point(at: 400)
        #expect((corner.east - 400).magnitude < 3 && corner.north.magnitude < 1)
        let again = track.way.point(at: track.way.span + 200)
        #expect(again.distance(to: track.way.point(at: 200)) < 1e-6)
    }

    @Test func `a way that does not return is run back, and its ends are turns`() throws {
        let track = try #require(RouteTrack(Self.hills))
        #expect(!track.way.isLoop)
        for metres in [0, 1, 700.5, 2000] {
            let there = track.way.point(at: track.length - metres)
            let back = track.way.point(at: track.length + metres)
            #expect(there.distance(to: back) < 1e-6)
        }
        let cell = (track.length / RouteWay.cell).rounded() * RouteWay.cell
        #expect(track.bend(at: cell)?.sharpness == 1)
        #expect(track.bend(at: 2 * RouteWay.cell) == nil)
    }

    @Test func `each corner of a square is one bend of a right angle`() throws {
        let track = try #require(RouteTrack(Self.square))
        let bends = (0..<Int(track.length / RouteWay.cell)).compactMap {
            track.bend(at: Double($0) * RouteWay.cell)?.sharpness
        }
        #expect((3...5).contains(bends.count), "\(bends)")
        #expect(bends.allSatisfy { (0.3...0.6).contains($0) }, "\(bends)")
    }

    @Test(arguments: Seeds.of(1...20, few: 4))
    func `a route is run once from its start to its end, and climbed as high as it is`(
        seed: UInt64
    ) throws {
        let track = try #require(RouteTrack(Self.hills))
        let run = Self.run(track, seed: seed)
        #expect(run.plan.kind == .mission)
        #expect(run.plan.mission?.targetDistance == track.length)
        let samples = Self.samples(run)
        let last = try #require(samples.last)
        let distance = Metric.distance.value(try #require(last.sample[.distance]))
        #expect((track.length...track.length + 12).contains(distance), "seed \(seed)")
        var climb = Climb(from: Float(Self.hills[0].altitude ?? 0))
        for point in Self.hills { climb.reach(Float(point.altitude ?? 0)) }
        let ascent = Metric.ascent.value(try #require(last.sample[.ascent]))
        #expect((ascent / climb.ascent - 1).magnitude < 0.05, "seed \(seed)")
        let end = try #require(Self.hills.last)
        let site = try #require(last.site)
        let north = Metric.latitude.value(site.latitude) - end.latitude
        #expect((north * 111_200).magnitude < 12)
    }

    @Test(arguments: Seeds.of(1...20, few: 4))
    func `two runs over one route lead along one line, but for the receiver`(seed: UInt64) throws {
        let track = try #require(RouteTrack(Self.hills))
        for lane: LaneID in [0, 1] {
            for (sample, site) in Self.samples(Self.run(track, seed: seed, lane: lane)) {
                guard let site, let units = sample[.distance] else { continue }
                let there = track.way.point(at: Metric.distance.value(units))
                let here = track.region.point(
                    latitude: Metric.latitude.value(site.latitude),
                    longitude: Metric.longitude.value(site.longitude))
                #expect(here.distance(to: there) < 0.1, "seed \(seed), lane \(lane)")
            }
        }
        let errors = Self.samples(Self.run(track, seed: seed, Equipment(device: .strap)))
            .compactMap { sample, site -> Double? in
                guard let site, let latitude = sample[.latitude] else { return nil }
                return Metric.latitude.value(latitude - site.latitude).magnitude * 111_200
            }
        #expect(errors.contains { $0 > 0.3 } && errors.allSatisfy { $0 < 60 }, "seed \(seed)")
    }

    @Test func `a plan that is ordered ends the run, and the route goes on`() throws {
        let track = try #require(RouteTrack(Self.square))
        let run = Self.run(track, seed: 3, order: StartOrder(plan: .easy))
        #expect(run.plan.kind == .easy)
        let last = try #require(Self.samples(run).last?.sample[.distance])
        #expect(Metric.distance.value(last) > 2 * track.length)
    }

    @Test func `a route that a lap is too short for is run as far as a drawn plan leads`() throws {
        let far = (0...300).map {
            RoutePoint(latitude: 50 + Double($0) * 0.001, longitude: 8, altitude: nil)
        }
        let track = try #require(RouteTrack(far))
        let athlete = Athlete.drawn(seed: 5, lane: 0)
        #expect(RunPlan.time(of: track, athlete: athlete) > RunPlan.longestRoute.ofLap)
        let plan = Self.run(track, seed: 5).plan
        #expect(plan == RunPlan.drawn(seed: 5, lane: 0, lap: 0, athlete: athlete))
        #expect(Terrain(track).longestRun(of: athlete) != nil)
    }

    @Test func `points at one place are no way`() {
        let place = RoutePoint(latitude: 1, longitude: 2)
        #expect(RouteTrack([]) == nil && RouteTrack([place]) == nil)
        #expect(RouteTrack([place, place]) == nil)
    }

    @Test(arguments: Seeds.of(1...20, few: 3))
    func `a region moves every place, and nothing else`(seed: UInt64) throws {
        let region = try #require(Region(parsing: "-33.9,151.2,20"))
        let terrain = Grounds(region: region)[3]
        var (here, there) = (
            SimulatedRun(seed: seed, lane: 3, lap: 0, rate: .oneHertz),
            SimulatedRun(seed: seed, lane: 3, lap: 0, rate: .oneHertz, on: terrain)
        )
        while here.nextOffset != nil {
            #expect(here.next() == there.next())
            guard let site = there.trueSite else { continue }
            #expect((-34.3 ... -33.5).contains(Metric.latitude.value(site.latitude)))
            #expect((150.8...151.6).contains(Metric.longitude.value(site.longitude)))
        }
    }

    @Test func `a region beyond its borders is none, and its text is read again`() {
        for text in [
            "80.1,0,5", "-81,0,5", "0,180.1,5", "0,0,0.9", "0,0,51", "0,0", "0,0,5,5", "a,0,5",
            "nan,0,5", "0,inf,5", "0,,5", "",
        ] {
            #expect(Region(parsing: text) == nil, "\(text)")
        }
        for text in ["80,180,50", "-80,-180,1", "47.9,11.3,20"] {
            let region = Region(parsing: text)
            #expect(region != nil && region == Region(parsing: "\(region ?? .standard)"))
        }
        #expect(Region(parsing: "\(Region.standard)") == .standard)
    }

    @Test func `beyond the date line a longitude goes on from the other side`() throws {
        let region = try #require(Region(latitude: 10, longitude: 179.99, kilometres: 50))
        let (_, east) = region.coordinates(of: GroundPoint(east: 20_000, north: 0))
        #expect((-180 ... -179.8).contains(east))
    }
}
