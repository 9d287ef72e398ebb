extension AthleteOrder {
    /// What is wrong with the order, in the order of its fields; empty where it gives an athlete.
    ///
    /// A number is refused, not moved, also one that is not finite: nobody should get another
    /// athlete than was ordered. Of `vo2max` and a best time the running cost that is not given
    /// is drawn so that the athlete can run with it.
    public var problems: [AthleteOrderProblem] {
        let single = Self.numbers.compactMap { number in
            number.value(self).flatMap { Self.problem($0, of: number.field) }
        }
        let wrong = Set(single.map(\.field))
        return (single + contradictions(apartFrom: wrong)).sorted {
            Self.place($0.field) < Self.place($1.field)
        }
    }

    private static let numbers: [(field: AthleteOrderField, value: @Sendable (Self) -> Double?)] = [
        (.age, { $0.age.map { Double($0) } }),
        (.height, { $0.height }),
        (.mass, { $0.mass }),
        (.restingHeartRate, { $0.restingHeartRate.map { Double($0) } }),
        (.maximalHeartRate, { $0.maximalHeartRate.map { Double($0) } }),
        (.oxygenUptake, { $0.fitness?.oxygenUptake }),
        (.cadence, { $0.cadence }),
    ]

    private static func place(_ field: AthleteOrderField) -> Int {
        AthleteOrderField.allCases.firstIndex(of: field) ?? 0
    }

    private static func problem(
        _ value: Double, of field: AthleteOrderField
    ) -> AthleteOrderProblem? {
        guard let range = field.range, !range.contains(value) else { return nil }
        return .outside(field, value, range)
    }

    /// Problems of fields that are possible one by one.
    private func contradictions(
        apartFrom wrong: Set<AthleteOrderField>
    ) -> [AthleteOrderProblem] {
        [
            wrong.isDisjoint(with: [.height, .mass]) ? buildProblem : nil,
            wrong.isDisjoint(with: [.restingHeartRate, .maximalHeartRate]) ? reserveProblem : nil,
            bestProblem,
        ].compactMap(\.self)
    }

    private var buildProblem: AthleteOrderProblem? {
        guard let height, let mass else { return nil }
        let rounded = AthleteFacts.rounded(height: height)
        let body = AthleteFacts.rounded(mass: mass)
        guard !AthleteFacts.masses(height: rounded).contains(body) else { return nil }
        return .build(height: rounded, mass: body)
    }

    private var reserveProblem: AthleteOrderProblem? {
        guard let restingHeartRate, let maximalHeartRate,
            maximalHeartRate - restingHeartRate < Athlete.leastReserve
        else { return nil }
        return .reserve(resting: restingHeartRate, maximal: maximalHeartRate)
    }

    private var bestProblem: AthleteOrderProblem? {
        guard case .best(let distance, let seconds) = fitness else { return nil }
        guard Endurance.distances.contains(distance) else { return .distance(distance) }
        let fastest = Endurance.fastestTime(over: distance)
        guard (fastest...Endurance.slowestTime(over: distance)).contains(seconds) else {
            return .time(distance: distance, seconds: seconds)
        }
        return nil
    }
}

extension AthleteOrder.Fitness {
    fileprivate var oxygenUptake: Double? {
        switch self {
        case .oxygenUptake(let uptake): uptake
        case .best: nil
        }
    }
}

extension AthleteFacts {
    /// Tenths of a kilogram, in kilograms, that can be given with a height in whole centimetres.
    static func masses(height: Double) -> ClosedRange<Double> {
        // A product that is a tenth but for its last bit counts as one.
        let tenths = height * height * 10
        let least = (possibleIndices.lowerBound * tenths - 1e-9).rounded(.up) / 10
        let greatest = (possibleIndices.upperBound * tenths + 1e-9).rounded(.down) / 10
        return max(30, least)...min(200, greatest)
    }
}
