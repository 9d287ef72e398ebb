import Simulation
import Testing
import Vocabulary

@testable import ActivityFiles

@Suite struct FITActivityTests {
    /// 2026-03-01T06:00:00Z in seconds of FIT.
    private static let startSecond = RunScript.second - 631_065_600

    private static func messages(
        _ facts: ActivityFacts = RunScript.facts(), _ write: (inout FITActivity) -> Void
    ) throws -> [FITMessage] {
        var activity = FITActivity(facts, from: RunScript.point(0))
        write(&activity)
        return try decoded(activity.finish())
    }

    private static func seconds(_ messages: [FITMessage], _ kind: FITMessageNumber) -> [Int64] {
        messages.filter { $0.kind == kind }.map { Int64($0.timestamp ?? 0) - startSecond }
    }

    @Test func `a record has the values of its sample, cadence as one foot's`() throws {
        let sample = RunScript.sample([
            .heartRate: 152, .speed: 3012, .distance: 123_456, .cadence: 1715, .stride: 1063,
            .contact: 2481,
        ])
        let messages = try Self.messages {
            $0.take(ActivityMoment(sample, at: RunScript.point(50), phase: .climb))
        }
        let record = try #require(messages.first { $0.kind == .record })
        // 171.5 steps a minute are 85.75 of one foot; 248.1 ms of 699.7 are 35.46 %.
        let numbers: [UInt8] = [3, 73, 5, 4, 53, 85, 41, 40]
        #expect(
            numbers.map { record.integer($0) } == [
                152, 3012, 123_456, 85, 96, 10_630, 2481, 3546,
            ])
        #expect(record.integer(253) == Self.startSecond + 1)
    }

    @Test func `every cadence comes back to its tenth`() {
        for cadence in Int64(0)...4000 {
            let foot = FITQuantity.footCadence(cadence)
            let parts = (foot.whole ?? -1) * 128 + (foot.fraction ?? -1)
            #expect((parts * 20).dividedRoundingToEven(by: 128) == cadence)
        }
        #expect(FITQuantity.footCadence(nil) == (nil, nil))
        #expect(FITQuantity.footCadence(5100) == (nil, nil))
    }

    @Test func `what was not measured is invalid, and what is 0 is 0`() throws {
        let messages = try Self.messages {
            $0.take(ActivityMoment(Sample(), at: RunScript.point(50), phase: .climb))
            let standing = RunScript.sample([.heartRate: 90, .speed: 0, .cadence: 0, .distance: 0])
            $0.take(ActivityMoment(standing, at: RunScript.point(100), phase: .climb))
            let beyond = RunScript.sample([.heartRate: 255, .stride: 7000])
            $0.take(ActivityMoment(beyond, at: RunScript.point(150), phase: .climb))
        }
        let records = messages.filter { $0.kind == .record }
        let numbers: [UInt8] = [3, 73, 5, 4, 53, 85, 41, 40]
        #expect(numbers.allSatisfy { records[0].integer($0) == nil })
        #expect(
            numbers.map { records[1].integer($0) } == [90, 0, 0, 0, 0, nil, nil, nil])
        #expect(numbers.allSatisfy { records[2].integer($0) == nil })
    }

    @Test func `a record holds the last sample of the second that it ends`() throws {
        let messages = try Self.messages { activity in
            for ticks in stride(from: Int64(10), through: 130, by: 10) {
                let sample = RunScript.sample([.heartRate: 100 + ticks / 10])
                activity.take(ActivityMoment(sample, at: RunScript.point(ticks), phase: .climb))
            }
        }
        let records = messages.filter { $0.kind == .record }
        #expect(records.map { $0.integer(3) } == [105, 110, 113])
        #expect(Self.seconds(messages, .record) == [1, 2, 3])
        let session = try #require(messages.first { $0.kind == .session })
        #expect(session.integer(7) == 2600 && session.integer(8) == 2600)
        // Every sample counts, not only those of records.
        #expect(session.integer(16) == 107 && session.integer(17) == 113)
    }

    @Test func `laps end where a kilometre is complete, behind their records`() throws {
        let messages = try Self.messages { activity in
            for second in 1...500 as ClosedRange<Int64> {
                let sample = RunScript.sample([
                    .speed: 4500, .distance: second * 450, .steps: second * 3,
                    .energy: second * 250,
                ])
                activity.take(
                    ActivityMoment(sample, at: RunScript.point(second * 50), phase: .cruise))
            }
        }
        let laps = messages.filter { $0.kind == .lap }
        #expect(Self.seconds(messages, .lap) == [223, 445, 500])
        // Index, trigger, start, timer time, distance, strides and their half, energy, speed.
        let numbers: [UInt8] = [254, 24, 2, 8, 9, 10, 82, 11, 110]
        let start = Self.startSecond
        #expect(
            laps.map { lap in numbers.map { lap.integer($0) } } == [
                [0, 2, start, 223_000, 100_350, 334, 64, 56, 4500],
                [1, 2, start + 223, 222_000, 99_900, 333, 0, 56, 4500],
                [2, 7, start + 445, 55_000, 24_750, 82, 64, 14, 4500],
            ])
        let order = messages.map(\.kind)
        let first = try #require(order.firstIndex(of: .lap))
        #expect(order[..<first].count { $0 == .record } == 223)
        #expect(order.suffix(4) == [.event, .lap, .session, .activity])
        let session = try #require(messages.first { $0.kind == .session })
        #expect([9, 10, 26].map { session.integer($0) } == [225_000, 750, 3])
    }

    @Test func `laps by phase end with the phase`() throws {
        let phases: [Phase] = [.takeoff, .takeoff, .climb, .climb, .climb, .cruise]
        let messages = try Self.messages(RunScript.facts(.phase)) { activity in
            for (index, phase) in phases.enumerated() {
                let point = RunScript.point(Int64(index + 1) * 50)
                activity.take(ActivityMoment(Sample(), at: point, phase: phase))
            }
        }
        #expect(Self.seconds(messages, .lap) == [3, 6])
    }

    @Test func `pauses are events of the timer, and no part of its time`() throws {
        let messages = try Self.messages { activity in
            for second in 1...3 as ClosedRange<Int64> {
                activity.take(
                    ActivityMoment(
                        RunScript.sample([.distance: second * 300]),
                        at: RunScript.point(second * 50),
                        phase: .climb))
            }
            activity.pause(at: RunScript.point(150))
            activity.resume(at: RunScript.point(650, paused: 500))
            activity.take(
                ActivityMoment(
                    RunScript.sample([.distance: 1200]), at: RunScript.point(700, paused: 500),
                    phase: .climb)
            )
        }
        let events = messages.filter { $0.kind == .event }
        #expect(events.map { $0.integer(0) } == [0, 0, 0, 0])
        #expect(events.map { $0.integer(1) } == [0, 4, 0, 4])
        #expect(Self.seconds(messages, .event) == [0, 3, 13, 14])
        #expect(Self.seconds(messages, .record) == [1, 2, 3, 14])
        let session = try #require(messages.first { $0.kind == .session })
        #expect([7, 8, 124].map { session.integer($0) } == [14_000, 4000, 3000])
        let times = messages.compactMap(\.timestamp)
        #expect(times == times.sorted())
    }

    @Test func `local time is told at the end of the run`() throws {
        let facts = RunScript.facts { $0 < RunScript.start + .seconds(2) ? 3600 : 7200 }
        let messages = try Self.messages(facts) {
            for second in 1...2 as ClosedRange<Int64> {
                $0.take(ActivityMoment(Sample(), at: RunScript.point(second * 50), phase: .climb))
            }
        }
        let activity = try #require(messages.last)
        #expect(activity.kind == .activity)
        #expect(activity.integer(5) == Self.startSecond + 2 + 7200)
    }

    @Test func `a run without samples is a file without records`() throws {
        let messages = try Self.messages { _ in }
        #expect(
            messages.contains { $0.kind == .session } && !messages.contains { $0.kind == .record })
    }

    /// What an export holds in memory is one file.
    @Test(arguments: [(false, 22), (true, 71)])
    func `a second has so many bytes at most, whatever the rate`(
        tellsTruth: Bool, bytes: Int
    ) throws {
        let facts = RunScript.facts(tellsTruth: tellsTruth)
        let sizes = ([1, 50] as [Int64]).map { hertz in
            var activity = FITActivity(facts, from: RunScript.point(0))
            for index in 1...600 * hertz {
                let sample = RunScript.sample([.heartRate: 150, .speed: 3000])
                activity.take(
                    ActivityMoment(sample, at: RunScript.point(index * 50 / hertz), phase: .cruise))
            }
            return activity.finish().count
        }
        #expect(sizes[0] == sizes[1])
        #expect(sizes[0] < 600 * bytes + 1500, "\(sizes[0])")
    }
}
