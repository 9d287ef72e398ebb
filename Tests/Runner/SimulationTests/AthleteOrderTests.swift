import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct AthleteOrderTests {
    @Test func `an order of nothing gives the athlete without an order`() {
        for lane: LaneID in 0..<1000 {
            let drawn = Athlete.drawn(seed: 7, lane: lane)
            #expect(Athlete.drawn(seed: 7, lane: lane, as: AthleteOrder()) == drawn)
        }
        #expect(AthleteOrder().problems == [] && AthleteOrder().isEmpty)
    }

    @Test(arguments: RandomOrders.seeds)
    func `what is ordered is there, and the rest is a body`(seed: UInt64) {
        let order = RandomOrders.order(seed)
        #expect(order.problems == [], "seed \(seed)")
        let athlete = Athlete.drawn(seed: seed, lane: 3, as: order)
        #expect(Self.differences(of: athlete, from: order) == [], "seed \(seed)")
        #expect(Self.flaws(of: athlete) == [], "seed \(seed): \(order)")
    }

    /// Each number left out, at its least and at its greatest.
    @Test func `the corners of all ranges give bodies, or problems`() {
        var accepted = 0
        for corner in 0..<2187 {
            func value(_ place: Int, _ field: AthleteOrderField) -> Double? {
                let digit = (0..<place).reduce(corner) { rest, _ in rest / 3 } % 3
                let ends = [nil, field.range?.lowerBound, field.range?.upperBound]
                return ends[digit]
            }
            var order = AthleteOrder()
            order.age = value(0, .age).map { Int($0) }
            (order.height, order.mass) = (value(1, .height), value(2, .mass))
            order.restingHeartRate = value(3, .restingHeartRate).map { Int($0) }
            order.maximalHeartRate = value(4, .maximalHeartRate).map { Int($0) }
            order.fitness = value(5, .oxygenUptake).map { .oxygenUptake($0) }
            order.cadence = value(6, .cadence)
            guard order.problems.isEmpty else { continue }
            accepted += 1
            for lane: LaneID in 0..<3 {
                let athlete = Athlete.drawn(seed: 12, lane: lane, as: order)
                #expect(Self.differences(of: athlete, from: order) == [], "\(order)")
                #expect(Self.flaws(of: athlete) == [], "\(order)")
            }
        }
        #expect(accepted > 1000)
    }

    private static func differences(of athlete: Athlete, from order: AthleteOrder) -> [String] {
        func differs<Value: Equatable>(_ name: String, _ ordered: Value?, _ own: Value) -> String? {
            ordered == nil || ordered == own ? nil : "\(name) \(own)"
        }
        let facts = athlete.facts
        let optical = order.sensor.map { $0 == .optical }
        let height = order.height.map { ($0 * 100).rounded() / 100 }
        let mass = order.mass.map { ($0 * 10).rounded() / 10 }
        let cadence = GaitLaw(athlete).runningCadence(speed: athlete.easySpeed)
        return [
            differs("sex", order.sex, facts.sex), differs("age", order.age, facts.age),
            differs("height", height, facts.height), differs("mass", mass, facts.mass),
            differs("resting", order.restingHeartRate, athlete.restingHeartRate),
            differs("maximal", order.maximalHeartRate, athlete.maximalHeartRate),
            differs("optical", optical, athlete.wearables.isOptical),
            order.cadence.flatMap { ($0 - cadence).magnitude < 0.05 ? nil : "cadence \(cadence)" },
            order.fitness.flatMap { difference(of: athlete, from: $0) },
        ].compactMap(\.self)
    }

    private static func difference(
        of athlete: Athlete, from fitness: AthleteOrder.Fitness
    ) -> String? {
        switch fitness {
        case .oxygenUptake(let uptake):
            return athlete.maximalOxygenUptake == uptake
                ? nil : "uptake \(athlete.maximalOxygenUptake)"
        case .best(let distance, let seconds):
            let time = athlete.bestTime(over: distance)
            return (time / seconds - 1).magnitude < 1e-6 ? nil : "\(time) s for \(distance) m"
        }
    }

    /// What no body has.
    private static func flaws(of athlete: Athlete) -> [String] {
        let facts = athlete.facts
        let index = facts.mass / (facts.height * facts.height)
        let checks: [(String, Bool)] = [
            ("age", (16...95).contains(facts.age)),
            ("height", (1.2...2.3).contains(facts.height)),
            ("index \(index)", (13.9...45.1).contains(index)),
            ("reserve", athlete.maximalHeartRate - athlete.restingHeartRate >= 40),
            ("cost", (3.2...4.8).contains(athlete.runningCost)),
            ("uptake", (27...95).contains(athlete.maximalOxygenUptake)),
            ("slow", 0.8 * athlete.speedAtFullIntensity >= Athlete.slowestRun - 1e-9),
            ("quick", athlete.speedAtFullIntensity < 9),
            ("contact", (0.5...2).contains(athlete.contact.factor)),
        ]
        return checks.filter { !$0.1 }.map(\.0)
    }

    @Test func `what would have been drawn changes nothing when it is ordered`() {
        for lane: LaneID in 0..<300 {
            let drawn = Athlete.drawn(seed: 9, lane: lane)
            var order = AthleteOrder()
            order.sex = drawn.facts.sex
            order.age = drawn.facts.age
            (order.height, order.mass) = (drawn.facts.height, drawn.facts.mass)
            order.sensor = drawn.wearables.isOptical ? .optical : .strap
            #expect(Athlete.drawn(seed: 9, lane: lane, as: order).facts == drawn.facts)
            guard drawn.speedAtFullIntensity < 7.2 else { continue }
            order.fitness = .oxygenUptake(drawn.maximalOxygenUptake)
            var again = Athlete.drawn(seed: 9, lane: lane, as: order)
            #expect((again.restingHeartRate - drawn.restingHeartRate).magnitude <= 6)
            again.restingHeartRate = drawn.restingHeartRate
            again.heartResponse = drawn.heartResponse
            #expect(again == drawn, "lane \(lane)")
        }
    }

    private static func mean(
        _ order: AthleteOrder, of value: (Athlete) -> Double
    ) -> Double {
        (0..<800).reduce(0) {
            $0 + value(Athlete.drawn(seed: 10, lane: LaneID(index: $1), as: order)) / 800
        }
    }

    private static func order(_ change: (inout AthleteOrder) -> Void) -> AthleteOrder {
        var order = AthleteOrder()
        change(&order)
        return order
    }

    /// The law of the bivariate normal: 78 is 20 above the mean of men, and 3.1 deviations of
    /// fitness at 40 years; resting heart rate falls by 4 with each.
    @Test func `the fit have slow hearts at rest, and slow hearts are fit`() {
        let fit = Self.order { ($0.sex, $0.age, $0.fitness) = (.male, 40, .oxygenUptake(78)) }
        let resting = Self.mean(fit) { Double($0.restingHeartRate) }
        #expect(ReferenceRunner.isClose(resting, to: 60 - 4 * 20 / 6.5, within: 0.7), "\(resting)")
        let slow = Self.order { ($0.sex, $0.age, $0.restingHeartRate) = (.male, 40, 40) }
        let uptake = Self.mean(slow) { $0.maximalOxygenUptake }
        let expected = 58 + 6.5 * 4 * 20 / 41
        #expect(ReferenceRunner.isClose(uptake, to: expected, within: 0.8), "\(uptake)")
        let fast = Self.order { $0.fitness = .best(distance: 5000, seconds: 15 * 60) }
        #expect(Self.mean(fast) { Double($0.restingHeartRate) } < 56)
    }

    @Test func `age, sex and height tell of what goes with them`() {
        let old = Self.order { ($0.sex, $0.age) = (.female, 85) }
        let maximal = Self.mean(old) { Double($0.maximalHeartRate) }
        #expect(ReferenceRunner.isClose(maximal, to: 147, within: 2), "\(maximal)")
        let lowMaximum = Self.order { $0.maximalHeartRate = 155 }
        #expect(Self.mean(lowMaximum) { Double($0.facts.age) } > 52)
        let tall = Self.order { $0.height = 1.95 }
        #expect(Self.mean(tall) { $0.facts.sex == .male ? 1 : 0 } > 0.98)
        let light = Self.order { ($0.sex, $0.mass) = (.male, 50) }
        let height = Self.mean(light) { $0.facts.height }
        #expect((1.60...1.72).contains(height), "\(height)")
    }

    @Test func `a mass alone gets a height of a body mass index of 18 to 32`() {
        for mass in stride(from: 38.0, through: 141, by: 0.5) {
            let order = Self.order { $0.mass = mass }
            for lane: LaneID in 0..<4 {
                let facts = Athlete.drawn(seed: 11, lane: lane, as: order).facts
                let index = facts.mass / (facts.height * facts.height)
                #expect((17.99...32.01).contains(index), "\(mass) kg, \(facts.height) m")
            }
        }
    }
}
