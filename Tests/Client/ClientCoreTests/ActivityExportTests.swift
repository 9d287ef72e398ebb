import ActivityFiles
import ChannelPipeline
import CivilTime
import CommandLine
import LinuxIO
import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore
@testable import Exporting

/// Sessions as FIT files.
@Suite struct ActivityExportTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    private static func messages(
        _ fleet: Fleet, _ session: SessionName, laps: LapRule = .kilometre,
        tellsTruth: Bool = false, zone: TimeZoneRules = .utc
    ) throws -> [FITMessage] {
        let export = SessionExport(
            fleet: fleet, format: .fit(laps), tellsTruth: tellsTruth, zone: zone)
        var decoder = FITDecoder(export.bytes(of: session))
        var messages: [FITMessage] = []
        while let message = try decoder.next() { messages.append(message) }
        return messages
    }

    /// The samples of the running part by the second that they lie in, from its beginning on.
    private static func samples(_ fleet: Fleet, _ session: SessionName) -> [Int64: Sample] {
        var flight = LaneFlight(session, of: fleet, fliesOneSession: true)
        var samples: [Int64: Sample] = [:]
        var origin: FleetInstant?
        var part = RunPart()
        while flight.nextInstant != nil {
            let step = flight.step(of: fleet)
            guard part.take(step), let sample = step.sample else { continue }
            let begin = origin ?? step.instant - fleet.rate.period
            origin = begin
            samples[((step.instant - begin).ticks + 49) / 50] = sample
        }
        return samples
    }

    @Test(arguments: [1, 2, 10] as [Int64])
    func `each second has the values of its last sample`(hertz: Int64) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        let fleet = Fleet(seed: 42, epoch: Self.epoch, rate: rate, simulatedLanes: 2)
        let session = SessionName(lane: 1, lap: 0)
        let samples = Self.samples(fleet, session)
        let messages = try Self.messages(fleet, session, tellsTruth: true)
        let start = try #require(messages.first { $0.kind == .session }?.integer(2))
        let records = messages.filter { $0.kind == .record }
        try #require(samples.count > 600 && records.count == samples.count)
        for record in records {
            let sample = try #require(samples[Int64(record.timestamp ?? 0) - start])
            #expect(record.integer(3) == sample[.heartRate])
            #expect(record.integer(73) == sample[.speed])
            #expect(record.integer(5) == sample[.distance])
            #expect(record.integer(85) == sample[.stride].map { $0 * 10 })
            #expect(record.integer(41) == sample[.contact])
            let parts = record.integer(4).map { $0 * 128 + (record.integer(53) ?? 0) }
            let cadence = parts.map { ($0 * 20).dividedRoundingToEven(by: 128) }
            #expect(cadence == sample[.cadence])
        }
    }

    @Test func `laps and session are what the run's summary says`() throws {
        let fleet = Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 1)
        let session = SessionName(lane: 0, lap: 0)
        let samples = Self.samples(fleet, session)
        let messages = try Self.messages(fleet, session)
        let whole = try #require(messages.first { $0.kind == .session })
        let last = try #require(samples.keys.max().flatMap { samples[$0] })
        var flight = LaneFlight(session, of: fleet, fliesOneSession: true)
        while flight.nextInstant != nil { _ = flight.step(of: fleet) }
        #expect(last[.distance] == flight.lastSample[.distance])
        #expect(last[.steps] == flight.lastSample[.steps])
        #expect(whole.integer(9) == last[.distance])
        #expect(whole.integer(10) == last[.steps].map { $0 / 2 })
        #expect(whole.integer(7) == Int64(samples.count) * 1000)
        let laps = messages.filter { $0.kind == .lap }
        #expect(laps.count == Int((last[.distance] ?? 0) / 100_000) + 1)
        #expect(laps.compactMap { $0.integer(9) }.reduce(0, +) == whole.integer(9))
        #expect(laps.dropLast().allSatisfy { (99_000...101_000).contains($0.integer(9) ?? 0) })
    }

    @Test func `a recording has the pauses of its own, and no energy`() throws {
        let course =
            "\(RecordedRow.columns.joined(separator: ","))\n"
            + "0,90,0.000,0.0,,\n1,95,2.500,160.1,0.937,260.0\n1.5,96,2.600,,0.940,\n"
            + "3,,2.700,165.0,,251.5\n20,120,3.012,170.0,1.063,248.0\n"
        let fleet = Fleet(
            seed: 1, epoch: Self.epoch, simulatedLanes: 0,
            recordings: [try Recording(csv: Array(course.utf8), name: "course.csv")])
        let messages = try Self.messages(fleet, SessionName(lane: 0, lap: 0), tellsTruth: true)
        let start = try #require(messages.first { $0.kind == .session }?.integer(2))
        let times = { (kind: FITMessageNumber) in
            messages.filter { $0.kind == kind }.map { Int64($0.timestamp ?? 0) - start }
        }
        #expect(times(.record) == [1, 2, 3, 4, 21])
        #expect(times(.event) == [0, 4, 20, 21])
        let records = messages.filter { $0.kind == .record }
        #expect(records.map { $0.integer(3) } == [90, 95, 96, nil, 120])
        #expect(records.map { $0.integer(4) } == [0, 80, nil, 82, 85])
        let whole = try #require(messages.first { $0.kind == .session })
        #expect([7, 8, 11].map { whole.integer($0) } == [21_000, 5000, nil])
    }

    @Test func `local time is that of the fleet's zone`() throws {
        let fleet = Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 1)
        let zone = try TimeZoneRules(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
        let messages = try Self.messages(fleet, SessionName(lane: 0, lap: 0), zone: zone)
        let activity = try #require(messages.last)
        #expect(activity.integer(5) == activity.integer(253).map { $0 + 3600 })
    }

    @Test func `each session of each seed tells its own device, athlete and plan`() throws {
        let fleet = Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 12)
        var serials: Set<Int64> = []
        for lane: LaneID in 0..<12 {
            let session = SessionName(lane: lane, lap: 0)
            let messages = try Self.messages(fleet, session)
            let profile = fleet.profile(of: fleet.source(of: session))
            let head = Dictionary(grouping: messages) { $0.kind }
            serials.insert(try #require(head[.fileID]?.first?.integer(3)))
            #expect(head[.sport]?.first?.text(3) == profile.planName)
            #expect(head[.deviceInfo]?.first?.text(19) == "\(session)")
            #expect(head[.userProfile]?.first?.integer(2) == profile.athlete.map { Int64($0.age) })
            #expect(head[.session]?.first?.integer(5) == 1)
        }
        #expect(serials.count == 12)
    }

    @Test func `times that FIT cannot tell are refused`() throws {
        let late = FleetInstant(ticks: 5_000_000_000 * 50)
        let fleet = Fleet(seed: 42, epoch: late, simulatedLanes: 1)
        let error = #expect(throws: ProgramFailure.self) {
            try SessionExport(fleet: fleet, format: .fit(.kilometre)).checkTimes(late...late)
        }
        #expect(error?.code == .usage)
        #expect(error?.description.contains("to 2126-02-06 only") == true)
        try SessionExport(fleet: fleet, format: .csv).checkTimes(late...late)
        // Nothing traps all the same.
        #expect(try !Self.messages(fleet, SessionName(lane: 0, lap: 0)).isEmpty)
    }

    @Test func `the command writes a file for each session, or one to standard output`() throws {
        let folder = try TemporaryDirectory(prefix: "export")
        let arguments = [
            "--format", "fit", "--seed", "42", "--session", "s0,s2", "--laps", "phase",
        ]
        let flags = try ExportCommand.table.parse(arguments + ["--out", folder.path])
        #expect(try ExportCommand.run(flags) == .success)
        for name in ["s0.0", "s2.0"] {
            let bytes = try FileContent.read("\(folder.path)/\(name).fit", limitBytes: 1 << 20)
            #expect(FITDecoder.isFIT(bytes))
        }
        let two = try ExportCommand.table.parse(arguments + ["--out", "-"])
        let error = #expect(throws: ProgramFailure.self) { try ExportCommand.run(two) }
        #expect(error?.description.hasPrefix("fit ") == true)
    }

    @Test(arguments: [
        (["--format", "fit", "--window", "30s"], "--window has no meaning for fit, whose fields"),
        (["--laps", "phase"], "--laps has no meaning for csv, which has none"),
        (["--format", "ndjson", "--laps", "phase"], "--laps has no meaning for ndjson"),
        (["--format", "fit", "--laps", "mile"], "--laps cannot be \"mile\""),
    ])
    func `flags that do not fit the format are refused`(
        arguments: [String], expected: String
    ) throws {
        let flags = try ExportCommand.table.parse(["--out", "x"] + arguments)
        let error = #expect(throws: ProgramFailure.self) { try ExportCommand.run(flags) }
        #expect(error?.code == .usage)
        #expect(error?.description.hasPrefix(expected) == true, "\(error?.description ?? "")")
    }

    @Test func `days have a file for each run`() throws {
        let flags = try ExportCommand.table.parse([
            "--format", "fit", "--schedule", "days", "--time-zone", "UTC", "--seed", "42",
            "--sessions", "3", "--from", "2026-03-01", "--to", "2026-03-08", "--out", "x",
        ])
        let fleet = Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 3)
        let export = SessionExport(fleet: fleet, format: .fit(.kilometre))
        let files = try #require(try DayExport(flags, export)).files([0, 1])
        #expect(!files.isEmpty && files.allSatisfy { $0.name.contains(".") })
    }

    /// Distance and steps follow anew from speed and cadence, as for a CSV file; what is rounded
    /// or left out is said in FIT.md.
    @Test(arguments: [7, 42] as [UInt64])
    func `a session exported as FIT and flown again has the same values`(seed: UInt64) throws {
        let fleet = Fleet(seed: seed, epoch: Self.epoch, simulatedLanes: 2)
        let session = SessionName(lane: 1, lap: 0)
        let fit = SessionExport(fleet: fleet, format: .fit(.kilometre)).bytes(of: session)
        let csv = SessionExport(fleet: fleet, format: .csv).bytes(of: session)
        let recordings = try FITRecordings.read(fit, name: "s1.0.fit").recordings
        let again = Fleet(
            seed: 1, epoch: Self.epoch, simulatedLanes: 0, recordings: recordings)
        let lap = SessionName(lane: 0, lap: 0)
        #expect(
            SessionExport(fleet: again, format: .csv).bytes(of: lap) == csv, "seed \(seed)")
    }

    @Test func `a recording's pauses come back through FIT`() throws {
        let course =
            "\(RecordedRow.columns.joined(separator: ","))\n"
            + "0,90,2.500,160.0,,\n1,95,2.500,160.1,0.937,260.0\n3,,2.700,165.0,,251.5\n"
            + "20,120,3.012,170.0,1.063,248.0\n21,121,3.012,170.0,1.063,248.0\n"
        let recording = try Recording(csv: Array(course.utf8), name: "course.csv")
        let fleet = { (recordings: [Recording]) in
            Fleet(seed: 1, epoch: Self.epoch, simulatedLanes: 0, recordings: recordings)
        }
        let lap = SessionName(lane: 0, lap: 0)
        let fit = SessionExport(fleet: fleet([recording]), format: .fit(.kilometre))
            .bytes(of: lap)
        let again = fleet(try FITRecordings.read(fit, name: "course.fit").recordings)
        #expect(SessionExport(fleet: again, format: .fit(.kilometre)).bytes(of: lap) == fit)
        let csv = SessionExport(fleet: again, format: .csv).bytes(of: lap)
        #expect(String(decoding: csv, as: UTF8.self) == course)
    }

    @Test func `a gap that the timer does not know is flown through, without a pause`() throws {
        var sample = Sample()
        (sample[.heartRate], sample[.speed]) = (140, 3000)
        let rows = ([0, 1, 2, 600, 601] as [Int64]).map {
            RecordedRow(time: .seconds($0), sample)
        }
        let recording = Recording(rows: rows, pauses: [], contentHash: 1, name: "gap.fit")
        let fleet = Fleet(seed: 1, epoch: Self.epoch, simulatedLanes: 0, recordings: [recording])
        var shape = ChannelShape()
        shape.kinds = Set(LineKind.allCases)
        let lines = SessionExport(fleet: fleet, format: .ndjson(shape))
            .bytes(of: SessionName(lane: 0, lap: 0)).split(separator: UInt8(ascii: "\n"))
            .map { String(decoding: $0, as: UTF8.self) }
        #expect(lines.count { $0.contains(#""type":"stat""#) } == 602)
        #expect(!lines.contains { $0.contains("pause") })
        #expect(lines.last?.hasPrefix(#"{"type":"end""#) == true)
        #expect(
            fleet.course(of: SessionName(lane: 0, lap: 0), at: Self.epoch + .seconds(300)).state
                == .flying)
    }
}
