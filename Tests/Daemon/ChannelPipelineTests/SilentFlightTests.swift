import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ChannelPipeline

/// Samples that are passed over in silence leave what they leave when each is looked at.
@Suite struct SilentFlightTests {
    /// The lines after an instant of lanes that were brought to it.
    ///
    /// - Parameter isWatched: whether another channel asks for each step, which leaves no silence.
    private func lines(
        _ fleet: Fleet, _ shape: ChannelShape, at instant: FleetInstant, isWatched: Bool,
        steps: Int = .max, lanes: [LaneID]? = nil
    ) -> [PipelineLine] {
        var run = FleetRun(of: fleet, after: instant - FleetDuration(ticks: 1))
        let channel = run.add(
            Channel(shape: shape, of: fleet, after: StreamPosition(after: instant)))
        if isWatched {
            _ = run.add(Channel(shape: shape, of: fleet, after: StreamPosition(after: instant)))
        }
        for lane in lanes ?? fleet.flownLanes {
            let place = run.add(LaneFlight(fleet.session(of: lane, at: instant), of: fleet))
            while run.bring(place, to: instant, atMost: steps) == steps {}
        }
        #expect(run.lineBytes(of: channel) == 0)
        run.advance(to: instant + .seconds(120))
        return run.withLines(of: channel) { PipelineLine.all(in: $0) }
    }

    @Test(arguments: Seeds.of(1...8, few: 2))
    func `lines after a silence are the same as without one`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let fleet = TestFleets.simulated(seed: seed)
        for shape in TestShape.allCases.map(\.shape) {
            let instant = TestFleets.epoch + FleetDuration(ticks: dice.within(1...400_000))
            let plain = lines(fleet, shape, at: instant, isWatched: true)
            let steps = Int(dice.within(1...3000))
            for most in [steps, .max] {
                let told = lines(fleet, shape, at: instant, isWatched: false, steps: most)
                expectSame(told, plain, "seed \(seed), \(shape), \(most) steps at a time")
            }
            #expect(!plain.isEmpty)
        }
    }

    /// Windows of session time reach over the pauses of athletes.
    @Test(arguments: Seeds.of(1...12, few: 3))
    func `lines after a silence that ends within a pause or behind it are the same`(
        seed: UInt64
    ) throws {
        let pause = try OwnPause(seed: seed)
        for shape in TestShape.allCases.map(\.shape) {
            for delay in [-1, 5] as [Int64] {
                let instant = pause.end + .seconds(delay)
                let (told, plain) = (
                    lines(pause.fleet, shape, at: instant, isWatched: false, lanes: [pause.lane]),
                    lines(pause.fleet, shape, at: instant, isWatched: true, lanes: [pause.lane])
                )
                expectSame(told, plain, "seed \(seed), \(shape), \(delay) s behind the pause")
                #expect(!plain.isEmpty || !shape.kinds.contains(.stat))
            }
        }
    }

    @Test func `a flight that has passed samples stands as one that has taken its steps`() {
        let fleet = TestFleets.simulated(seed: 3, pauses: false)
        for lane in fleet.flownLanes.prefix(20) {
            let session = fleet.session(of: lane, at: TestFleets.epoch)
            var (passing, stepping) = (
                LaneFlight(session, of: fleet), LaneFlight(session, of: fleet)
            )
            // The first step begins the session.
            _ = passing.step(of: fleet)
            var lines = SilentLines(
                ofSample: 1, every: .seconds(1), hasPhases: true, hasAdvisories: true)
            let end = passing.start + .seconds(3000)
            let passed = passing.passSamples(through: end, atMost: .max, counting: &lines)
            var count: Int64 = 0
            while let next = stepping.nextInstant, next <= end {
                let step = stepping.step(of: fleet)
                guard step.sample != nil else { continue }
                count += 2 + (step.transition == nil ? 0 : 1) + (step.advisory == nil ? 0 : 1)
            }
            #expect(passed == 3000 && lines.count == count, "lane \(lane)")
            #expect(passing.phase == stepping.phase && passing.phaseSince == stepping.phaseSince)
            #expect(passing.lastSample == stepping.lastSample)
            #expect(passing.nextInstant == stepping.nextInstant)
            // The last sample ends the session, and is a step of its own.
            _ = passing.passSamples(through: end + .seconds(9000), atMost: .max, counting: &lines)
            #expect(!passing.hasEnded && passing.nextInstant != nil)
            #expect(passing.step(of: fleet).ends)
        }
    }
}
