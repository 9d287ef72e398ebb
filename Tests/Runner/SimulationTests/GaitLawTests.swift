import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct GaitLawTests {
    @Test(arguments: [
        (2.22, 162.8, 294.0), (3, 169, 254), (4, 177, 222), (5, 185, 199),
    ])
    func `cadence and contact are those of the reference`(
        speed: Double, cadence: Double, contact: Double
    ) {
        let athlete = ReferenceRunner.athlete
        let ourCadence = GaitLaw(athlete).runningCadence(speed: speed)
        #expect(ReferenceRunner.isClose(ourCadence, to: cadence, within: 0.05))
        let ourContact = GaitLaw(athlete).contact(speed: speed)
        #expect(ReferenceRunner.isClose(ourContact, to: contact, within: 0.6))
    }

    @Test(arguments: [(2.68, 163.4), (3.13, 167.1), (3.58, 171.3)])
    func `cadence is within half a step of Craib's runners`(speed: Double, measured: Double) {
        var athlete = ReferenceRunner.athlete
        athlete.facts.height = 1.76
        let cadence = GaitLaw(athlete).runningCadence(speed: speed)
        #expect(ReferenceRunner.isClose(cadence, to: measured, within: 0.5))
    }

    /// The borders of Garmin's colour gauges: percentiles of its users.
    @Test func `percentiles of steadily running athletes are those of watch wearers`() {
        var cadences: [Double] = []
        var contacts: [Double] = []
        for lane: LaneID in 0..<4000 {
            let athlete = Athlete.drawn(seed: 11, lane: lane)
            let chance = RandomStream(seed: 11, lane: lane.index, purpose: 9999)
            let intensity = 0.71 + 0.06 * chance.normal(0)
            let speed = max(intensity * athlete.speedAtFullIntensity, 2)
            let cadence = GaitLaw(athlete).runningCadence(speed: speed)
            cadences.append(cadence)
            let contact = GaitLaw(athlete).contact(speed: speed)
            contacts.append(GaitLaw.possibleContact(contact, cadence: cadence))
        }
        expectPercentiles(of: cadences, [5: 153, 30: 164, 70: 174, 95: 183])
        expectPercentiles(of: contacts, [5: 218, 30: 248, 70: 278, 95: 308])
    }

    private func expectPercentiles(of values: [Double], _ expected: [Int: Double]) {
        let sorted = values.sorted()
        for (percent, wanted) in expected {
            let value = sorted[sorted.count * percent / 100]
            #expect(
                ReferenceRunner.isClose(value, to: wanted, within: 4),
                "percentile \(percent): \(value), expected \(wanted)")
        }
    }

    @Test(arguments: Array(stride(from: 135.0, through: 220, by: 5)))
    func `contact leaves flight and a plausible duty factor`(cadence: Double) {
        for contact in stride(from: 50.0, through: 600, by: 10) {
            let possible = GaitLaw.possibleContact(contact, cadence: cadence)
            let dutyFactor = possible * cadence / 120_000
            #expect(60_000 / cadence - possible >= 25 - 1e-9)
            #expect(dutyFactor > 0.2 && dutyFactor < 0.49)
        }
    }

    @Test func `a contact that is possible stays as it is`() {
        #expect(GaitLaw.possibleContact(250, cadence: 170) == 250)
    }

    @Test func `walkers take fewer steps than runners`() {
        let walking = GaitLaw.walkingCadence(speed: 1.9)
        #expect((110...125).contains(walking))
        let running = GaitLaw(ReferenceRunner.athlete).runningCadence(speed: 1.9)
        #expect(running > walking + 30)
    }
}
