import TestSupport
import Testing
import Vocabulary

@testable import Simulation

/// Routes over the ground: where they lead, what stands at their corners, and who runs them.
@Suite struct RouteTests {
    private static let shapes: [Route.Shape] = [.loop, .outAndBack]

    private func route(_ shape: Route.Shape, _ seed: UInt64, length: Double = 8000) -> Route {
        Route(
            shape, from: GroundPoint(east: 3000, north: -7000), length: length,
            stream: RandomStream(seed: seed, lane: 1, purpose: RandomPurpose.route.rawValue))
    }

    /// Legs until a route is back at its start.
    private func legs(_ shape: Route.Shape) -> Int {
        shape == .loop ? Route.corners : 2 * Route.corners
    }

    @Test(arguments: shapes)
    func `a loop and a way out and back close, and are as long as was asked`(shape: Route.Shape) {
        for seed in UInt64(0)..<40 {
            let route = route(shape, seed)
            let legs = legs(shape)
            #expect(route.corner(legs) == route.corner(0), "seed \(seed)")
            #expect(route.corner(legs + 7) == route.corner(7), "seed \(seed)")
            let length = (0..<legs).reduce(0) {
                $0 + route.corner($1).distance(to: route.corner($1 + 1))
            }
            #expect((length / 8000 - 1).magnitude < 1e-3, "seed \(seed): \(length) m")
        }
    }

    @Test func `a way to and fro comes past the same corners in the other order`() {
        let route = route(.outAndBack, 5)
        for number in 0...Route.corners {
            let back = 2 * Route.corners - number
            #expect(route.corner(number) == route.corner(back))
            #expect(route.place(of: number) == route.place(of: back))
        }
    }

    @Test func `somebody who runs on for days is still on the route`() {
        for shape in Route.Shape.allCases {
            let route = route(shape, 9)
            let corner = route.corner(Int(Int32.max))
            #expect(corner.east.isFinite && corner.north.isFinite, "\(shape)")
            #expect(route.place(of: Int(Int32.max)) >= 0, "\(shape)")
        }
    }

    @Test(arguments: shapes)
    func `the grade of a course adds up to the height of the ground`(shape: Route.Shape) {
        for seed in UInt64(0)..<12 {
            let (route, ground) = (route(shape, seed), Ground(seed: seed))
            var course = RouteCourse(route, on: ground)
            var (height, distance, corners) = (ground.field.height(at: route.corner(0)), 0.0, 0)
            while corners < legs(shape) {
                distance += 2.9
                if course.advance(to: distance, on: route, ground) != nil { corners += 1 }
                height += course.grade(at: distance) / 100 * 2.9
            }
            // A loop ends at the height at which it has begun, but for the cells' coarseness.
            let end = ground.field.height(at: route.corner(0))
            #expect((height - end).magnitude < 6, "seed \(seed), \(shape): \(height), not \(end)")
            #expect((distance / 8000 - 1).magnitude < 2e-3, "seed \(seed), \(shape)")
        }
    }

    @Test func `a track and a hall are level and have no corners`() {
        let ground = Ground(seed: 1)
        for shape in [Route.Shape.track, .indoors] {
            let route = route(shape, 1, length: 400)
            var course = RouteCourse(route, on: ground)
            for metres in 1...3000 {
                #expect(course.advance(to: Double(metres), on: route, ground) == nil)
                #expect(course.grade(at: Double(metres)) == 0)
            }
        }
    }

    @Test func `a light is red for the first half of its cycle, for everybody`() {
        let light = TrafficLight(cycle: 0.5, phase: 0)
        // 80 s: red for 40 of them, before the epoch too.
        for seconds in [-160, -80, 0, 80, 1_600_000_000] as [Int64] {
            let start = FleetInstant(ticks: seconds * FleetDuration.ticksPerSecond)
            #expect(light.wait(at: start) == 40)
            #expect(light.wait(at: start + .seconds(39)) == 1)
            #expect(light.wait(at: start + .seconds(40)) == 0)
            #expect(light.wait(at: start + .seconds(79)) == 0)
        }
    }

    @Test func `runs of one athlete over one route meet the same corners and lights`() {
        let rounds = (0..<40).map { lap in
            let athlete = Athlete.drawn(seed: 3, lane: 2)
            let plan = RunPlan.drawn(seed: 3, lane: 2, lap: lap, athlete: athlete, kind: .easy)
            return Haunts(seed: 3, lane: 2, athlete: athlete).route(
                of: plan, session: Draws(seed: 3, lane: 2, lap: lap), athlete: athlete)
        }
        let favourites = rounds.filter { route in
            rounds.count { $0.corner(3) == route.corner(3) && $0.hasGround } > 1
        }
        #expect(favourites.count > 20)
        for route in favourites {
            for other in favourites where other.corner(3) == route.corner(3) {
                let same = (0..<100).allSatisfy { number in
                    let place = route.place(of: number)
                    return route.corner(number) == other.corner(number)
                        && route.light(at: place) == other.light(at: place)
                        && route.kerb(at: place) == other.kerb(at: place)
                }
                #expect(same)
            }
        }
    }

    @Test func `some run indoors, and repetitions mostly on a track`() {
        var (indoors, track, all) = (0, 0, 0)
        for lane in LaneID(0)..<400 {
            let athlete = Athlete.drawn(seed: 8, lane: lane)
            let haunts = Haunts(seed: 8, lane: lane, athlete: athlete)
            for (lap, kind) in [RunPlan.Kind.easy, .intervals].enumerated() {
                let plan = RunPlan.drawn(
                    seed: 8, lane: lane, lap: lap, athlete: athlete, kind: kind)
                let route = haunts.route(
                    of: plan, session: Draws(seed: 8, lane: lane, lap: lap), athlete: athlete)
                all += 1
                if route.shape == .indoors { indoors += 1 }
                if route.shape == .track { track += 1 }
            }
        }
        #expect((0.03...0.09).contains(Double(indoors) / Double(all)))
        #expect((0.25...0.35).contains(Double(track) / Double(all)))
    }
}
