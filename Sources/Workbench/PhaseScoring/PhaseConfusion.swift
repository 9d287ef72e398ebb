import Vocabulary

/// How long the machine was in each phase while the truth was in each.
package struct PhaseConfusion: Equatable, Sendable {
    private struct Cell: Hashable {
        let machine: Phase
        let truth: Phase
    }

    private var spans: [Cell: FleetDuration] = [:]

    package init() {}

    /// Session time in which the machine said `machine` and the truth was `truth`.
    package internal(set) subscript(machine: Phase, truth truth: Phase) -> FleetDuration {
        get { spans[Cell(machine: machine, truth: truth)] ?? .zero }
        set { spans[Cell(machine: machine, truth: truth)] = newValue }
    }

    /// Session time in which the truth was one of `truths`.
    package func total(_ truths: [Phase] = Phase.allCases) -> FleetDuration {
        truths.reduce(.zero) { sum, truth in
            Phase.allCases.reduce(sum) { $0 + self[$1, truth: truth] }
        }
    }

    /// The share of that time in which the machine said the same, 0 to 1; nil if there is none.
    package func agreement(_ truths: [Phase] = Phase.allCases) -> Double? {
        let total = total(truths)
        guard total > .zero else { return nil }
        let agreed = truths.reduce(FleetDuration.zero) { $0 + self[$1, truth: $1] }
        return Double(agreed.ticks) / Double(total.ticks)
    }
}
