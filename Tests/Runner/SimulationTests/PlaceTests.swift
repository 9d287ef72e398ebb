import TestSupport
import Testing
import Vocabulary

@testable import Simulation

@Suite struct PlaceTests {
    /// A second of a run: what was measured with its place, and where the athlete truly was.
    private struct Moment {
        let sample: Sample
        let site: Site?
    }

    private static func moments(
        seed: UInt64, lane: LaneID, lap: Int = 0, _ equipment: Equipment = Equipment()
    ) -> [Moment] {
        var run = SimulatedRun(
            seed: seed, lane: lane, lap: lap, rate: .oneHertz, equipment: equipment)
        var moments: [Moment] = []
        while run.nextOffset != nil {
            guard case .sample(var sample) = run.next().content else { continue }
            run.locate(&sample)
            moments.append(Moment(sample: sample, site: run.trueSite))
        }
        return moments
    }

    private static let perfect = Equipment(device: .perfect)

    /// Metres between two places that are near each other.
    private static func metres(_ one: Site, _ other: Site) -> Double {
        let parallel = Elementary.cos(Metric.latitude.value(one.latitude) * .pi / 180)
        let north = Metric.latitude.value(other.latitude - one.latitude) * 111_250
        let east = Metric.longitude.value(other.longitude - one.longitude) * 111_500 * parallel
        return (north * north + east * east).squareRoot()
    }

    private static func site(_ sample: Sample) -> Site? {
        guard let latitude = sample[.latitude], let longitude = sample[.longitude] else {
            return nil
        }
        return Site(
            latitude: latitude, longitude: longitude, altitude: sample[.altitude] ?? 0)
    }

    @Test(arguments: Seeds.of(1...40, few: 6))
    func `the way over the ground is as long as the distance`(seed: UInt64) throws {
        for lane: LaneID in 0..<4 {
            let moments = Self.moments(seed: seed, lane: lane, Self.perfect)
            guard moments[0].site != nil else { continue }
            let sites = moments.compactMap(\.site)
            #expect(sites.count == moments.count)
            let way = zip(sites, sites.dropFirst()).reduce(0) { $0 + Self.metres($1.0, $1.1) }
            let last = try #require(moments.last?.sample[.distance])
            let distance = Metric.distance.value(last)
            // Corners are cut, and degrees have seven decimals.
            #expect((0.985...1.003).contains(way / distance), "seed \(seed), lane \(lane)")
        }
    }

    @Test(arguments: Seeds.of(1...20, few: 4))
    func `a perfect device tells the place itself`(seed: UInt64) {
        for moment in Self.moments(seed: seed, lane: 1, Self.perfect) {
            #expect(Self.site(moment.sample) == moment.site)
        }
    }

    @Test(arguments: Seeds.of(1...20, few: 4))
    func `a watch errs by metres, and its altitude has steps`(seed: UInt64) {
        var errors: [Double] = []
        for lane: LaneID in 0..<3 {
            for moment in Self.moments(seed: seed, lane: lane) {
                guard let told = Self.site(moment.sample), let site = moment.site else { continue }
                errors.append(Self.metres(told, site))
                #expect(told.altitude % 2 == 0)
                #expect(abs(told.altitude - site.altitude) < 300)
            }
        }
        guard !errors.isEmpty else { return }
        errors.sort()
        #expect((0.5...8).contains(errors[errors.count / 2]))
        #expect(errors[errors.count - 1] < 60)
    }

    @Test(arguments: Seeds.of(1...20, few: 4))
    func `errors are as large as the device takes them to be, save for walls`(seed: UInt64) throws {
        var shares: [Double] = []
        for lane in (0..<24).map(LaneID.init(index:)) {
            var run = SimulatedRun(seed: seed, lane: lane, lap: 0, rate: .oneHertz)
            while run.nextOffset != nil {
                guard case .sample(var sample) = run.next().content else { continue }
                run.locate(&sample)
                guard let told = Self.site(sample), let site = run.trueSite else { continue }
                let accuracy = try #require(run.placeAccuracy)
                #expect((0.2...60).contains(accuracy.position))
                #expect((4...12).contains(accuracy.altitude))
                shares.append(Self.metres(told, site) / accuracy.position)
            }
        }
        shares.sort()
        // The median of a distance whose parts have the deviation 1 is 1.18; walls add to it.
        #expect((0.9...1.9).contains(shares[shares.count / 2]), "seed \(seed)")
    }

    @Test func `asking where changes nothing, and the answer is the same again`() {
        var (asked, unasked) = (
            SimulatedRun(seed: 9, lane: 2, lap: 1, rate: .oneHertz),
            SimulatedRun(seed: 9, lane: 2, lap: 1, rate: .oneHertz)
        )
        while asked.nextOffset != nil {
            let (one, other) = (asked.next(), unasked.next())
            #expect(one == other)
            guard case .sample(var sample) = one.content else { continue }
            var again = sample
            asked.locate(&sample)
            asked.locate(&again)
            #expect(sample == again)
        }
    }

    @Test func `indoors there is no place, and some sessions are indoors`() {
        var indoors = 0
        for lane in (0..<120).map(LaneID.init(index:)) {
            var run = SimulatedRun(seed: 3, lane: lane, lap: 0, rate: .oneHertz)
            guard case .sample(var sample) = run.next().content, run.trueSite == nil else {
                continue
            }
            indoors += 1
            run.locate(&sample)
            #expect(sample.present.isDisjoint(with: Metric.places))
        }
        #expect((2...20).contains(indoors))
    }

    @Test func `without satellites there is no position, but an altitude and an ascent`() throws {
        let script = try FaultScript(parsing: "gps lost 60 s at 10:00")
        var lost = 0
        for moment in Self.moments(seed: 5, lane: 0, Equipment(device: .strap, faults: script))
        where moment.site != nil && moment.sample[.speed] == nil {
            lost += 1
            #expect(moment.sample[.latitude] == nil && moment.sample[.longitude] == nil)
            #expect(moment.sample[.altitude] != nil && moment.sample[.ascent] != nil)
        }
        #expect(lost >= 50)
    }

    @Test(arguments: Seeds.of(1...20, few: 4))
    func `the ascent never shrinks`(seed: UInt64) {
        var last: Int64 = 0
        for moment in Self.moments(seed: seed, lane: 3) {
            guard let ascent = moment.sample[.ascent] else { continue }
            #expect(ascent >= last)
            last = ascent
        }
    }
}

@Suite struct PlaceModelTests {
    @Test func `a track of 400 m closes, and goes as far as its distance`() {
        let stream = RandomStream(seed: 1, lane: 2, purpose: 3)
        let start = GroundPoint(east: 120, north: -40)
        let route = Route(.track, from: start, length: 400, stream: stream)
        var way = 0.0
        for metre in 0..<800 {
            way += route.trackPoint(at: Double(metre)).distance(
                to: route.trackPoint(at: Double(metre + 1)))
        }
        #expect((way - 800).magnitude < 0.3)
        #expect(route.trackPoint(at: 400).distance(to: route.trackPoint(at: 0)) < 0.05)
    }

    @Test func `no place of the country lies below the sea, or beyond a narrow row`() {
        var range = (low: Double.infinity, high: -Double.infinity)
        for seed: UInt64 in 1...40 {
            let field = HeightField(seed: seed)
            for row in -20...20 {
                for column in -20...20 {
                    let point = GroundPoint(east: Double(column) * 1370, north: Double(row) * 1370)
                    let altitude = Region.standard.altitude + field.height(at: point)
                    range = (min(range.low, altitude), max(range.high, altitude))
                }
            }
        }
        // A watch is wrong by some metres more.
        #expect(range.low > 60 && range.high < 6000, "\(range)")
    }

    @Test(arguments: [
        (0.0, 110_574.0, 111_320.0), (45, 111_132, 78_847), (60, 111_412, 55_800),
        (-80, 111_660, 19_394),
    ])
    func `a degree is as long as on the ellipsoid`(
        latitude: Double, ofLatitude: Double, ofLongitude: Double
    ) {
        let region = Region(latitude: latitude, longitude: 170, altitude: 0, radius: 1)
        let (north, _) = region.coordinates(of: GroundPoint(east: 0, north: 1000))
        let (_, east) = region.coordinates(of: GroundPoint(east: 1000, north: 0))
        #expect((1000 / (north - latitude) / ofLatitude - 1).magnitude < 2e-4)
        #expect((1000 / (east - 170) / ofLongitude - 1).magnitude < 2e-4)
    }

    @Test func `noise of knots is of mean 0 and deviation 1 at every instant, and smooth`() {
        for phase in [0.0, 0.25, 0.5, 0.99] {
            var (sum, squares) = (0.0, 0.0)
            for number in 0..<4000 {
                let stream = RandomStream(seed: 7, lane: number, purpose: 1)
                let value = KnotNoise(stream, layer: 0, spacing: 10).value(at: 10 * (5 + phase))
                sum += value
                squares += value * value
            }
            #expect((sum / 4000).magnitude < 0.06)
            #expect((squares / 4000 - 1).magnitude < 0.08)
        }
        let noise = KnotNoise(RandomStream(seed: 7, lane: 1, purpose: 1), layer: 3, spacing: 10)
        for tenth in 0..<5000 {
            let now = noise.value(at: Double(tenth) / 10)
            let then = noise.value(at: Double(tenth + 1) / 10)
            #expect((now - then).magnitude < 0.06)
        }
    }

    @Test(
        arguments: [
            ([0, 4.9, 0, 4.9], 0.0), ([0, 5, 10], 10), ([0, 6, 2, 7], 7), ([0, 6, 1, 6], 11),
            ([10, 4, 9.5, 3, 9], 11.5), ([0, -20, -14.9, -15], 5.1),
        ] as [([Float], Double)])
    func `a climb counts from five metres on`(heights: [Float], expected: Double) {
        var climb = Climb(from: heights[0])
        for height in heights.dropFirst() { climb.reach(height) }
        #expect((climb.ascent - expected).magnitude < 1e-4)
    }
}
