import Simulation
import TestSupport
import Testing
import Vocabulary

@Suite struct WatchTests {
    /// Runs of athletes who wear a watch of `profile`, in a fleet of `device`.
    private static func runs(_ profile: WatchProfile, _ device: Equipment.Device) -> [ObservedRun] {
        let lanes = (0..<200).filter {
            Athlete.drawn(seed: 22, lane: $0).wearables.watch == profile
        }
        return lanes.prefix(3).map {
            ObservedRun(seed: 22, lane: $0, equipment: Equipment(device: device))
        }
    }

    /// Cadences read while running, in units of a tenth of a step a minute.
    private static func cadences(_ run: ObservedRun) -> [Int64] {
        run.instants.filter { $0.body.gait == .running }.compactMap { $0.sample[.cadence] }
    }

    private static func shareHeld(_ values: [Int64]) -> Double {
        Double(zip(values, values.dropFirst()).count { $0 == $1 }) / Double(values.count)
    }

    @Test(arguments: [(WatchProfile.medium, Int64(10)), (.coarse, 20)])
    func `a class of watches shows steps, and holds what it shows`(
        profile: WatchProfile, step: Int64
    ) {
        for run in Self.runs(profile, .mixed) {
            let cadences = Self.cadences(run)
            #expect(cadences.allSatisfy { $0 % step == 0 }, "\(profile)")
            #expect(Self.shareHeld(cadences) > 0.5, "\(profile)")
        }
    }

    @Test(arguments: [Equipment.Device.strap, .optical, .perfect])
    func `outside of a mixed fleet no reading is held`(device: Equipment.Device) {
        for run in Self.runs(.coarse, device) {
            let cadences = Self.cadences(run)
            #expect(!cadences.allSatisfy { $0 % 20 == 0 }, "\(device)")
            #expect(Self.shareHeld(cadences) < 0.2, "\(device)")
        }
    }

    @Test(arguments: [1, 10, 50])
    func `no step is longer than any runner's, and none is timed before it is found`(
        hertz: Int64
    ) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        var contacts = 0
        for lane: LaneID in 0..<12 {
            var run = SimulatedRun(seed: 12, lane: lane, lap: 0, rate: rate)
            while run.nextOffset != nil {
                guard case .sample(let sample) = run.next().content else { continue }
                #expect(sample[.stride] ?? 0 <= 2500, "s\(lane)")
                guard sample[.contact] != nil else { continue }
                contacts += 1
                #expect(sample[.cadence] ?? 0 > 0, "s\(lane)")
            }
        }
        #expect(contacts > 10_000, "most measure it")
    }

    @Test func `every class of watches is worn`() {
        let worn = (0..<1000).map { Athlete.drawn(seed: 23, lane: $0).wearables.watch }
        for profile in WatchProfile.allCases where profile != .fine {
            #expect((100...700).contains(worn.count { $0 == profile }), "\(profile)")
        }
    }
}
