import LinuxIO
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import ActivityFiles

@Suite struct TCXActivityTests {
    private static func bytes(
        _ facts: ActivityFacts = RunScript.facts(), _ play: (inout any ActivityTaking) -> Void
    ) -> [UInt8] {
        var first: any ActivityTaking = ActivityLaps(from: RunScript.point(0), laps: facts.laps)
        play(&first)
        let laps = (first as? ActivityLaps)?.finish() ?? []
        var second: any ActivityTaking = TCXActivity(facts, from: RunScript.point(0), laps: laps)
        play(&second)
        return (second as? TCXActivity)?.finish() ?? []
    }

    private static func activity(
        _ facts: ActivityFacts = RunScript.facts(), _ play: (inout any ActivityTaking) -> Void
    ) throws -> XMLTree {
        let root = try XMLTree.read(bytes(facts, play))
        return try #require(root.all("Activity").first)
    }

    private static func take(
        _ taker: inout any ActivityTaking, _ ticks: Int64, paused: Int64 = 0,
        phase: Phase = .climb, _ values: KeyValuePairs<Metric, Int64>
    ) {
        taker.take(
            ActivityMoment(
                RunScript.sample(values), at: RunScript.point(ticks, paused: paused), phase: phase))
    }

    /// `RUNWAY_RECORD_GOLDEN=1 swift test --filter TCXActivity` records the file anew.
    @Test func `the golden file is as it was, byte for byte`() throws {
        let folder =
            "/" + "\(#filePath)".split(separator: "/").dropLast().joined(separator: "/") + "/Golden"
        let bytes = Self.bytes(RunScript.facts(.phase, serialNumber: 42)) { taker in
            RunScript.play(&taker)
        }
        if Environment.value("RUNWAY_RECORD_GOLDEN") != nil {
            try FileContent.replace("\(folder)/activity.tcx", with: bytes)
        }
        let golden = try FileContent.read("\(folder)/activity.tcx", limitBytes: 1 << 16)
        #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: golden, as: UTF8.self))
    }

    @Test func `a point has the values of its sample, cadence as one foot's`() throws {
        let activity = try Self.activity { taker in
            Self.take(
                &taker, 50,
                [.heartRate: 152, .speed: 3012, .distance: 123_456, .cadence: 1715])
        }
        let point = try #require(activity.all("Trackpoint").first)
        #expect(
            point.children.map(\.name) == ["Time", "DistanceMeters", "HeartRateBpm", "Extensions"])
        #expect(point.value("Time") == "2026-03-01T06:00:01Z")
        #expect(point.value("DistanceMeters") == "1234.56")
        #expect(point.all("Value").map(\.text) == ["152"])
        let extensions = try #require(point.all("ns3:TPX").first)
        #expect(extensions.children.map(\.name) == ["ns3:Speed", "ns3:RunCadence"])
        #expect(extensions.children.map(\.text) == ["3.012", "86"])
    }

    @Test func `what was not measured or does not fit is left out, and what is 0 is 0`() throws {
        let activity = try Self.activity { taker in
            Self.take(&taker, 50, [:])
            Self.take(&taker, 100, [.heartRate: 90, .speed: 0, .cadence: 0, .distance: 0])
            Self.take(&taker, 150, [.heartRate: 0, .cadence: 5100])
            Self.take(&taker, 200, [.heartRate: 256, .cadence: 5080])
        }
        let points = activity.all("Trackpoint")
        #expect(points.map { $0.children.count } == [1, 4, 1, 2])
        #expect(points[1].all("ns3:Speed").map(\.text) == ["0.000"])
        #expect(points[1].all("ns3:RunCadence").map(\.text) == ["0"])
        #expect(points[3].all("ns3:RunCadence").map(\.text) == ["254"])
        // Averages of nothing are none.
        let lap = try #require(activity[children: "Lap"].first)
        #expect(lap[children: "AverageHeartRateBpm"].first?.value("Value") == "115")
    }

    @Test func `a point holds the last sample of the second that it ends`() throws {
        let activity = try Self.activity { taker in
            for ticks in stride(from: Int64(10), through: 130, by: 10) {
                Self.take(&taker, ticks, [.heartRate: 100 + ticks / 10])
            }
        }
        let points = activity.all("Trackpoint")
        #expect(points.map { $0.value("Time")?.suffix(3) } == ["01Z", "02Z", "03Z"])
        #expect(points.flatMap { $0.all("Value") }.map(\.text) == ["105", "110", "113"])
        #expect(activity.all("TotalTimeSeconds").map(\.text) == ["2.60"])
    }

    @Test func `a lap tells what it amounts to before its points`() throws {
        let activity = try Self.activity { taker in
            for second in 1...500 as ClosedRange<Int64> {
                Self.take(
                    &taker, second * 50,
                    [
                        .speed: 4500, .distance: second * 450, .steps: second * 3,
                        .energy: second * 250, .heartRate: 140 + second % 3,
                    ])
            }
        }
        let laps = activity[children: "Lap"]
        #expect(
            laps[0].children.map(\.name) == [
                "TotalTimeSeconds", "DistanceMeters", "MaximumSpeed", "Calories",
                "AverageHeartRateBpm", "MaximumHeartRateBpm", "Intensity", "TriggerMethod", "Track",
                "Extensions",
            ])
        #expect(laps.map { $0["StartTime"]?.suffix(6) } == ["00:00Z", "03:43Z", "07:25Z"])
        #expect(laps.map { $0.value("TotalTimeSeconds") } == ["223.00", "222.00", "55.00"])
        #expect(laps.map { $0.value("DistanceMeters") } == ["1003.50", "999.00", "247.50"])
        #expect(laps.map { $0.value("Calories") } == ["56", "56", "14"])
        #expect(laps.map { $0.value("TriggerMethod") } == ["Distance", "Distance", "Manual"])
        #expect(laps.map { $0.all("Trackpoint").count } == [223, 222, 55])
        #expect(laps.map { $0.all("ns3:Steps").map(\.text) } == [["669"], ["666"], ["165"]])
        #expect(
            laps.map { $0.all("ns3:AvgSpeed").map(\.text) } == Array(repeating: ["4.500"], count: 3)
        )
        #expect(activity.children.map(\.name) == ["Id", "Lap", "Lap", "Lap", "Notes", "Creator"])
    }

    @Test func `laps by phase end with the phase, and say which it was`() throws {
        let phases: [Phase] = [.takeoff, .takeoff, .climb, .climb, .climb, .cruise]
        let activity = try Self.activity(RunScript.facts(.phase)) { taker in
            for (index, phase) in phases.enumerated() {
                Self.take(&taker, Int64(index + 1) * 50, phase: phase, [.distance: 0])
            }
        }
        let laps = activity[children: "Lap"]
        #expect(laps.map { $0.value("Notes") } == ["takeoff", "climb"])
        // A lap of 0 m is a lap.
        #expect(laps.map { $0.value("DistanceMeters") } == ["0.00", "0.00"])
        #expect(laps.map { $0.all("Trackpoint").count } == [3, 3])
    }

    @Test func `a pause ends a track, and is no part of a lap's time`() throws {
        let activity = try Self.activity { taker in
            for second in 1...3 as ClosedRange<Int64> { Self.take(&taker, second * 50, [:]) }
            taker.pause(at: RunScript.point(150))
            taker.resume(at: RunScript.point(650, paused: 500))
            Self.take(&taker, 700, paused: 500, [.distance: 1200])
        }
        let lap = try #require(activity[children: "Lap"].first)
        #expect(lap[children: "Track"].map { $0.children.count } == [3, 1])
        #expect(lap.all("Time").map { $0.text.suffix(3) } == ["01Z", "02Z", "03Z", "14Z"])
        #expect(lap.value("TotalTimeSeconds") == "4.00")
    }

    @Test func `several laps may end within one second, and have no track`() throws {
        let phases: [Phase] = [.takeoff, .climb, .cruise, .descent, .approach]
        let activity = try Self.activity(RunScript.facts(.phase)) { taker in
            for (index, phase) in phases.enumerated() {
                Self.take(&taker, Int64(index + 1) * 5, phase: phase, [.heartRate: 100])
            }
        }
        let laps = activity[children: "Lap"]
        #expect(laps.map { $0.all("Trackpoint").count } == [1, 0, 0, 0])
        #expect(laps.allSatisfy { $0[children: "Track"].allSatisfy { !$0.children.isEmpty } })
    }

    @Test func `a run without samples is one lap without a track`() throws {
        let activity = try Self.activity { _ in }
        let lap = try #require(activity[children: "Lap"].first)
        #expect(activity[children: "Lap"].count == 1 && lap[children: "Track"].isEmpty)
        #expect(
            ["TotalTimeSeconds", "DistanceMeters", "Calories"].map { lap.value($0) }
                == ["0.00", "0.00", "0"])
    }

    @Test func `what is taken in pieces is what comes at once`() throws {
        var activity = TCXActivity(
            RunScript.facts(), from: RunScript.point(0),
            laps: {
                var laps = ActivityLaps(from: RunScript.point(0), laps: .kilometre)
                RunScript.play(&laps)
                return laps.finish()
            }())
        var pieces: [UInt8] = []
        for step in 1...20 as ClosedRange<Int64> {
            activity.take(RunScript.moment(step))
            if step == 12 {
                activity.pause(at: RunScript.point(300))
                activity.resume(at: RunScript.point(800, paused: 500))
            }
            pieces += activity.drain()
            #expect(pieces.last == UInt8(ascii: "\n"))
        }
        pieces += activity.finish()
        #expect(pieces == Self.bytes { RunScript.play(&$0) })
    }
}
