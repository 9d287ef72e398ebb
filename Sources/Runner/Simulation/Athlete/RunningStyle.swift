import Vocabulary

/// What tells one runner's movement from another's, as six correlated normal numbers: quick steps
/// go with short contacts, and a runner who is uneven in one way is a little uneven in others.
struct RunningStyle {
    /// Standard normal each.
    let cadence: Double
    let contact: Double
    let pacing: Double
    let cadenceWander: Double
    let contactWander: Double
    let heartWander: Double

    /// The correlations of each trait with those before it, in the order of the properties.
    private static let correlations: [[Double]] = [
        [],
        [-0.51],
        [0, 0],
        [0, 0, 0.5],
        [0, 0, 0.3, 0.5],
        [0, 0, 0.15, 0.1, 0],
    ]

    /// The lower triangle with unit rows that turns independent normal numbers into the traits.
    static let factor: [[Double]] = {
        var rows: [[Double]] = []
        for own in correlations {
            var row: [Double] = []
            for (column, correlation) in own.enumerated() {
                let before = rows[column]
                let known = zip(row, before).reduce(0) { $0 + $1.0 * $1.1 }
                row.append((correlation - known) / before[column])
            }
            let rest = 1 - row.reduce(0) { $0 + $1 * $1 }
            row.append(rest.squareRoot())
            rows.append(row)
        }
        return rows
    }()

    /// - Parameter given: the trait of cadence; nil draws that too. Whoever takes quicker steps
    ///   than drawn has shorter contacts than drawn.
    init(_ draws: Draws, cadence given: Double? = nil) {
        let stream = draws.stream(.runningStyle)
        let traits = Self.factor.map { row in
            row.enumerated().reduce(0) { sum, weight in
                let drawn = stream.normal(UInt64(weight.offset))
                return sum + weight.element * (weight.offset == 0 ? given ?? drawn : drawn)
            }
        }
        cadence = traits[0]
        contact = traits[1]
        pacing = traits[2]
        cadenceWander = traits[3]
        contactWander = traits[4]
        heartWander = traits[5]
    }
}
