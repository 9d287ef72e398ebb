import LoadReport

/// Finds the highest load at which an assertion holds: what to try next, from what came before.
///
/// The load is doubled until it fails, or halved until it holds, and then bisected until the
/// highest that held and the lowest that did not lie within ``resolution`` of each other, or at one
/// whole subscriber. A load that fails is tried a second time, as one bad moment of the machine is
/// no limit. With the first load L and the limit at C that takes at most |log₂ C/L| + 7 loads.
package struct CapacitySearch: Sendable {
    /// The last distance of the two bounds, as a share of the load.
    package static let resolution = 0.05
    /// How often the load is halved before it is said to hold nowhere: a millionth.
    private static let halvings = 20

    package private(set) var curve: CapacityCurve
    /// What to try; nil when the search has ended.
    package private(set) var next: Double?
    private let maximum: Double
    private let minimum: Double
    private var lowestFailed: Double?
    /// Whether ``next`` has failed once.
    private var isRepeating = false

    /// - Parameters:
    ///   - start: the first load; at least 1 of subscribers, which are whole, else above 0. Traps
    ///     elsewhere.
    ///   - maximum: the highest load that may be asked for, at least `start`.
    package init(
        _ raised: CapacityCurve.Raised, holding assertion: LoadAssertion, from start: Double,
        upTo maximum: Double
    ) {
        let isWhole = raised == .subscribers
        precondition(
            start > 0 && (!isWhole || start >= 1) && start <= maximum,
            "a search from \(start) up to \(maximum)")
        curve = CapacityCurve(raised: raised, assertion: assertion)
        self.maximum = isWhole ? maximum.rounded(.down) : maximum
        minimum = isWhole ? 1 : start / Double(1 << Self.halvings)
        next = isWhole ? start.rounded(.down) : start
    }

    /// Records the outcome of ``next``. Traps when the search has ended.
    ///
    /// - Parameter value: the value of the asserted figure, where it was measured.
    package mutating func record(_ outcome: CapacityStep.Outcome, value: Double? = nil) {
        guard let load = next else { preconditionFailure("\(outcome) after the search's end") }
        curve.steps.append(CapacityStep(load: load, outcome: outcome, value: value))
        switch outcome {
        case .held: curve.limit = load
        case .failed where !isRepeating:
            isRepeating = true
            return
        case .failed: fail(load, .failed)
        case .impossible(let reason): fail(load, .impossible(reason))
        }
        isRepeating = false
        advance()
    }

    private mutating func fail(_ load: Double, _ ending: CapacityCurve.Ending) {
        lowestFailed = load
        curve.ending = ending
    }

    private mutating func advance() {
        switch (curve.limit, lowestFailed) {
        case (let held?, nil):
            next = held < maximum ? min(held * 2, maximum) : nil
            if next == nil { curve.ending = .atMaximum }
        case (nil, let failed?): next = failed > minimum ? max(rounded(failed / 2), minimum) : nil
        case (let held?, let failed?): next = between(held, failed)
        case (nil, nil): preconditionFailure("a step that neither held nor failed")
        }
    }

    private func between(_ held: Double, _ failed: Double) -> Double? {
        guard failed - held > Self.resolution * failed else { return nil }
        let middle = rounded((held + failed) / 2)
        return middle > held ? middle : nil
    }

    private func rounded(_ load: Double) -> Double {
        curve.raised == .subscribers ? load.rounded(.down) : load
    }
}
