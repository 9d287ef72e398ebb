import ChannelPipeline
import TestSupport
import Testing
import Vocabulary

@Suite struct WindowReferenceTests {
    @Test(arguments: 81...88 as ClosedRange<UInt64>)
    func `every statistic of a recording is what a count over its rows gives`(
        seed: UInt64
    ) throws {
        let course = ReferenceRecording(seed: seed, rows: 60)
        let recording = try course.recording()
        let fleet = Fleet(
            seed: 1, epoch: TestFleets.epoch, simulatedLanes: 0, recordings: [recording])
        var dice = Dice(seed: seed)
        for window in [dice.chance(30) ? Window.session : .span(randomSpan(&dice))] {
            for alignment in Alignment.allCases {
                var shape = TestShape.session.shape
                shape.window = window
                shape.metrics = MetricSet(Metric.allCases.filter { _ in dice.chance(40) })
                shape.alignment = alignment
                shape.every = FleetDuration(ticks: dice.pick([50, 150, 350, dice.within(7...400)]))
                check(
                    course, fleet, shape,
                    "seed \(seed), \(window), \(alignment) every \(shape.every)")
            }
        }
    }

    private func randomSpan(_ dice: inout Dice) -> FleetDuration {
        FleetDuration(ticks: dice.pick([250, 1500, dice.within(50...1000)]))
    }

    private func check(
        _ course: ReferenceRecording, _ fleet: Fleet, _ shape: ChannelShape, _ context: String
    ) {
        let reference = ExpectedStatistics(course, shape, start: fleet.epoch)
        let offline = OfflineLines(
            of: [0], in: fleet, shape, after: fleet.epoch - FleetDuration(ticks: 1),
            through: fleet.epoch + FleetDuration(ticks: course.end))
        let lines = offline.lines.filter { $0.type == "stat" }
        let emissions = reference.emissions
        #expect(lines.map(\.position.instant.ticks) == emissions.map(\.instant), "\(context)")
        for (line, emission) in zip(lines, emissions) {
            let wanted = reference.text(at: emission.time)
            guard line.text.hasSuffix(wanted), line.lengthBehindPhase == wanted.count else {
                Issue.record("\(context): \(line.text) does not end with \(wanted)")
                return
            }
        }
    }
}

extension PipelineLine {
    /// Characters behind the value of `phase`.
    fileprivate var lengthBehindPhase: Int? {
        guard let phase = field("phase") else { return nil }
        return text.distance(from: phase.endIndex, to: text.endIndex) - 1
    }
}
