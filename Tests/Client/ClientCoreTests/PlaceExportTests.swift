import ActivityFiles
import ChannelPipeline
import CommandLine
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import ClientCore
@testable import Exporting

/// Where runs led, in files and out of them again.
@Suite struct PlaceExportTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
    private static let lap = SessionName(lane: 0, lap: 0)

    private static func fleet(
        seed: UInt64 = 42, lanes: Int = 12, _ recordings: [Recording] = []
    ) -> Fleet {
        Fleet(seed: seed, epoch: epoch, simulatedLanes: lanes, recordings: recordings)
    }

    private static func csv(_ fleet: Fleet, _ session: SessionName) -> [[Substring]] {
        let export = SessionExport(
            fleet: fleet, format: .csv, places: [.altitude, .latitude, .longitude])
        return String(decoding: export.bytes(of: session), as: UTF8.self)
            .split(separator: "\n")
            .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    }

    private static func read(_ bytes: [UInt8], _ name: String) -> [Recording] {
        guard case .read(let reading) = ActivityFile(bytes, name: name) else { return [] }
        return reading.recordings
    }

    @Test(arguments: [1, 7, 9] as [LaneID])
    func `what is exported and flown again was in the same places`(lane: LaneID) throws {
        let fleet = Self.fleet()
        let session = SessionName(lane: lane, lap: 0)
        let rows = Self.csv(fleet, session)
        try #require(rows.count > 600 && rows[500].suffix(3).allSatisfy { !$0.isEmpty })
        for format in [SessionExport.Format.tcx(.kilometre), .gpx, .fit(.kilometre)] {
            let file = SessionExport(fleet: fleet, format: format).bytes(of: session)
            let read = Self.read(file, "run.\(format.name)")
            let again = Self.csv(Self.fleet(seed: 1, lanes: 0, read), Self.lap)
            let known = rows.dropFirst().filter { !$0[7].isEmpty }
            let told = again.dropFirst().filter { !$0[7].isEmpty }
            #expect(told.count == known.count, "\(format.name)")
            for (one, other) in zip(known, told) {
                #expect(one[6...8] == other[6...8], "\(format.name)")
            }
        }
    }

    @Test func `a run indoors has no field and no point of a place`() throws {
        let fleet = Self.fleet(lanes: 80)
        let indoors = (0..<80).map { SessionName(lane: LaneID(index: $0), lap: 0) }
            .first { !fleet.source(of: $0).hasPlaces }
        let session = try #require(indoors)
        var decoder = FITDecoder(
            SessionExport(fleet: fleet, format: .fit(.kilometre)).bytes(of: session))
        var records = 0
        while let message = try decoder.next() {
            guard message.kind == .record else { continue }
            records += 1
            #expect([0, 1, 78].allSatisfy { message.integer($0) == nil })
        }
        #expect(records > 600)
        let gpx = SessionExport(fleet: fleet, format: .gpx).bytes(of: session)
        #expect(!String(decoding: gpx, as: UTF8.self).contains("trkpt"))
        let rows = Self.csv(fleet, session).dropFirst()
        #expect(rows.allSatisfy { $0[6...8].allSatisfy(\.isEmpty) })
    }

    @Test func `a recording in CSV has its places, and its climb where it tells none`() throws {
        let course =
            "\(RecordedRow.columns.joined(separator: ",")),longitude_deg,altitude_m,latitude_deg\n"
            + "1,90,2.5,160,,,-0.5,100,-33.25\n2,90,2.5,160,,,-0.5000001,107,-33.2500001\n"
            + "3,90,2.5,160,,,,-3.2,\n"
        let recording = try Recording(csv: Array(course.utf8), name: "course.csv")
        var run = RecordedRun(recording: recording, rate: .oneHertz)
        var samples: [Sample] = []
        while run.nextOffset != nil {
            if case .sample(let sample) = run.next().content { samples.append(sample) }
        }
        #expect(samples.map { $0[.latitude] } == [-332_500_000, -332_500_001, nil])
        #expect(samples.map { $0[.longitude] } == [-5_000_000, -5_000_001, nil])
        #expect(samples.map { $0[.altitude] } == [1000, 1070, -32])
        #expect(samples.map { $0[.ascent] } == [0, 70, 70])
    }

    @Test(arguments: [
        (",latitude_deg,latitude_deg", ",1,1"), (",latitude", ",1"), (",latitude_deg", ",91"),
        (",latitude_deg", ",-"), (",longitude_deg", ",-180.1"), (",ascent_m", ",-1"),
        (",latitude_deg", ",--1"), (",altitude_m", ",9001"),
    ])
    func `a place that is none is refused`(columns: String, cells: String) {
        let course = "\(RecordedRow.columns.joined(separator: ","))\(columns)\n1,90,,,,\(cells)\n"
        #expect(throws: RecordingError.self) {
            try Recording(csv: Array(course.utf8), name: "course.csv")
        }
    }

    @Test func `a table of a position has its latest value`() throws {
        let metrics = try ["latitude_deg", "altitude_m", "ascent_m"].map {
            try #require(QueryMetric(named: $0))
        }
        #expect(metrics.map { QueryColumn(usual: $0).statistic } == [.latest, .average, .sum])
    }

    @Test func `csv takes the metrics of places alone`() throws {
        let arguments = ["--seed", "1", "--sessions", "1", "--out", "x", "--metrics"]
        let flags = try ExportCommand.table.parse(arguments + ["latitude_deg,speed_mps"])
        let error = #expect(throws: ProgramFailure.self) { try ExportCommand.run(flags) }
        #expect(error?.description.hasPrefix("--metrics cannot name speed_mps for csv") == true)
    }

    /// Metres.
    private static func distance(of source: RunSource) -> Double {
        var (source, distance) = (source, Int64(0))
        while source.nextOffset != nil {
            guard case .sample(let sample) = source.next().content else { continue }
            distance = sample[.distance] ?? distance
        }
        return Metric.distance.value(distance)
    }

    @Test func `a run that was exported is a route to be run again, in every format`() throws {
        let fleet = Self.fleet(lanes: 1)
        for format in [SessionExport.Format.tcx(.kilometre), .gpx, .fit(.kilometre)] {
            let file = SessionExport(fleet: fleet, format: format).bytes(of: Self.lap)
            let track = try RouteFile.read(file)
            let distance = Self.distance(of: fleet.source(of: Self.lap))
            #expect((track.length / distance - 1).magnitude < 0.03, "\(format.name)")
            let again = Fleet(
                seed: 9, epoch: Self.epoch, simulatedLanes: 1, grounds: Grounds(route: track))
            #expect(again.profile(of: again.source(of: Self.lap)).planName == "mission")
            #expect(
                again.identity
                    != Fleet(
                        seed: 9, epoch: Self.epoch, simulatedLanes: 1
                    ).identity)
        }
    }
}
