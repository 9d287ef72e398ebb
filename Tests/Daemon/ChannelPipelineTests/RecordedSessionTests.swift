import ChannelPipeline
import FlightPhases
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct RecordedSessionTests {
    /// One recording, all its lines, and the rows that they come from.
    private struct Flown {
        let course: ReferenceRecording
        let fleet: Fleet
        let lines: [PipelineLine]

        init(seed: UInt64, rows: Int, _ shape: ChannelShape) throws {
            course = ReferenceRecording(seed: seed, rows: rows, from: 4321)
            fleet = Fleet(
                seed: 1, epoch: TestFleets.epoch, simulatedLanes: 0,
                recordings: [try course.recording()])
            let driven = DrivenFleet(fleet, at: TestFleets.epoch - .seconds(2))
            let subscription = driven.follow(shape, [0], from: .after(driven.present))
            driven.advance(to: TestFleets.epoch + FleetDuration(ticks: course.end + 10_000))
            lines = subscription.lines
        }

        func offset(_ line: PipelineLine) -> Int64 {
            (line.position.instant - TestFleets.epoch).ticks
        }
    }

    @Test(arguments: 101...104 as ClosedRange<UInt64>)
    func `a sample line has the cells of its row, the totals derived, and nothing else`(
        seed: UInt64
    ) throws {
        let flown = try Flown(seed: seed, rows: 120, TestShape.everything.shape)
        let samples = flown.lines.filter { $0.type == "sample" }
        #expect(samples.map(flown.offset) == flown.course.rows.indices.map(flown.course.offset))
        for metric in Metric.allCases {
            let values = flown.course.values(of: metric)
            let texts = values.map { value in
                value.map { "\(Decimal64(units: $0, decimals: metric.decimals))" }
            }
            let found = samples.map { $0.field(metric.name).map(String.init) }
            #expect(found == texts, "seed \(seed), \(metric)")
        }
    }

    @Test(arguments: 101...104 as ClosedRange<UInt64>)
    func `pauses begin at the last row before, end a period before the next, and are silent`(
        seed: UInt64
    ) throws {
        let flown = try Flown(seed: seed, rows: 120, TestShape.everything.shape)
        let pauses = flown.course.pauses
        try #require(pauses.count > 1)
        let events = flown.lines.filter { $0.type == "event" }
        #expect(events.first?.field("event") == "start")
        #expect(
            events.dropFirst().map { $0.field("event") }
                == pauses.flatMap { _ in
                    ["pause", "resume"]
                })
        #expect(events.dropFirst().map(flown.offset) == pauses.flatMap { [$0.from, $0.to] })
        for line in flown.lines where !["event"].contains(line.type) {
            let offset = flown.offset(line)
            #expect(!pauses.contains { $0.from < offset && offset <= $0.to }, "\(line.text)")
        }
    }

    @Test(arguments: [TestShape.stat, .clock, .everything, .session])
    func `the last row brings touchdown, the last statistics and the end, and then nothing`(
        shape: TestShape
    ) throws {
        var wide = shape.shape
        wide.kinds.insert(.phase)
        let flown = try Flown(seed: 105, rows: 60, wide)
        let last = flown.lines.filter { flown.offset($0) == flown.course.end }
        #expect(last.compactMap(\.type).suffix(3) == ["phase", "stat", "end"])
        let touchdown = last.first { $0.type == "phase" }
        #expect(touchdown?.field("to") == "touchdown")
        #expect(touchdown?.field("cause") == "run_ended")
        #expect(last.last { $0.type == "stat" }?.field("phase") == "touchdown")
        #expect(flown.lines.allSatisfy { flown.offset($0) <= flown.course.end })
        #expect(flown.lines.count { $0.type == "end" } == 1)
        #expect(flown.lines.allSatisfy { $0.session == SessionName(lane: 0, lap: 0) })
    }

    @Test(arguments: 109...112 as ClosedRange<UInt64>)
    func `phases are what the machine reads from the rows, beginning anew after a pause`(
        seed: UInt64
    ) throws {
        let flown = try Flown(seed: seed, rows: 250, TestShape.marks.shape)
        let found = flown.lines.filter { $0.type == "phase" }.map { line in
            "\(flown.offset(line)) \(line.field("to") ?? "") \(line.field("cause") ?? "")"
        }
        #expect(found == Self.phases(of: flown.course, restarting: true), "seed \(seed)")
    }

    @Test func `to begin anew after a pause makes a difference to phases`() {
        let isDifferent = (109...112 as ClosedRange<UInt64>).contains { seed in
            let course = ReferenceRecording(seed: seed, rows: 250, from: 4321)
            return Self.phases(of: course, restarting: true)
                != Self.phases(of: course, restarting: false)
        }
        #expect(isDifferent)
    }

    private static func phases(of course: ReferenceRecording, restarting: Bool) -> [String] {
        var tracker = EffortTracker(resting: 60, maximal: 190)
        var machine = FlightPhaseMachine()
        var changes: [String] = []
        let speeds = course.values(of: .speed)
        for (row, heartRate) in course.values(of: .heartRate).enumerated() {
            if restarting, course.isAfterPause(row) { tracker.restart() }
            let time = FleetDuration(ticks: course.sessionTimes[row])
            let evidence = tracker.observe(
                heartRate: heartRate, speed: speeds[row].map { Metric.speed.value($0) },
                stage: .running, at: time)
            guard let change = machine.observe(evidence, at: time) else { continue }
            changes.append("\(course.offset(row)) \(change.to) \(change.cause.rawValue)")
        }
        return changes + ["\(course.end) touchdown run_ended"]
    }

    @Test func `a landed recording is told again from its start, however long ago`() throws {
        let shape = TestShape.everything.shape
        let flown = try Flown(seed: 106, rows: 60, shape)
        for days in [0, 1, 400] as [Int64] {
            let now =
                TestFleets.epoch + FleetDuration(ticks: flown.course.end) + .seconds(86_400 * days)
            let driven = DrivenFleet(flown.fleet, at: now)
            let subscription = driven.open(shape, [LaneChoice(lane: 0)], from: .sessionStarts)
            for _ in 0..<100 where !subscription.isLive {
                driven.work(on: subscription, steps: 2000, bytes: 1 << 16)
            }
            #expect(subscription.isLive, "\(days) days")
            expectSame(subscription.lines, flown.lines, "\(days) days")
        }
    }

    @Test func `a metric that is absent for the whole window is left out of the line`() throws {
        let shape = TestShape.stat.shape
        let flown = try Flown(seed: 107, rows: 120, shape)
        let reference = ExpectedStatistics(flown.course, shape, start: TestFleets.epoch)
        let stats = flown.lines.filter { $0.type == "stat" }
        let silent = stats.filter { $0.field("stride_m") == nil }
        #expect(!silent.isEmpty)
        #expect(silent.count < stats.count)
        for (line, emission) in zip(stats, reference.emissions) {
            #expect(line.text.hasSuffix(reference.text(at: emission.time)), "\(line.text)")
        }
    }

    @Test func `a recording of one row has a start, a sample, touchdown and an end`() throws {
        let flown = try Flown(seed: 108, rows: 1, TestShape.everything.shape)
        #expect(
            flown.lines.map(\.type) == ["event", "sample", "phase", "stat", "end"])
        #expect(flown.lines.map(flown.offset) == [0, 50, 50, 50, 50])
        // The take-off of the only sample and the landing are one change.
        #expect(flown.lines.first { $0.type == "phase" }?.field("from") == "preflight")
    }
}
