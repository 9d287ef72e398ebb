import Vocabulary

extension AthleteFacts.Sex {
    /// Three of five are men, and more of the tall ones.
    static func drawn(_ draws: Draws, as order: AthleteOrder) -> Self {
        if let sex = order.sex { return sex }
        let men = order.height.map(shareOfMen) ?? shareOfMen
        return draws.uniform(.sex) < men ? .male : .female
    }

    private static let shareOfMen = 0.6

    /// The share of men among runners of a height in metres, by Bayes' rule.
    private static func shareOfMen(height: Double) -> Double {
        func weight(_ sex: Self, _ share: Double) -> Double {
            let (mean, deviation) = sex.height
            let distance = (height - mean) / deviation
            return share / deviation * Elementary.exp(-0.5 * distance * distance)
        }
        let (men, women) = (weight(.male, shareOfMen), weight(.female, 1 - shareOfMen))
        return men / (men + women)
    }

    /// Metres.
    fileprivate var height: (mean: Double, deviation: Double) {
        switch self {
        case .male: (1.77, 0.07)
        case .female: (1.65, 0.065)
        }
    }
}

extension AthleteFacts {
    /// Years of athletes whose age is not ordered.
    static let drawnAges = (lower: 18, upper: 70)
    /// Kilograms per square metre, of height and mass that are both given.
    static let possibleIndices = 14.0...45
    private static let drawnHeights = 1.45...2.1
    private static let drawnIndices = 18.0...32

    /// - Parameter age: drawn, years.
    static func drawn(
        _ draws: Draws, _ sex: Sex, age: Double, as order: AthleteOrder
    ) -> AthleteFacts {
        let ages = Double(drawnAges.lower)...Double(drawnAges.upper)
        let bodyMassIndex = draws.normal(.bodyMassIndex, mean: 23.2, deviation: 2.5)
            .clamped(to: drawnIndices)
        let (mean, deviation) = sex.height
        let drawn = draws.normal(.height, mean: mean, deviation: deviation)
        let height =
            order.height.map(rounded(height:))
            ?? order.mass.map { rounded(mass: $0) }.map {
                likelyHeight(of: $0, drawn: drawn, index: bodyMassIndex)
            } ?? rounded(height: drawn.clamped(to: drawnHeights))
        return AthleteFacts(
            sex: sex, age: order.age ?? Int(age.clamped(to: ages).rounded()), height: height,
            mass: rounded(mass: order.mass ?? bodyMassIndex * height * height))
    }

    /// Whole centimetres, in metres.
    static func rounded(height: Double) -> Double { (height * 100).rounded() / 100 }

    /// Tenths of a kilogram, in kilograms.
    static func rounded(mass: Double) -> Double { (mass * 10).rounded() / 10 }

    /// The height of an athlete of a mass, who would have been `drawn` metres tall.
    ///
    /// By the spread of heights and of indices, 4 and 11 %, height grows by the power of 0.175 of
    /// mass. The body mass index stays within 18...32 where heights of 1.45...2.1 m allow it,
    /// which is so from 38 to 141 kg, and always within ``possibleIndices``.
    private static func likelyHeight(of mass: Double, drawn: Double, index: Double) -> Double {
        let surprise = Elementary.log(mass / (index * drawn * drawn))
        let likely = drawn * Elementary.exp(0.175 * surprise)
        let usual = likely.clamped(to: heights(mass, drawnIndices)).clamped(to: drawnHeights)
        return rounded(height: usual.clamped(to: heights(mass, possibleIndices)))
    }

    /// Whole centimetres, in metres, between which a mass has such body mass indices.
    private static func heights(
        _ mass: Double, _ indices: ClosedRange<Double>
    ) -> ClosedRange<Double> {
        let least = (mass / indices.upperBound).squareRoot()
        let greatest = (mass / indices.lowerBound).squareRoot()
        return (least * 100).rounded(.up) / 100...(greatest * 100).rounded(.down) / 100
    }
}
