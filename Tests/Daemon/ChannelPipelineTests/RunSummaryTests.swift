import ChannelPipeline
import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

/// The summary of a run beside the samples that it sums up.
@Suite struct RunSummaryTests {
    private static let totals = ["distance_m", "steps", "energy_kcal"]

    private static var shape: ChannelShape {
        var shape = ChannelShape()
        shape.kinds = [.entry, .sample]
        shape.metrics = MetricSet([.distance, .steps, .energy, .speed])
        return shape
    }

    /// Holds each summary against the last of the totals that its session's samples have told.
    ///
    /// - Returns: how many there were.
    private func compare(_ lines: [PipelineLine], _ which: String) -> Int {
        var told: [String: [String: Substring]] = [:]
        var summaries = 0
        for line in lines {
            let run = line.field("run").map(String.init) ?? "\(line.session)"
            for name in Self.totals {
                guard let total = line.field(name) else { continue }
                if line.type == "sample" { told[run, default: [:]][name] = total }
                if line.type == "entry" { #expect(total == told[run]?[name], "\(run), \(which)") }
            }
            summaries += line.field("run") == nil ? 0 : 1
        }
        return summaries
    }

    @Test(arguments: [1, 2, 10] as [Int64], [Equipment.Device.mixed, .optical, .perfect])
    func `it says what the last sample says`(hertz: Int64, device: Equipment.Device) throws {
        let fleet = Fleet(
            seed: 42, epoch: TestFleets.epoch, rate: try #require(SampleRate(hertz: hertz)),
            simulatedLanes: 4, equipment: Equipment(device: device))
        let driven = DrivenFleet(fleet, at: TestFleets.epoch)
        let live = driven.follow(Self.shape, [0, 1, 2, 3], from: .after(driven.present))
        driven.advance(to: TestFleets.epoch + .lap + .seconds(1))
        let count = compare(live.lines, "\(hertz) Hz, \(device)")
        #expect(count >= 4)
    }

    @Test(arguments: 800...811 as ClosedRange<UInt64>)
    func `it does so whatever was paused, stopped or cut off`(seed: UInt64) {
        var dice = Dice(seed: seed)
        let midnight = TestFleets.midnight + .seconds(86_400 * 3)
        let stretch = FleetStretch(
            fleet: TestFleets.midnightRuns(), lanes: [0, 1, 2, 4, 5],
            opening: midnight - .seconds(110), last: midnight + .seconds(140))
        let commanded = CommandedFleet(stretch, Self.shape, &dice)
        #expect(compare(commanded.live.lines, "seed \(seed)") > 0)
    }

    @Test func `the steps in which a runner comes to a halt are its last`() throws {
        let fleet = TestFleets.simulated(lanes: 1)
        var flight = LaneFlight(SessionName(lane: 0, lap: 0), of: fleet, fliesOneSession: true)
        var part = RunPart()
        var behindPlan = 0
        var totals = Sample()
        while flight.nextInstant != nil {
            let step = flight.step(of: fleet)
            guard part.take(step), let sample = step.sample else { continue }
            behindPlan += step.stage == .afterRun ? 1 : 0
            totals = sample
        }
        #expect((1...10).contains(behindPlan))
        for metric in [.distance, .steps, .energy] as [Metric] {
            #expect(totals[metric] == flight.lastSample[metric])
        }
    }
}
