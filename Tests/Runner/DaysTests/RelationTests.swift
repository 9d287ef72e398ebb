import CivilTime
import Simulation
import Testing
import Vocabulary

@testable import Days

/// How the quantities of days hang together: each relation has the sign and about the size that its
/// source found.
@Suite struct RelationTests {
    /// - Parameters:
    ///   - range: of what the source found, widened by what a sample of this size scatters.
    struct Relation: Sendable, CustomTestStringConvertible {
        let name: String
        let source: String
        let range: ClosedRange<Double>
        let value: @Sendable (RelatedDays) -> Double

        var testDescription: String { "\(name) (\(source))" }
    }

    @Test(arguments: RelationTests.all)
    func `a relation has the sign and the size of its source`(relation: Relation) {
        let value = relation.value(.shared)
        #expect(
            relation.range.contains(value),
            "\(relation.name): \(value), not in \(relation.range); \(relation.source)")
    }

    @Test func `there are thirty of them`() {
        #expect(Self.all.count >= 30)
        #expect(Set(Self.all.map(\.name)).count == Self.all.count)
        // None is a relation that holds whatever the days are.
        #expect(Self.all.allSatisfy { $0.range.upperBound - $0.range.lowerBound < 60 })
    }

    static let all = heart + variability + sleep + stages + activity + course

    private static let heart: [Relation] = [
        Relation(
            name: "bpm that a run on the day before adds to the heart rate at rest",
            source: "Altini and Plews 2021: 1.3 %", range: 0.3...1.6
        ) { $0.difference(of: \.rest) { $0.loadBefore > 0 } },
        Relation(
            name: "bpm that a hard or long run adds beyond an easy one",
            source: "Altini and Plews 2021", range: 0.05...1.5
        ) { days in
            days.difference(of: \.rest, among: { $0.loadBefore > 0 }) { $0.loadBefore > 1.3 }
        },
        Relation(
            name: "bpm of a week with more load than the week of others",
            source: "chosen: 0.5 for twice the load", range: 0.05...1.2
        ) { $0.difference(of: \.rest) { $0.strain > 0.3 } },
        Relation(
            name: "bpm that much alcohol adds", source: "Altini and Plews 2021: 6 % at most",
            range: 1.2...4
        ) { $0.difference(of: \.rest) { $0.alcohol > 0.5 } },
        Relation(
            name: "bpm that the first days of an illness add",
            source: "Mishra et al., Nat Biomed Eng 2020", range: 0.8...4
        ) { $0.difference(of: \.rest) { ($0.daysIll ?? 9) < 3 } },
        Relation(
            name: "bpm for an hour of sleep less", source: "realistic watches: 0.2",
            range: 0.05...0.6
        ) { -60 * $0.slope(of: \.rest, on: \.nightMinutes) { $0.alcohol == 0 } },
        Relation(
            name: "bpm of Saturdays and Sundays beyond other mornings",
            source: "follows from alcohol", range: 0.02...1.2
        ) { $0.difference(of: \.rest) { $0.date.weekday.isWeekend } },
        Relation(
            name: "correlation of uptake and heart rate at rest between athletes",
            source: "Quer et al. 2020: lower in the fit", range: -0.8 ... -0.2
        ) { $0.correlation(of: { Double($0.restingHeartRate) }, with: \.maximalOxygenUptake) },
    ]

    private static let variability: [Relation] = [
        Relation(
            name: "percent of HRV for a bpm of the night", source: "Plews et al. 2013",
            range: -6 ... -2.5
        ) { 100 * $0.slope(of: \.logVariability, on: \.rest) },
        Relation(
            name: "percent of HRV after a hard or long run", source: "Altini and Plews 2021",
            range: -8 ... -0.5
        ) { days in 100 * days.difference(of: \.logVariability) { $0.loadBefore > 1.3 } },
        Relation(
            name: "percent of HRV after much alcohol", source: "Altini and Plews 2021: -12",
            range: -18 ... -5
        ) { days in 100 * days.difference(of: \.logVariability) { $0.alcohol > 0.5 } },
        Relation(
            name: "percent of HRV in the first days of an illness",
            source: "Altini and Plews 2021: -10", range: -18 ... -3
        ) { days in 100 * days.difference(of: \.logVariability) { ($0.daysIll ?? 9) < 3 } },
        Relation(
            name: "correlation of age and HRV between athletes", source: "Umetani et al. 1998",
            range: -0.6 ... -0.05
        ) { $0.correlation(with: { Double($0.facts.age) }, of: \.logVariability) },
    ]

    private static let sleep: [Relation] = [
        Relation(
            name: "minutes that nights after a run are longer", source: "chosen: 8",
            range: 1...20
        ) { $0.difference(of: \.nightMinutes) { $0.loadBefore > 0 } },
        Relation(
            name: "minutes that nights before free days are longer",
            source: "Ong et al. 2019: longer", range: 5...60
        ) { $0.difference(of: \.nightMinutes) { $0.date.weekday.isWeekend } },
        Relation(
            name: "minutes that nights after short ones are longer",
            source: "sleep debt: autocorrelation -.1", range: 3...60
        ) { $0.difference(of: \.nightMinutes) { $0.nightBefore < -90 } },
        Relation(
            name: "minutes of sleep that an illness adds", source: "chosen: 45", range: 20...65
        ) { $0.difference(of: \.nightMinutes) { $0.daysIll != nil } },
        Relation(
            name: "minutes that much alcohol keeps from bed", source: "chosen: up to 60",
            range: 25...65
        ) { $0.difference(of: \.bed) { $0.alcohol > 0.5 } },
    ]

    private static let stages: [Relation] = [
        Relation(
            name: "percent of deep sleep for ten years of age",
            source: "Ohayon et al. 2004: -2", range: -3 ... -1
        ) { 10 * $0.slopeOfAge(\.deepShare) },
        Relation(
            name: "percent of REM sleep for ten years of age",
            source: "Ohayon et al. 2004: -0.6", range: -1.6 ... -0.1
        ) { 10 * $0.slopeOfAge(\.remShare) },
        Relation(
            name: "percent of deep sleep that lies in the first half of the night",
            source: "Carskadon and Dement 2011", range: 65...95
        ) { $0.mean(\.deepEarly) },
        Relation(
            name: "percent of REM sleep that lies in the second half",
            source: "Carskadon and Dement 2011", range: 58...85
        ) { $0.mean(\.remLate) },
        Relation(
            name: "minutes from falling asleep to the first REM sleep",
            source: "Carskadon and Dement 2011: 70 to 100", range: 65...105
        ) { $0.mean(\.remLatency) },
        Relation(
            name: "percent of REM sleep that much alcohol takes from the first half",
            source: "Ebrahim et al. 2013", range: -12 ... -1
        ) { $0.difference(of: \.remEarly) { $0.alcohol > 0.5 } },
    ]

    private static let activity: [Relation] = [
        Relation(
            name: "logarithm of the steps of an ill day", source: "chosen: 0.45 times",
            range: -1.1 ... -0.5
        ) { $0.difference(of: \.logSteps) { $0.daysIll != nil } },
        Relation(
            name: "logarithm of the steps of a day away", source: "chosen: 1.15 times",
            range: 0.05...0.4
        ) { $0.difference(of: \.logSteps, among: { $0.daysIll == nil }) { $0.isAway } },
        Relation(
            name: "logarithm of the steps apart from the run on a day with one",
            source: "chosen: 14 % fewer", range: -0.3 ... -0.04
        ) { $0.difference(of: \.logSteps, among: { $0.daysIll == nil && !$0.isAway }) { $0.runs } },
        Relation(
            name: "more missing nights after a missing one", source: "LifeSnaps .30, Fitbit .12",
            range: 0.1...0.4
        ) { $0.missingAgain },
    ]

    private static let course: [Relation] = [
        Relation(
            name: "bpm awake above asleep", source: "ambulatory recordings: 10 to 25",
            range: 9...28
        ) { $0.mean(\.awakeRate) - $0.mean(\.sleepingRate) },
        Relation(
            name: "bpm asleep beyond the resting heart rate shown", source: "rule of the device",
            range: -1.5...1.5
        ) { $0.mean(\.sleepingBeyondShown) },
        Relation(
            name: "bpm of REM above deep sleep", source: "Snyder et al. 1964", range: 1.5...7
        ) { $0.mean(\.remRate) - $0.mean(\.deepRate) },
        Relation(
            name: "bpm while much is walked above sitting", source: "3 METs: 15 to 25",
            range: 8...30
        ) { $0.mean(\.walkingRate) - $0.mean(\.sittingRate) },
        Relation(
            name: "bpm in the second hour after a run", source: "Borsheim and Bahr 2003",
            range: 2...14
        ) { $0.mean(\.rateAfterRun) - $0.mean(\.sittingRate) },
        Relation(
            name: "bpm of a working day's tension at the same hours",
            source: "chosen: 3 in the median", range: 0.5...7
        ) { $0.differenceOfWork },
    ]
}
