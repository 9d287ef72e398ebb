import ChannelPipeline
import Readout
import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import ClientCore
@testable import Exporting

@Suite struct SessionExportTests {
    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
    private static let session = SessionName(lane: 1, lap: 0)
    private static let fleet = Fleet(seed: 42, epoch: epoch, simulatedLanes: 2)
    private static let header =
        "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms"
    /// Drop-outs, silent sensors and a pause, at times between the seconds.
    private static let course =
        "\(header)\n"
        + "0,90,0.000,0.0,,\n1,95,2.500,160.1,0.937,260.0\n1.5,96,2.600,,0.940,\n"
        + "3,,2.700,165.0,,251.5\n20,120,3.012,170.0,1.063,248.0\n20.02,121,3.1,170,1.1,248\n"

    private static var everything: ChannelShape {
        var shape = ChannelShape()
        shape.kinds = Set(LineKind.allCases)
        shape.metrics = MetricSet(Metric.allCases)
        return shape
    }

    private static let rows = csv(fleet, session)
    private static let allLines = lines(fleet, session)

    private static func recorded(_ csv: String) throws(RecordingError) -> Fleet {
        Fleet(
            seed: 1, epoch: epoch, simulatedLanes: 0,
            recordings: [try Recording(csv: Array(csv.utf8), name: "course.csv")])
    }

    private static func csv(_ fleet: Fleet, _ session: SessionName) -> String {
        let export = SessionExport(fleet: fleet, format: .csv)
        return String(decoding: export.bytes(of: session), as: UTF8.self)
    }

    private static func lines(_ fleet: Fleet, _ session: SessionName) -> [Substring] {
        let export = SessionExport(fleet: fleet, format: .ndjson(everything))
        let text = String(decoding: export.bytes(of: session), as: UTF8.self)
        #expect(text.hasSuffix("\n"))
        return text.split(separator: "\n")
    }

    /// The instants and samples of the running part, by flying it.
    private static func running(
        _ fleet: Fleet, _ session: SessionName
    ) -> [(instant: FleetInstant, sample: Sample)] {
        var flight = LaneFlight(session, of: fleet, fliesOneSession: true)
        var samples: [(FleetInstant, Sample)] = []
        var part = RunPart()
        while flight.nextInstant != nil {
            let step = flight.step(of: fleet)
            guard part.take(step), let sample = step.sample else { continue }
            samples.append((step.instant, sample))
        }
        return samples
    }

    @Test func `the columns are those of a recording`() throws {
        #expect(RecordedRow.columns.joined(separator: ",") == Self.header)
        let first = Self.rows.prefix { $0 != "\n" }
        #expect(first == Self.header)
    }

    @Test func `a row stands for every sample of the running part, from 0 s on`() throws {
        let samples = Self.running(Self.fleet, Self.session)
        let rows = Self.rows.split(separator: "\n").dropFirst()
        try #require(samples.count > 600)
        try #require(rows.count == samples.count)
        for (row, step) in zip(rows, samples) {
            let cells = RecordedRow.metrics.indices.map { index in
                let metric = RecordedRow.metrics[index]
                return step.sample[metric].map {
                    "\(Decimal64(units: $0, decimals: metric.decimals))"
                } ?? ""
            }
            let seconds = (step.instant - samples[0].instant).ticks / 50
            #expect(row == "\(seconds),\(cells.joined(separator: ","))")
        }
        #expect(rows.first?.hasPrefix("0,") == true)
    }

    private static func csvWithTruth(_ fleet: Fleet, _ session: SessionName) -> [Substring] {
        let export = SessionExport(fleet: fleet, format: .csv, tellsTruth: true)
        return String(decoding: export.bytes(of: session), as: UTF8.self).split(separator: "\n")
    }

    @Test func `the truth stands in columns after those of a recording`() throws {
        let plain = Self.rows.split(separator: "\n")
        let rows = Self.csvWithTruth(Self.fleet, Self.session)
        #expect(
            rows.first
                == "\(plain[0]),driven_heart_rate_bpm,intensity,part,phase,true_phase,faults")
        try #require(rows.count == plain.count)
        #expect(zip(rows, plain).allSatisfy { $0.hasPrefix("\($1),") })
        var flight = LaneFlight(Self.session, of: Self.fleet, fliesOneSession: true)
        var wanted: [String] = []
        var part = RunPart()
        while flight.nextInstant != nil {
            let step = flight.step(of: Self.fleet)
            guard part.take(step) else { continue }
            let truth = try #require(step.truth)
            let truePhase = try #require(step.truePhase)
            let faults = truth.faults.members.map(\.rawValue).joined(separator: " ")
            wanted.append(
                "\(Self.places(truth.drivenHeartRate, 2)),\(Self.places(truth.intensity, 3)),"
                    + "\(truth.part.rawValue),\(step.phase),\(truePhase),\(faults)")
        }
        let found = zip(rows, plain).dropFirst().map { $0.dropFirst($1.count + 1) }
        #expect(found.elementsEqual(wanted) { $0 == $1 })
    }

    private static func places(_ value: Double, _ decimals: Int) -> Decimal64 {
        let scale = Double(Decimal64.powerOfTen(decimals))
        return Decimal64(
            units: Int64((value * scale).rounded(.toNearestOrEven)), decimals: decimals)
    }

    @Test func `a recording has no truth, and its cells are empty`() throws {
        let fleet = try Self.recorded(Self.course)
        let session = SessionName(lane: 0, lap: 0)
        let plain = Self.csv(fleet, session).split(separator: "\n").dropFirst()
        let rows = Self.csvWithTruth(fleet, session).dropFirst()
        #expect(rows.elementsEqual(plain.map { $0 + ",,,,,," }) { $0 == $1 })
    }

    @Test func `truth adds its kind to the lines`() {
        var shape = ChannelShape()
        shape.kinds = [.sample]
        let export = SessionExport(
            fleet: Self.fleet, format: .ndjson(shape), tellsTruth: true)
        shape.kinds = [.sample, .truth]
        let asked = SessionExport(fleet: Self.fleet, format: .ndjson(shape))
        #expect(export.bytes(of: Self.session) == asked.bytes(of: Self.session))
    }

    @Test func `a recording comes out as it went in, but for spelling`() throws {
        let expected =
            "\(Self.header)\n"
            + "0,90,0.000,0.0,,\n1,95,2.500,160.1,0.937,260.0\n1.50,96,2.600,,0.940,\n"
            + "3,,2.700,165.0,,251.5\n20,120,3.012,170.0,1.063,248.0\n"
            + "20.02,121,3.100,170.0,1.100,248.0\n"
        #expect(Self.csv(try Self.recorded(Self.course), SessionName(lane: 0, lap: 0)) == expected)
    }

    @Test(arguments: [2, 5] as [Int64])
    func `other rates write times with hundredths where they need them`(hertz: Int64) throws {
        let rate = try #require(SampleRate(hertz: hertz))
        let fleet = Fleet(seed: 3, epoch: Self.epoch, rate: rate, simulatedLanes: 1)
        let rows = Self.csv(fleet, SessionName(lane: 0, lap: 0)).split(separator: "\n")
        let times = rows.dropFirst().prefix(3).map { $0.prefix { $0 != "," } }
        #expect(times == (hertz == 2 ? ["0", "0.50", "1"] : ["0", "0.20", "0.40"]))
    }

    @Test(arguments: [7, 42] as [UInt64])
    func `an exported session flown again as a recording has the same values`(
        seed: UInt64
    ) throws {
        let fleet = Fleet(seed: seed, epoch: Self.epoch, simulatedLanes: 1)
        let lap = SessionName(lane: 0, lap: 0)
        let text = Self.csv(fleet, lap)
        let samples = Self.running(fleet, lap)
        let recording = try Recording(csv: Array(text.utf8), name: "again.csv")
        try #require(recording.rows.count == samples.count, "seed \(seed)")
        for (row, step) in zip(recording.rows, samples) {
            for index in RecordedRow.metrics.indices {
                let wanted = step.sample[RecordedRow.metrics[index]]
                #expect(row[index] == wanted, "seed \(seed), \(row.time.seconds) s")
            }
        }
        #expect(Self.csv(try Self.recorded(text), lap) == text, "seed \(seed)")
    }

    @Test func `the lines are those that a run gives, without the fields of the clock`() throws {
        let start = Self.fleet.start(of: Self.session)
        var run = FleetRun(of: Self.fleet, after: start - FleetDuration(ticks: 1))
        let channel = run.add(
            Channel(shape: Self.everything, of: Self.fleet, after: StreamPosition(bits: 0)))
        _ = run.add(LaneFlight(Self.session, of: Self.fleet, fliesOneSession: true))
        run.advance(to: start + FleetDuration.lap + .seconds(60))
        let streamed = run.withLines(of: channel) { $0.bytes.text }
        let exported = Self.allLines
        #expect(exported == streamed.split(separator: "\n"))
        #expect(!streamed.contains("due_us"))
        #expect(!streamed.contains("late_us"))
    }

    @Test func `lines are numbered from 1 to the end, which is the last`() throws {
        for fleet in [Self.fleet, try Self.recorded(Self.course)] {
            let session = SessionName(lane: LaneID(index: fleet.laneCount - 1), lap: 0)
            let lines = Self.lines(fleet, session)
            try #require(lines.count > 10)
            let heads = lines.indices.map { #","session":"\#(session)","n":\#($0 + 1),"t":""# }
            let numbered = zip(lines, heads).filter { $0.prefix(70).contains($1) }
            #expect(numbered.count == lines.count)
            let ends = lines.indices.filter { lines[$0].hasPrefix(#"{"type":"end","#) }
            #expect(ends == [lines.count - 1])
        }
    }

    @Test func `the same bytes come out twice`() {
        #expect(Self.csv(Self.fleet, Self.session) == Self.rows)
        #expect(Self.lines(Self.fleet, Self.session) == Self.allLines)
    }

    @Test func `how many fly beside a session changes none of its bytes`() {
        let many = Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 5000)
        #expect(Self.csv(many, Self.session) == Self.rows)
        #expect(Self.lines(many, Self.session) == Self.allLines)
        let other = SessionName(lane: 0, lap: 0)
        #expect(Self.csv(many, other) != Self.rows)
    }

    @Test func `files are named for what they hold`() {
        #expect(SessionExport.Format.csv.name == "csv")
        #expect(SessionExport.Format.ndjson(ChannelShape()).name == "ndjson")
    }
}
