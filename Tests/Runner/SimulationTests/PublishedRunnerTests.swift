import Simulation
import TestSupport
import Testing
import Vocabulary

/// Runners of whom laboratories and result lists tell.
@Suite struct PublishedRunnerTests {
    struct Runner: CustomTestStringConvertible {
        let name: String
        let order: AthleteOrder

        init(_ name: String, _ change: (inout AthleteOrder) -> Void) {
            var order = AthleteOrder()
            change(&order)
            (self.name, self.order) = (name, order)
        }

        var testDescription: String { name }
    }

    private static func time(_ hours: Double, _ minutes: Double, _ seconds: Double) -> Double {
        hours * 3600 + minutes * 60 + seconds
    }

    private static func marathon(
        _ hours: Double, _ minutes: Double, _ seconds: Double
    ) -> AthleteOrder.Fitness {
        .best(distance: 42_195, seconds: time(hours, minutes, seconds))
    }

    private static let runners = [
        // Jones, Int J Sports Sci Coach 1, 2006, 101: 2:15:25 in 2003, 1.73 m, 54 kg.
        Runner("Radcliffe") {
            ($0.sex, $0.age, $0.height, $0.mass) = (.female, 29, 1.73, 54)
            $0.fitness = marathon(2, 15, 25)
        },
        // The same: a maximal oxygen uptake of about 70 mL/kg/min from 1991 to 2003.
        Runner("Radcliffe in the laboratory") {
            ($0.sex, $0.age, $0.fitness) = (.female, 29, .oxygenUptake(70))
        },
        // Berlin 2022.
        Runner("Kipchoge") { ($0.sex, $0.age, $0.fitness) = (.male, 37, marathon(2, 1, 9)) },
        // Hengelo 2004, 12:37.35.
        Runner("Bekele") {
            ($0.sex, $0.age) = (.male, 21)
            $0.fitness = .best(distance: 5000, seconds: 757.35)
        },
        // Robinson et al., N Engl J Med 380, 2019, 1485: 2:54:23 at 70 years, 46.9 mL/kg/min.
        Runner("Dykes") { ($0.sex, $0.age, $0.fitness) = (.male, 70, marathon(2, 54, 23)) },
        Runner("Dykes in the laboratory") {
            ($0.sex, $0.age, $0.fitness) = (.male, 70, .oxygenUptake(46.9))
        },
        // Front Physiol 2023, 1122315: the next record holder over 70 years, at 71.
        Runner("the record holder of 71 years") {
            ($0.sex, $0.age, $0.maximalHeartRate) = (.male, 71, 160)
            $0.fitness = .oxygenUptake(46.6)
        },
        // Toronto 2016, 3:56:34 at 85; 5 feet 7 inches and 112 pounds (New York Times).
        Runner("Whitlock") {
            ($0.sex, $0.age, $0.height, $0.mass) = (.male, 85, 1.7, 50.8)
            $0.fitness = marathon(3, 56, 34)
        },
        // Lepers et al., J Appl Physiol 2021: father and son on one day in Frankfurt.
        Runner("Hughes the father") {
            ($0.sex, $0.age, $0.fitness) = (.male, 59, marathon(2, 27, 52))
        },
        Runner("Hughes the son") {
            ($0.sex, $0.age, $0.fitness) = (.male, 34, .oxygenUptake(66.9))
        },
        // Addison et al., Br J Med Med Res 2015: a runner of 627 marathons, at 68.
        Runner("the man of 627 marathons") {
            ($0.sex, $0.age, $0.fitness) = (.male, 68, .oxygenUptake(43))
        },
        // Pollock, Ann N Y Acad Sci 301, 1977: the highest of the elite runners in Dallas 1975.
        Runner("Prefontaine") { ($0.sex, $0.age, $0.fitness) = (.male, 23, .oxygenUptake(84.4)) },
        // The same, and Fukuoka 1972, 2:10:30.
        Runner("Shorter in the laboratory") {
            ($0.sex, $0.age, $0.fitness) = (.male, 27, .oxygenUptake(71.3))
        },
        Runner("Shorter") { ($0.sex, $0.age, $0.fitness) = (.male, 25, marathon(2, 10, 30)) },
        // Antwerp 1969, 2:08:33.6.
        Runner("Clayton") { ($0.sex, $0.age, $0.fitness) = (.male, 26, marathon(2, 8, 33.6)) },
        // Costill et al., Int Z Angew Physiol 29, 1971, 249: 69.7 mL/kg/min, 5.09 L/min, 188 bpm.
        Runner("Clayton in the laboratory") {
            ($0.sex, $0.age, $0.mass) = (.male, 27, 73)
            ($0.maximalHeartRate, $0.fitness) = (188, .oxygenUptake(69.7))
        },
        // Foulkes et al., J Appl Physiol 2024: the same athlete half a century later.
        Runner("Clayton at 77") {
            ($0.sex, $0.age, $0.fitness) = (.male, 77, .oxygenUptake(43.6))
        },
    ]

    @Test(arguments: runners)
    func `a runner of whom is known is accepted, and runs as known`(_ runner: Runner) {
        #expect(runner.order.problems == [])
        for lane: LaneID in 0..<20 {
            let athlete = Athlete.drawn(seed: 1, lane: lane, as: runner.order)
            #expect(athlete.facts.age == runner.order.age)
            switch runner.order.fitness {
            case .oxygenUptake(let uptake): #expect(athlete.maximalOxygenUptake == uptake)
            case .best(let distance, let seconds):
                let time = athlete.bestTime(over: distance)
                #expect((time / seconds - 1).magnitude < 0.01, "\(time) s")
                #expect((38...86).contains(athlete.maximalOxygenUptake))
            case nil: Issue.record("nothing is known of \(runner.name)")
            }
        }
    }

    /// What laboratories found comes out of the time alone, within the spread of running costs.
    @Test(arguments: [("Shorter", 71.3), ("Radcliffe", 70), ("Clayton", 69.7)])
    func `the oxygen uptake of a best time is near the measured one`(name: String, uptake: Double) {
        let runner = Self.runners.first { $0.name == name }
        let found = (0..<200).map { (lane: LaneID) in
            Athlete.drawn(seed: 2, lane: lane, as: runner?.order).maximalOxygenUptake
        }.sorted()
        #expect(found[4] < uptake && uptake < found[195], "\(found[4])...\(found[195])")
    }

    /// The line of Daniels and Gilbert's tables (1979) for 5 km in 25:12: 10 km in 52:17 and a half
    /// marathon in 1:55:55.
    @Test func `times over other distances follow as in published tables`() {
        var order = AthleteOrder()
        order.fitness = .best(distance: 5000, seconds: Self.time(0, 25, 12))
        for lane: LaneID in 0..<20 {
            let athlete = Athlete.drawn(seed: 3, lane: lane, as: order)
            let ten = athlete.bestTime(over: 10_000) / Self.time(0, 52, 17)
            #expect((ten - 1).magnitude < 0.025, "\(ten)")
            let half = athlete.bestTime(over: 21_097.5) / Self.time(1, 55, 55)
            #expect((half - 1).magnitude < 0.04, "\(half)")
        }
    }
}
