import Simulation
import TestSupport
import Vocabulary

/// Orders without problems, each field given or not.
enum RandomOrders {
    static let seeds: Range<UInt64> = 0..<1000

    /// Random numbers of an order; each purpose is a field's.
    private struct Chance {
        let seed: UInt64

        func uniform(_ field: AthleteOrderField, _ draw: UInt64 = 0) -> Double {
            let purpose = AthleteOrderField.allCases.firstIndex(of: field) ?? 0
            return RandomStream(seed: seed, lane: 0, purpose: UInt64(purpose)).uniform(draw)
        }

        /// Within the field's range, whatever else is given.
        func value(_ field: AthleteOrderField, in range: ClosedRange<Double>? = nil) -> Double? {
            guard uniform(field) < 0.5, let range = range ?? field.range else { return nil }
            return range.lowerBound
                + (range.upperBound - range.lowerBound) * uniform(field, 1)
        }
    }

    static func order(_ seed: UInt64) -> AthleteOrder {
        let chance = Chance(seed: seed)
        var order = AthleteOrder()
        if chance.uniform(.sex) < 0.5 {
            order.sex = chance.uniform(.sex, 1) < 0.5 ? .male : .female
        }
        if chance.uniform(.sensor) < 0.5 {
            order.sensor = chance.uniform(.sensor, 1) < 0.5 ? .strap : .optical
        }
        order.age = chance.value(.age).map { Int($0.rounded()) }
        order.cadence = chance.value(.cadence)
        order.fitness = fitness(chance)
        (order.height, order.mass) = build(chance)
        order.restingHeartRate = chance.value(.restingHeartRate).map { Int($0.rounded()) }
        let lowest = max(120, (order.restingHeartRate ?? 0) + 40)
        order.maximalHeartRate = chance.value(.maximalHeartRate, in: Double(lowest)...230).map {
            Int($0.rounded())
        }
        return order
    }

    private static func build(_ chance: Chance) -> (height: Double?, mass: Double?) {
        let height = chance.value(.height)
        guard let height else { return (nil, chance.value(.mass)) }
        let index = chance.value(.mass, in: 14.1...44.9)
        return (height, index.map { ($0 * height * height).clamped(30, 200) })
    }

    private static func fitness(_ chance: Chance) -> AthleteOrder.Fitness? {
        if let uptake = chance.value(.oxygenUptake) { return .oxygenUptake(uptake) }
        guard chance.uniform(.best) < 0.5 else { return nil }
        let span = Elementary.log(100_000 / 400)
        let distance = min(100_000, 400 * Elementary.exp(span * chance.uniform(.best, 1)))
        let times = (Endurance.fastestTime(over: distance), Endurance.slowestTime(over: distance))
        return .best(
            distance: distance,
            seconds: times.0 + (times.1 - times.0) * chance.uniform(.best, 2))
    }
}

extension Double {
    fileprivate func clamped(_ low: Double, _ high: Double) -> Double {
        Swift.min(Swift.max(self, low), high)
    }
}
