import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct AthleteProblemTests {
    private static func order(_ change: (inout AthleteOrder) -> Void) -> AthleteOrder {
        var order = AthleteOrder()
        change(&order)
        return order
    }

    private static let refusals: [(AthleteOrder, String)] = [
        (order { $0.age = 12 }, "age: 12 years is out of range; give 16 to 95 years"),
        (order { $0.height = 175 }, "height_m: 175 m is out of range; give 1.2 to 2.3 m"),
        (order { $0.mass = 12.5 }, "mass_kg: 12.5 kg is out of range; give 30 to 200 kg"),
        (
            order { $0.restingHeartRate = 20 },
            "resting_heart_rate_bpm: 20 bpm is out of range; give 28 to 100 bpm"
        ),
        (
            order { $0.maximalHeartRate = 250 },
            "maximal_heart_rate_bpm: 250 bpm is out of range; give 120 to 230 bpm"
        ),
        (
            order { ($0.restingHeartRate, $0.maximalHeartRate) = (90, 125) },
            "maximal_heart_rate_bpm: 125 bpm is less than 40 bpm above the 90 bpm at rest; "
                + "give 130 bpm or more, or a lower rate at rest"
        ),
        (
            order { ($0.height, $0.mass) = (1.4, 95) },
            "mass_kg: 95 kg at 1.4 m is a body mass index of 48.5; give 30 to 88.2 kg, "
                + "or another height"
        ),
        (
            order { $0.fitness = .oxygenUptake(20) },
            "vo2max: 20 mL/kg/min is out of range; give 27.1 to 95 mL/kg/min"
        ),
        (
            order { $0.cadence = 90 },
            "cadence_spm: 90 steps/min is out of range; give 145 to 210 steps/min"
        ),
        (
            order { $0.fitness = .best(distance: 100, seconds: 12) },
            "best: 100 m is out of range; give 400 to 100000 m"
        ),
        (
            order { $0.fitness = .best(distance: 5000, seconds: 720) },
            "best: 12:00 for 5 km is faster than anybody has run; give 12:36 or more"
        ),
        (
            order { $0.fitness = .best(distance: 42_195, seconds: 7200) },
            "best: 2:00:00 for 42.195 km is faster than anybody has run; give 2:00:35 or more"
        ),
        (
            order { $0.fitness = .best(distance: 5000, seconds: .nan) },
            "best: nan s for 5 km is no time; give a time from 12:36 to 35:38"
        ),
    ]

    @Test(arguments: refusals)
    func `a contradiction is refused by its field, and what is proposed is accepted`(
        order: AthleteOrder, text: String
    ) throws {
        #expect(order.problems.map(\.description) == [text])
        let problem = try #require(order.problems.first)
        for value in [problem.fitting.lowerBound, problem.fitting.upperBound] {
            let corrected = Self.order(order, problem, value)
            #expect(corrected.problems == [], "\(value)")
            _ = Athlete.drawn(seed: 1, lane: 0, as: corrected)
        }
    }

    /// The order with the field of a problem as proposed.
    private static func order(
        _ order: AthleteOrder, _ problem: AthleteOrderProblem, _ value: Double
    ) -> AthleteOrder {
        var order = order
        switch (problem.field, problem) {
        case (.age, _): order.age = Int(value)
        case (.height, _): order.height = value
        case (.mass, _): order.mass = value
        case (.restingHeartRate, _): order.restingHeartRate = Int(value)
        case (.maximalHeartRate, _): order.maximalHeartRate = Int(value)
        case (.oxygenUptake, _): order.fitness = .oxygenUptake(value)
        case (.cadence, _): order.cadence = value
        case (.best, .time(let distance, _)):
            order.fitness = .best(distance: distance, seconds: value)
        case (.best, _): order.fitness = .best(distance: value, seconds: value / 4)
        case (.sex, _), (.sensor, _): Issue.record("\(problem)")
        }
        return order
    }

    @Test func `all problems are told at once, in the order of the fields`() {
        let wrong = Self.order {
            ($0.age, $0.height, $0.mass) = (5, 3, 80)
            ($0.restingHeartRate, $0.maximalHeartRate) = (90, 120)
            ($0.fitness, $0.cadence) = (.best(distance: 5000, seconds: 1e9), .infinity)
        }
        #expect(
            wrong.problems.map(\.field) == [.age, .height, .maximalHeartRate, .best, .cadence])
    }

    @Test func `slow times are refused just above what is accepted`() {
        for distance in [400.0, 1500, 5000, 10_000, 42_195, 100_000] {
            let slowest = Endurance.slowestTime(over: distance)
            let (held, refused) = (slowest.rounded(.down), slowest.rounded(.up) + 1)
            let accepted = Self.order { $0.fitness = .best(distance: distance, seconds: held) }
            #expect(accepted.problems == [], "\(distance)")
            let slow = Self.order { $0.fitness = .best(distance: distance, seconds: refused) }
            #expect(slow.problems.first?.suggestion.hasSuffix("or less") == true, "\(distance)")
            for lane: LaneID in 0..<50 {
                let athlete = Athlete.drawn(seed: 4, lane: lane, as: accepted)
                #expect(0.8 * athlete.speedAtFullIntensity >= Athlete.slowestRun - 1e-9)
            }
        }
    }

    /// Records that lie between those that the limit goes through: 800 m, 3000 m, an hour, 50 km.
    @Test(arguments: [(800.0, 100.91), (3000, 437.55), (21_330, 3600), (50_000, 9523)])
    func `a world record is not refused`(distance: Double, seconds: Double) {
        let record = Self.order { $0.fitness = .best(distance: distance, seconds: seconds) }
        #expect(record.problems == [])
        #expect(Endurance.fastestTime(over: distance) > 0.94 * seconds)
    }

    @Test(arguments: [
        Double.nan, .signalingNaN, .infinity, -.infinity, 0, -0.0, -1, 1e308, -1e308,
        .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0x1p63, 1e18,
    ])
    func `a number that nobody has gives a problem`(value: Double) {
        let orders: [AthleteOrder] = [
            Self.order { $0.height = value }, Self.order { $0.mass = value },
            Self.order { $0.cadence = value }, Self.order { $0.fitness = .oxygenUptake(value) },
            Self.order { $0.fitness = .best(distance: value, seconds: 1200) },
            Self.order { $0.fitness = .best(distance: 5000, seconds: value) },
        ]
        for order in orders {
            #expect(order.problems.count == 1)
            #expect(order.problems.allSatisfy { "\($0)".count > 20 })
        }
    }

    @Test(arguments: [Int.min, .max, -1, 0, 15, 96, 1000])
    func `a whole number that nobody has gives a problem`(value: Int) {
        let order = Self.order {
            ($0.age, $0.restingHeartRate, $0.maximalHeartRate) = (value, value, value)
        }
        #expect(order.problems.map(\.field).contains(.age))
        #expect(order.problems.allSatisfy { "\($0)".count > 20 })
    }

    @Test func `random bits never trap`() {
        let stream = RandomStream(seed: 20, lane: 0, purpose: 1)
        for round: UInt64 in 0..<10_000 {
            func bits(_ draw: UInt64) -> UInt64 { stream.bits(16 * round + draw) }
            func number(_ draw: UInt64) -> Double { Double(bitPattern: bits(draw)) }
            let order = Self.order {
                if bits(0) & 1 == 0 { $0.age = Int(truncatingIfNeeded: bits(1)) }
                if bits(0) & 2 == 0 { $0.height = number(2) }
                if bits(0) & 4 == 0 { $0.mass = number(3) }
                if bits(0) & 8 == 0 { $0.restingHeartRate = Int(truncatingIfNeeded: bits(4)) }
                if bits(0) & 16 == 0 { $0.maximalHeartRate = Int(truncatingIfNeeded: bits(5)) }
                if bits(0) & 32 == 0 { $0.cadence = number(6) }
                $0.fitness =
                    bits(0) & 64 == 0
                    ? .oxygenUptake(number(7)) : .best(distance: number(8), seconds: number(9))
            }
            let problems = order.problems
            #expect(problems.allSatisfy { !$0.description.isEmpty }, "round \(round)")
            if problems.isEmpty { _ = Athlete.drawn(seed: 1, lane: 0, as: order) }
        }
    }
}
