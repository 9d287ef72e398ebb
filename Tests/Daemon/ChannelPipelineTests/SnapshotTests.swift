import ChannelPipeline
import JSON
import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct SnapshotTests {
    /// All that a snapshot tells of is told by these lines, too.
    private var shape: ChannelShape {
        var shape = TestShape.everything.shape
        shape.kinds.remove(.stat)
        return shape
    }

    @Test(arguments: [115] as [UInt64])
    func `after any line of recordings, snapshots say what the lines so far have said`(
        seed: UInt64
    ) throws {
        let stretch = try FleetStretch.recordings(seed: seed, rows: 30)
        let offline = OfflineLines(
            of: stretch.lanes, in: stretch.fleet, shape,
            after: stretch.fleet.start(of: SessionName(lane: 13, lap: 0)) - FleetDuration(ticks: 1),
            fromLap: 0, through: stretch.last)
        let opening = StreamPosition(after: stretch.opening)
        let told = offline.lines.filter { $0.position >= opening }
        try #require(told.contains { $0.field("event") == "resume" })
        for line in told where line.session.lane < 2 || line.position.instant.ticks % 250 < 50 {
            check(stretch, offline, at: line.position)
        }
        for rank in 0...10 as ClosedRange<UInt64> {
            check(
                stretch, offline,
                at: StreamPosition(bits: UInt64(TestFleets.epoch.ticks) << 24 | rank))
        }
    }

    @Test func `at the end of a lap, snapshots say what the lines so far have said`() throws {
        let fleet = TestFleets.simulated()
        let boundary = fleet.start(of: SessionName(lane: 34, lap: 1))
        let stretch = FleetStretch(
            fleet: fleet, lanes: [34], opening: boundary, last: boundary + .seconds(1))
        let offline = OfflineLines(
            of: [34], in: fleet, shape,
            after: fleet.start(of: SessionName(lane: 34, lap: 0)) - FleetDuration(ticks: 1),
            fromLap: 0, through: stretch.last)
        for rank in [0, 1, 2, 3, 4, 6, 7, 8, 9, 15] as [UInt64] {
            let bits = UInt64(boundary.ticks) << 24 | 34 << 4 | rank
            check(stretch, offline, at: StreamPosition(bits: bits), lanes: [34])
        }
    }

    private func check(
        _ stretch: FleetStretch, _ offline: OfflineLines, at position: StreamPosition,
        lanes: [LaneID]? = nil
    ) {
        let snapshots = snapshots(stretch, from: .after(position), present: stretch.last)
        #expect(snapshots.map(\.session.lane) == stretch.lanes)
        for snapshot in snapshots where lanes?.contains(snapshot.session.lane) ?? true {
            let expected = Expected(
                offline.lines.filter {
                    $0.session.lane == snapshot.session.lane && $0.position <= position
                }, start: stretch.fleet.start(of: snapshot.session))
            let place = "at \(position.instant), lane \(position.lane), rank \(position.rank)"
            #expect(snapshot.type == "snapshot")
            #expect(!snapshot.isData)
            #expect(snapshot.field("session") == "\(snapshot.session)", "\(place)")
            #expect(expected.session ?? snapshot.session == snapshot.session, "\(place)")
            #expect(snapshot.field("state") == expected.state, "\(place): \(snapshot.text)")
            #expect(snapshot.field("phase") == expected.phase, "\(place): \(snapshot.text)")
            #expect(snapshot.field("since") == expected.since, "\(place): \(snapshot.text)")
            #expect(snapshot.text.hasSuffix(expected.end), "\(place): \(snapshot.text)")
            #expect(throws: Never.self) {
                _ = try PlacedJSON.object(in: Array(snapshot.text.utf8)[...], levels: 16)
            }
        }
    }

    /// What the lines of one lane up to a point say of it.
    private struct Expected {
        var session: SessionName?
        var state: Substring = "scheduled"
        var phase: Substring = "preflight"
        var since: Substring
        /// How the snapshot ends: with the values of the last sample, if it had any.
        var end = "}\n"

        init(_ lines: [PipelineLine], start: FleetInstant) {
            since = "\(CalendarTime(microseconds: start.microseconds))"
            session = lines.last?.session
            for line in lines where line.session == session { take(line) }
        }

        private mutating func take(_ line: PipelineLine) {
            switch (line.type, line.field("event")) {
            case ("event", "pause"): state = "paused"
            case ("event", _): state = "flying"
            case ("end", _): state = "landed"
            case ("phase", _):
                phase = line.field("to") ?? ""
                since = line.field("t") ?? ""
            case ("sample", _):
                guard let phase = line.field("phase") else { return }
                let values = line.text[phase.endIndex...].dropFirst().dropLast(2)
                let told = values.split(separator: ",").filter { value in
                    !Metric.places.members.contains { value.hasPrefix("\"\($0.name)\"") }
                }
                end = told.isEmpty ? "}\n" : "\"latest\":{\(told.joined(separator: ","))}}\n"
            default: break
            }
        }
    }

    private func snapshots(
        _ stretch: FleetStretch, from start: Beginning, present: FleetInstant
    ) -> [PipelineLine] {
        let replay = Replay(
            of: stretch.fleet, shape: shape, choices: stretch.lanes.map { LaneChoice(lane: $0) },
            start: start, opened: present, schedule: nil)
        var lines: [PipelineLine] = []
        while replay.now == nil {
            _ = replay.advance(
                to: replay.beginning.instant - FleetDuration(ticks: 1), steps: 1000, bytes: .max)
            replay.consumeLines { lines += PipelineLine.all(in: $0) }
        }
        return lines
    }

    @Test func `from the start, sessions that begin later are scheduled`() throws {
        let stretch = try FleetStretch.recordings(seed: 113, rows: 20)
        let present = TestFleets.epoch + .seconds(10)
        let snapshots = snapshots(stretch, from: .sessionStarts, present: present)
        #expect(snapshots.map(\.session.lane) == stretch.lanes)
        // Lane 13 began first; the replay stands just before its start.
        #expect(snapshots.allSatisfy { $0.field("state") == "scheduled" })
        for snapshot in snapshots {
            let start = CalendarTime(
                microseconds: stretch.fleet.start(of: snapshot.session).microseconds)
            #expect(snapshot.field("start") == "\(start)")
            #expect(snapshot.field("phase") == "preflight")
            #expect(snapshot.field("latest") == nil)
        }
    }

    @Test func `the facts of a session are those of its plan, its athlete or its recording`() throws
    {
        let stretch = try FleetStretch.recordings(seed: 114, rows: 20)
        let snapshots = snapshots(
            stretch, from: .after(StreamPosition(after: stretch.opening)), present: stretch.last)
        for snapshot in snapshots {
            let source = stretch.fleet.source(of: snapshot.session)
            let profile = stretch.fleet.profile(of: source)
            #expect(snapshot.field("plan") == profile.planName[...])
            #expect(snapshot.field("resting_heart_rate_bpm") == "\(profile.restingHeartRate)")
            #expect(snapshot.field("maximal_heart_rate_bpm") == "\(profile.maximalHeartRate)")
            let isRecorded = snapshot.session.lane < 2
            #expect(snapshot.field("source") == (isRecorded ? "recording" : "simulated"))
            #expect(snapshot.field("recording") == (isRecorded ? "course.csv" : nil))
            #expect((snapshot.field("age") == nil) == isRecorded)
            let hasMission = snapshot.text.contains("\"mission\":{\"target_distance_m\":")
            #expect(hasMission == (profile.mission != nil))
        }
    }
}
