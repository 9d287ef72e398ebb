import ActivityFiles
import ChannelPipeline
import CommandLine
import FlightPlot
import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore
@testable import Exporting

/// The pauses that athletes make by themselves, in files and on pages.
@Suite struct OwnPauseExportTests {
    private static let seeds: [UInt64] = [3, 7, 42]

    /// A session with two pauses or more, on the clock of its run.
    private struct Pausing {
        let fleet: Fleet
        let session: SessionName
        /// When the run begins: a period before its first sample.
        let begin: FleetInstant
        let end: FleetInstant
        let spans: [Range<FleetInstant>]

        init(seed: UInt64, hertz: Int64 = 1) throws {
            let fleet = Fleet(
                seed: seed, epoch: ExportStand.epoch,
                rate: try #require(SampleRate(hertz: hertz)), simulatedLanes: 60)
            let lane = try #require(
                fleet.flownLanes.first { Self.offsets(fleet, $0).count > 1 }, "seed \(seed)")
            self.fleet = fleet
            session = SessionName(lane: lane, lap: 0)
            let start = fleet.start(of: session)
            spans = Self.offsets(fleet, lane).map {
                start + $0.lowerBound..<start + $0.upperBound
            }
            let samples = Self.samples(fleet, session)
            begin = try #require(samples.first) - fleet.rate.period
            end = try #require(samples.last)
        }

        private static func offsets(_ fleet: Fleet, _ lane: LaneID) -> [Range<FleetDuration>] {
            fleet.source(of: SessionName(lane: lane, lap: 0)).simulation?.pauseSpans ?? []
        }

        /// When the samples of the run are due.
        private static func samples(_ fleet: Fleet, _ session: SessionName) -> [FleetInstant] {
            var flight = LaneFlight(session, of: fleet, fliesOneSession: true)
            var (part, instants) = (RunPart(), [FleetInstant]())
            while flight.nextInstant != nil {
                let step = flight.step(of: fleet)
                if part.take(step) { instants.append(step.instant) }
            }
            return instants
        }

        func bytes(_ format: SessionExport.Format) -> [UInt8] {
            SessionExport(fleet: fleet, format: format).bytes(of: session)
        }

        /// Seconds of the run in which the timer runs.
        var timerSeconds: Int64 {
            let paused = spans.reduce(0) { $0 + ($1.upperBound - $1.lowerBound).ticks }
            return ((end - begin).ticks - paused) / 50
        }

        /// Whole seconds from the run's beginning.
        func seconds(_ instant: FleetInstant) -> Int64 { (instant - begin).ticks / 50 }

        var marks: [Int64] { spans.flatMap { [seconds($0.lowerBound), seconds($0.upperBound)] } }

        /// Whether a second of the run ends within a pause.
        func isPaused(_ second: Int64) -> Bool {
            spans.contains {
                seconds($0.lowerBound) < second && second <= seconds($0.upperBound)
            }
        }
    }

    private static func messages(_ bytes: [UInt8]) throws -> [FITMessage] {
        var decoder = FITDecoder(bytes)
        var messages: [FITMessage] = []
        while let message = try decoder.next() { messages.append(message) }
        return messages
    }

    @Test(arguments: seeds)
    func `FIT stops its timer and starts it around each pause`(seed: UInt64) throws {
        let run = try Pausing(seed: seed)
        let messages = try Self.messages(run.bytes(.fit(.kilometre)))
        let whole = try #require(messages.first { $0.kind == .session })
        let start = try #require(whole.integer(2))
        let events = messages.filter { $0.kind == .event }
        #expect(
            events.map { Int64($0.timestamp ?? 0) - start } == [0] + run.marks
                + [run.seconds(run.end)], "seed \(seed)")
        let words = Array(repeating: [0, 4] as [Int64], count: run.spans.count + 1).flatMap(\.self)
        #expect(events.map { $0.integer(1) } == words)
        #expect(whole.integer(7) == run.seconds(run.end) * 1000)
        #expect(whole.integer(8) == run.timerSeconds * 1000)
        let records = messages.filter { $0.kind == .record }
        let times = records.map { Int64($0.timestamp ?? 0) - start }
        #expect(times == (1...run.seconds(run.end)).filter { !run.isPaused($0) })
    }

    @Test(arguments: seeds)
    func `FIT and CSV are flown again with the same values and pauses`(seed: UInt64) throws {
        let run = try Pausing(seed: seed)
        let (fit, csv) = (run.bytes(.fit(.kilometre)), run.bytes(.csv))
        let recordings = [
            try #require(FITRecordings.read(fit, name: "run.fit").recordings.first),
            try Recording(csv: csv, name: "run.csv"),
        ]
        for recording in recordings {
            let again = Fleet(
                seed: 1, epoch: ExportStand.epoch, simulatedLanes: 0, recordings: [recording])
            let export = { (format: SessionExport.Format) in
                SessionExport(fleet: again, format: format).bytes(
                    of: SessionName(lane: 0, lap: 0))
            }
            #expect(export(.csv) == csv, "seed \(seed), \(recording.name)")
            let events = { (bytes: [UInt8]) in
                try Self.messages(bytes).filter { $0.kind == .event }
                    .map { ($0.timestamp ?? 0, $0.integer(1)) }
            }
            let (told, expected) = try (events(export(.fit(.kilometre))), events(fit))
            #expect(told.map(\.1) == expected.map(\.1))
            #expect(
                told.map { $0.0 - told[0].0 } == expected.map { $0.0 - expected[0].0 },
                "seed \(seed), \(recording.name)")
        }
    }

    @Test(arguments: seeds)
    func `CSV has no row within a pause`(seed: UInt64) throws {
        let run = try Pausing(seed: seed)
        let rows = String(decoding: run.bytes(.csv), as: UTF8.self).split(separator: "\n")
        let seconds = rows.dropFirst().compactMap { Int64($0.prefix { $0 != "," }) }
        #expect(
            seconds.map { $0 + 1 } == (1...run.seconds(run.end)).filter { !run.isPaused($0) },
            "seed \(seed)")
    }

    @Test(arguments: seeds)
    func `TCX ends a track at each pause, and counts no time of it`(seed: UInt64) throws {
        let run = try Pausing(seed: seed)
        let root = try XMLTree.read(run.bytes(.tcx(.phase)))
        let laps = root.all("Lap")
        let times = laps.compactMap { $0.value("TotalTimeSeconds") }
            .compactMap { Decimal64(parsing: $0) }
            .reduce(0) { $0 + $1.units * Decimal64.powerOfTen(2 - $1.decimals) }
        #expect(times == run.timerSeconds * 100, "seed \(seed)")
        let tracks = try root.all("Track").map(instants)
        #expect(tracks.flatMap(\.self).count == Int(run.timerSeconds))
        for track in tracks {
            #expect(zip(track, track.dropFirst()).allSatisfy { $1 - $0 == 1 })
        }
        let origin = run.begin.ticks.dividedRoundingDown(by: 50)
        for span in run.spans {
            let last = origin + run.seconds(span.lowerBound)
            #expect(tracks.contains { $0.last == last }, "seed \(seed), \(span)")
        }
    }

    /// Seconds since 1970.
    private func instants(of track: XMLTree) throws -> [Int64] {
        try track[children: "Trackpoint"].map { point in
            let time = try #require(point.value("Time"))
            return try #require(CalendarTime(rfc3339: time)).microseconds / 1_000_000
        }
    }

    @Test(arguments: seeds)
    func `Health has an event for each pause and its end, and no record within`(
        seed: UInt64
    ) throws {
        let run = try Pausing(seed: seed)
        let root = try XMLTree.read(run.bytes(.health))
        let workout = try #require(root[children: "Workout"].first)
        let events = workout[children: "WorkoutEvent"]
        let words = ["HKWorkoutEventTypePause", "HKWorkoutEventTypeResume"]
        #expect(events.map { $0["type"] } == run.spans.flatMap { _ in words }, "seed \(seed)")
        let minutes = try #require(workout["duration"].flatMap { Decimal64(parsing: $0) })
        let seconds = Double(minutes.units) * 60 / Double(Decimal64.powerOfTen(minutes.decimals))
        #expect(abs(seconds - Double(run.timerSeconds)) < 0.01)
    }

    @Test(arguments: seeds)
    func `a plot has each pause at its time, and its clock stands still`(seed: UInt64) throws {
        let run = try Pausing(seed: seed)
        let flags = [
            "--seed", "\(seed)", "--sessions", "60", "--epoch", "2026-11-20T06:00:00Z", "--out",
            "x",
        ]
        let plotted = try PlotFleet(PlotCommand.table.parse(flags), byCalendar: false)
        let track = plotted.track(of: run.session)
        #expect(track.pauses.map(\.length) == run.spans.map { $0.upperBound - $0.lowerBound })
        #expect(track.samples.count == Int(run.timerSeconds), "seed \(seed)")
        #expect(track.times.last == .seconds(run.timerSeconds))
    }
}
