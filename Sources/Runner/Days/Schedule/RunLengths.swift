import Vocabulary

/// How long the runs of a week are, in minutes.
struct RunLengths {
    private let number: Int
    private let draws: DayDraws
    /// Some weeks ask for longer runs than others, and those beside them too.
    private let form: Double
    private let ordered: HabitsOrder.Lengths?

    /// - Parameter number: of the week.
    init(_ number: Int, _ draws: DayDraws, as order: HabitsOrder?) {
        (self.number, self.draws) = (number, draws)
        form = Elementary.exp(0.2 * SmoothNoise(draws, .training, period: 3).value(on: number))
        ordered = order?.lengths
    }

    static let easyMinutes = 20.0...75.0
    static let longMinutes = 50.0...100.0

    /// - Parameters:
    ///   - usual: minutes of an easy run.
    ///   - draw: the number of the drawn length.
    func easy(_ usual: Double, on day: Int, _ draw: Int) -> Int {
        within(ordered?.others, on: day) ?? varied(usual, draw, Self.easyMinutes)
    }

    func long(_ usual: Double, on day: Int) -> Int {
        within(ordered?.long, on: day) ?? varied(usual, 2, Self.longMinutes)
    }

    func hard(on day: Int) -> Int {
        within(ordered?.others, on: day)
            ?? Int((42 + 6 * normal(48 + day)).clamped(to: 32...56))
    }

    private func varied(_ usual: Double, _ draw: Int, _ range: ClosedRange<Double>) -> Int {
        Int((usual * form * Elementary.exp(0.22 * normal(draw))).clamped(to: range))
    }

    private func normal(_ draw: Int) -> Double {
        draws.stream(.week).normal(DayDraws.counter(number, draw))
    }

    /// A length that is ordered: any whole minute of the range is as likely.
    private func within(_ range: ClosedRange<Int>?, on day: Int) -> Int? {
        range.map {
            let uniform = draws.stream(.orderedRuns).uniform(DayDraws.counter(number, 8 + day))
            return min($0.lowerBound + Int(uniform * Double($0.count)), $0.upperBound)
        }
    }
}
