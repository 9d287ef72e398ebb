import Simulation
import Testing

@Suite struct EnergyModelTests {
    @Test func `a kilometre of running takes 65 kcal at 70 kg`() {
        var energy = EnergyModel(athlete: ReferenceRunner.athlete)
        for _ in 0..<1000 { energy.add(speed: 2.5, seconds: 0.4, gait: .running) }
        #expect(ReferenceRunner.isClose(energy.total, to: 65.25, within: 0.01))
    }

    @Test func `walking takes less than running, standing nothing`() {
        var energy = EnergyModel(athlete: ReferenceRunner.athlete)
        energy.add(speed: 0, seconds: 100, gait: .standing)
        #expect(energy.total == 0)
        energy.add(speed: 1.25, seconds: 800, gait: .walking)
        #expect(ReferenceRunner.isClose(energy.total, to: 38.48, within: 0.01))
    }

    @Test func `intensity is the share of the reserve that the speed takes`() {
        let athlete = ReferenceRunner.athlete
        let energy = EnergyModel(athlete: athlete)
        let half = energy.intensity(speed: athlete.speedAtFullIntensity / 2, gait: .running)
        #expect(ReferenceRunner.isClose(half, to: 0.5, within: 1e-12))
        let walking = energy.intensity(speed: 1.5, gait: .walking)
        #expect(walking < energy.intensity(speed: 1.5, gait: .running))
    }
}
