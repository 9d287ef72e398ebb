import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct AthleteTests {
    private static let population = (0..<4000).map { Athlete.drawn(seed: 5, lane: $0) }

    private static func mean(_ value: (Athlete) -> Double) -> Double {
        population.reduce(0) { $0 + value($1) } / Double(population.count)
    }

    private static func correlation(
        _ left: (Athlete) -> Double, _ right: (Athlete) -> Double
    ) -> Double {
        let leftMean = mean(left)
        let rightMean = mean(right)
        let covariance = mean { (left($0) - leftMean) * (right($0) - rightMean) }
        let leftVariance = mean { (left($0) - leftMean) * (left($0) - leftMean) }
        let rightVariance = mean { (right($0) - rightMean) * (right($0) - rightMean) }
        return covariance / (leftVariance * rightVariance).squareRoot()
    }

    @Test func `the same seed and lane draw the same athlete, others another`() {
        let athlete = Athlete.drawn(seed: 3, lane: 8)
        #expect(athlete == Athlete.drawn(seed: 3, lane: 8))
        #expect(athlete != Athlete.drawn(seed: 3, lane: 9))
        #expect(athlete != Athlete.drawn(seed: 4, lane: 8))
    }

    @Test func `everybody is within the limits of the population`() {
        for athlete in Self.population {
            #expect((18...70).contains(athlete.facts.age))
            #expect((1.45...2.1).contains(athlete.facts.height))
            #expect((35...145).contains(athlete.facts.mass))
            #expect((38...90).contains(athlete.restingHeartRate))
            #expect((145...212).contains(athlete.maximalHeartRate))
            #expect((28...85).contains(athlete.maximalOxygenUptake))
            #expect((3.2...4.8).contains(athlete.runningCost))
            #expect((16...120).contains(athlete.heartResponse.timeConstant))
            #expect((-0.03...0.14).contains(athlete.heartResponse.driftPerHour))
            #expect((3...5).contains(athlete.heartResponse.deadTimeSeconds))
            #expect((-2...18).contains(athlete.cadenceSlope))
            #expect((0.15...0.8).contains(athlete.contact.exponent))
            #expect((0.12...0.28).contains(athlete.habits.restlessness))
            #expect(athlete.habits.stopsPerHour >= 0)
        }
    }

    @Test func `means are those of recreational runners`() {
        let male = Self.mean { $0.facts.sex == .male ? 1 : 0 }
        #expect(ReferenceRunner.isClose(male, to: 0.6, within: 0.03))
        let age = Self.mean { Double($0.facts.age) }
        #expect(ReferenceRunner.isClose(age, to: 40, within: 0.7))
        let resting = Self.mean { Double($0.restingHeartRate) }
        #expect(ReferenceRunner.isClose(resting, to: 60, within: 0.7))
        let maximal = Self.mean { Double($0.maximalHeartRate) }
        #expect(ReferenceRunner.isClose(maximal, to: 179, within: 1))
        let uptake = Self.mean { $0.maximalOxygenUptake }
        #expect(ReferenceRunner.isClose(uptake, to: 56, within: 1))
        let timeConstant = Self.mean { $0.heartResponse.timeConstant }
        #expect(ReferenceRunner.isClose(timeConstant, to: 44.5, within: 3))
    }

    @Test func `quick steps go with short contacts, fitness with a slow heart at rest`() {
        let ofSteps = Self.correlation({ $0.cadenceAtThree }, { $0.contact.factor })
        #expect(ReferenceRunner.isClose(ofSteps, to: -0.51, within: 0.06))
        let ofFitness = Self.correlation(
            { $0.maximalOxygenUptake }, { Double($0.restingHeartRate) })
        #expect(ofFitness < -0.3)
    }

    @Test func `who is uneven in pace is uneven in cadence, and hardly in heart rate`() {
        let ofCadence = Self.correlation(
            { Elementary.log($0.habits.pacing) }, { Elementary.log($0.habits.cadence) })
        #expect(ReferenceRunner.isClose(ofCadence, to: 0.5, within: 0.06))
        let ofHeart = Self.correlation(
            { Elementary.log($0.habits.pacing) }, { Elementary.log($0.habits.heartRate) })
        #expect(ReferenceRunner.isClose(ofHeart, to: 0.15, within: 0.06))
    }

    @Test func `every habit differs from runner to runner`() {
        let habits: [(name: String, level: (Athlete) -> Double, logSpread: Double)] = [
            ("pacing", { $0.habits.pacing }, 0.6), ("cadence", { $0.habits.cadence }, 0.27),
            ("contact", { $0.habits.contact }, 0.25), ("heart", { $0.habits.heartRate }, 0.33),
            ("contact after cadence", { $0.contact.gain }, 0.96),
        ]
        for (name, level, logSpread) in habits {
            let mean = Self.mean { Elementary.log(level($0)) }
            #expect(mean.magnitude < 0.03, "\(name)")
            let variance = Self.mean {
                let difference = Elementary.log(level($0)) - mean
                return difference * difference
            }
            let spread = variance.squareRoot()
            #expect(ReferenceRunner.isClose(spread, to: logSpread, within: 0.03), "\(name)")
        }
        let stops = Self.population.map(\.habits.stopsPerHour).sorted()
        #expect(ReferenceRunner.isClose(stops[stops.count / 2], to: 0.55, within: 0.06))
    }

    @Test func `hills are shared between speed and effort, by each athlete in an own way`() {
        let mean = Self.mean { $0.effortRegulation }
        #expect(ReferenceRunner.isClose(mean, to: 0.24, within: 0.02))
        #expect(Self.population.allSatisfy { (-0.1...0.8).contains($0.effortRegulation) })
        #expect(Self.population.contains { $0.effortRegulation < 0 })
        #expect(Self.population.contains { $0.effortRegulation > 0.6 })
    }

    @Test func `some wear optical sensors, pods or nothing that measures contact`() {
        for (share, expected) in [
            (Self.mean { $0.wearables.isOptical ? 1 : 0 }, 0.53),
            (Self.mean { $0.wearables.measuresStride ? 1 : 0 }, 0.32),
            (Self.mean { $0.wearables.measuresContact ? 1 : 0 }, 0.8),
        ] {
            #expect(ReferenceRunner.isClose(share, to: expected, within: 0.03))
        }
    }

    @Test func `everybody can run at 80 percent of the reserve`() {
        for athlete in Self.population {
            #expect(0.8 * athlete.speedAtFullIntensity >= Athlete.slowestRun - 1e-9)
        }
    }
}
