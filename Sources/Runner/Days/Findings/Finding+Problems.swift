import CivilTime
import Simulation

/// A problem and the place of its finding in the list.
package typealias PlacedFindingProblem = (index: Int, problem: FindingProblem)

extension [Finding] {
    /// Everything that is wrong, by the places of the findings; none for a list of which days can
    /// be made. O(n²) for up to ``Finding/greatestCount`` findings; of longer lists only the length
    /// is told, at the first one too many.
    package var problems: [PlacedFindingProblem] {
        guard count <= Finding.greatestCount else {
            return [(Finding.greatestCount, .tooMany(count))]
        }
        return indices.flatMap { index in
            let problems = self[index].problems
            let shared = problems.isEmpty ? sharedDay(of: index).map { [$0] } ?? [] : []
            return (problems + shared).map { (index, $0) }
        }
    }

    /// The trainings that would take an athlete beyond what anybody runs, where the fitness is
    /// ordered: by the places of the findings, each with the most that fits after those before it.
    ///
    /// An athlete who is drawn, or at a lower running cost than usual, may reach that speed sooner.
    /// Then training stops there, and ``AthleteDays/speedChange(on:)`` tells how far it came.
    ///
    /// - Parameter order: without problems, as is the list.
    package func problems(for order: AthleteOrder) -> [PlacedFindingProblem] {
        guard let usual = order.speedAtFullIntensity else { return [] }
        var speed = usual
        var problems: [PlacedFindingProblem] = []
        let trainings = indices.filter { self[$0].kind == .training }
        for index in trainings.sorted(by: { self[$0].dates.lowerBound < self[$1].dates.lowerBound })
        {
            let gain = self[index].gain
            let room = 100 * (Athlete.greatestFullSpeed / speed - 1)
            let most = Swift.max(0, Int(room + 1e-9))
            if gain > most { problems.append((index, .tooFast(gain: gain, most: most))) }
            speed *= 1 + Double(Swift.min(gain, most)) / 100
        }
        return problems.sorted { $0.index < $1.index }
    }

    /// The first day that a finding shares with one before it in the list and must not.
    private func sharedDay(of index: Int) -> FindingProblem? {
        let finding = self[index]
        for other in self[..<index] where finding.excludes(other.kind) {
            let day = Swift.max(finding.dates.lowerBound, other.dates.lowerBound)
            guard finding.dates.contains(day), other.dates.contains(day) else { continue }
            return .sharesDay(other.kind, finding.kind, day)
        }
        return nil
    }
}

extension Finding {
    /// What is wrong with the finding alone.
    fileprivate var problems: [FindingProblem] {
        guard let possible = Self.possibleDays(of: kind) else { return [.drawnOnly(kind)] }
        let (first, last) = (dates.lowerBound, dates.upperBound)
        let outside = Set([first, last]).filter { !Self.possibleDates.contains($0) }.sorted()
        guard outside.isEmpty else { return outside.map { .outside($0) } }
        var problems: [FindingProblem] = []
        let count = last - first + 1
        if !possible.contains(count) {
            problems.append(.days(kind, count))
        } else if kind == .training, count % 7 != 0 {
            problems.append(.notWeeks(days: count))
        }
        if kind != .training, gain != 0 { problems.append(.gainOf(kind)) }
        if kind == .training, !Self.possibleGains.contains(gain) { problems.append(.gain(gain)) }
        return problems
    }

    /// Whether another finding must not lie on a day of this one.
    fileprivate func excludes(_ other: Kind) -> Bool {
        kind == other || kind == .overreached && other.preventsRuns
            || other == .overreached && kind.preventsRuns
    }
}
