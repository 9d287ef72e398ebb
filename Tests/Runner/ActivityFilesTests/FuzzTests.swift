import LinuxIO
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import ActivityFiles

/// Whatever the bytes are, they are read or refused: nothing traps, and what is held is bounded.
///
/// `RUNWAY_FUZZ=1000000 swift test --filter FuzzTests` reads a million inputs of each kind with
/// each seed.
@Suite(.serialized) struct FuzzTests {
    private static let count = Environment.value("RUNWAY_FUZZ").flatMap { Int($0) } ?? 1000
    private static let seeds = Seeds.of(1...200, few: 3)

    /// Hands changed inputs to `read`, which says what is wrong, or nothing.
    private static func run(
        _ name: String, seed: UInt64, _ inputs: [[UInt8]], words: [String] = [],
        _ read: (_ bytes: [UInt8], _ mutator: inout FuzzMutator) -> String?
    ) {
        print("\(count) executions of \(name) with seed \(seed)")
        var mutator = FuzzMutator(inputs, words: words, seed: seed)
        for execution in 0..<count {
            let bytes = mutator.next()
            if let flaw = read(bytes, &mutator) {
                Issue.record("\(name), seed \(seed), execution \(execution): \(flaw)")
            }
        }
    }

    @Test(arguments: seeds) func `inflate`(seed: UInt64) {
        Self.run("inflate", seed: seed, GzipSamples.all.map { Array($0.compressed[10...]) }) {
            bytes, _ in
            var inflater = Inflater(bytes, limit: 1 << 16)
            _ = try? inflater.inflate(from: 0)
            return inflater.output.count > 1 << 16 ? "\(inflater.output.count) bytes" : nil
        }
    }

    @Test(arguments: seeds) func `gzip`(seed: UInt64) {
        Self.run("gzip", seed: seed, GzipSamples.all.map(\.compressed)) { bytes, mutator in
            let limit = mutator.chance(50) ? 1 << 16 : 100
            let (content, fault) = Gzip.inflate(bytes, limit: limit)
            let isPlaced = fault.map { (0...bytes.count).contains($0.offset) } ?? true
            return content.count > limit || !isPlaced ? "\(content.count) bytes" : nil
        }
    }

    private static let tcx = """
        <?xml version="1.0" encoding="UTF-8"?><TrainingCenterDatabase xmlns="x"><Activities>
        <Activity Sport="Running"><Id>2026-03-01T06:00:00Z</Id>
        <Lap StartTime="2026-03-01T06:00:00Z"><TotalTimeSeconds>3.0</TotalTimeSeconds>
        <DistanceMeters>9.5</DistanceMeters><Track>
        <Trackpoint><Time>2026-03-01T06:00:01.000Z</Time><Position>
        <LatitudeDegrees>47.3</LatitudeDegrees><LongitudeDegrees>8.5</LongitudeDegrees></Position>
        <DistanceMeters>3.1</DistanceMeters>
        <HeartRateBpm><Value>151</Value></HeartRateBpm><Cadence>85</Cadence></Trackpoint>
        <Trackpoint><Time>2026-03-01T06:00:02+00:00</Time><DistanceMeters>6.2E0</DistanceMeters>
        <Extensions><ns3:TPX><ns3:Speed>3.1</ns3:Speed><ns3:RunCadence>86</ns3:RunCadence>
        </ns3:TPX></Extensions></Trackpoint></Track></Lap><!-- c --></Activity></Activities>
        </TrainingCenterDatabase>
        """

    private static let gpx = """
        <?xml version='1.0'?><gpx creator="x &amp; y"><metadata><time>2026-03-01T06:00:00Z</time>
        </metadata><trk><name><![CDATA[run]]></name><type>running</type><trkseg>
        <trkpt lat="47.3" lon="8.5"><ele>400</ele><time>2026-03-01T06:00:01Z</time><extensions>
        <g:TrackPointExtension><g:hr>151</g:hr><g:cad>85</g:cad></g:TrackPointExtension>
        </extensions></trkpt><trkpt lat="47.30001" lon="8.50001"><time>2026-03-01T06:00:02Z</time>
        <speed>3.1</speed></trkpt></trkseg><trkseg/></trk></gpx>
        """

    private static let words = [
        "<", "</", "/>", ">", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "&", "&amp;", "&#x41;",
        "&#xFFFFFFFF;", "<!DOCTYPE x>", "=", "\"", "'", "\0", "\u{FEFF}", "<Trackpoint>", "<trkpt>",
        "</Trackpoint>", "</trkpt>", "<Activity>", "<trk>", "</trk>", "<Lap>", "</Lap>", "<Track>",
        "<trkseg>", "</Track>", "</trkseg>", " lat='91'", " lon='-180'", "<hr>", "<Value>",
        "<time>",
    ]

    /// As UTF-8 and as UTF-16.
    private static func encodings(_ text: String) -> [[UInt8]] {
        let units = ("\u{FEFF}" + text).utf16
        return [
            Array(text.utf8), Array(text.utf8),
            units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
        ]
    }

    /// What is wrong with what was read of a document.
    private static func flaw(_ bytes: [UInt8]) -> String? {
        guard let (legs, fault) = try? XMLActivity.read(bytes) else { return nil }
        for leg in legs {
            let track = leg.track
            guard track.points.count * 8 <= bytes.count else { return "points" }
            for point in track.points {
                guard (0..<bytes.count).contains(point.place) else { return "place" }
                for metric in point.sample.present.members {
                    let limit = Double(metric.row.limits.upperBound)
                    let value = metric.value(point.sample[metric] ?? 0)
                    guard (0...limit).contains(value) else { return "\(metric) \(value)" }
                }
            }
        }
        let isPlaced = fault.map { (0...bytes.count).contains($0.offset) } ?? true
        return isPlaced ? flawOfFlight(bytes) : "\(String(describing: fault))"
    }

    /// What is wrong with how the recordings of a file fly.
    private static func flawOfFlight(_ bytes: [UInt8]) -> String? {
        guard case .read(let reading) = ActivityFile(bytes, name: "x") else { return nil }
        for recording in reading.recordings {
            var run = RecordedRun(recording: recording, rate: .oneHertz)
            var (time, distance, steps) = (FleetDuration.zero, Int64(0), 0)
            while let offset = run.nextOffset {
                let step = run.next()
                guard step.sessionTime >= time, step.sessionTime <= offset else { return "time" }
                time = step.sessionTime
                steps += 1
                guard case .sample(let sample) = step.content else { continue }
                let total = sample[.distance] ?? distance
                guard total >= distance else { return "distance falls" }
                distance = total
            }
            guard steps == recording.rows.count + 2 * recording.pauses.count else { return "steps" }
        }
        return reading.notices.allSatisfy { !"\($0)".isEmpty } ? nil : "notices"
    }

    @Test(arguments: seeds) func `TCX`(seed: UInt64) {
        Self.run("TCX", seed: seed, Self.encodings(Self.tcx), words: Self.words) { bytes, _ in
            Self.flaw(bytes)
        }
    }

    @Test(arguments: seeds) func `GPX`(seed: UInt64) {
        Self.run("GPX", seed: seed, Self.encodings(Self.gpx), words: Self.words) { bytes, _ in
            Self.flaw(bytes)
        }
    }

    /// Definitions of records and events, records with plain and compressed time stamps, timers.
    private static let fit: [UInt8] = {
        var bytes = FITBytes()
        bytes.define(
            0, 20, [[253, 4, 0x86], [3, 1, 0x02], [6, 2, 0x84], [4, 1, 0x02], [8, 3, 0x0D]])
        bytes.define(1, 21, [[253, 4, 0x86], [0, 1, 0], [1, 1, 0]], isBigEndian: true)
        bytes.define(2, 18, [[253, 4, 0x86], [5, 1, 0], [7, 4, 0x86], [9, 4, 0x86]])
        let noon: UInt64 = 1_100_000_000
        bytes.add([1] + FITBytes.big(noon, 4) + [0, 0])
        for second in 0..<4 as Range<UInt64> {
            bytes.add([0] + FITBytes.little(noon + second, 4) + [150, 0xC4, 0x0B, 85, 1, 2, 3])
        }
        bytes.add([1] + FITBytes.big(noon + 4, 4) + [0, 4])
        bytes.add([2] + FITBytes.little(noon + 4, 4) + [1] + FITBytes.little(4000, 4))
        bytes.add(FITBytes.little(1200, 4))
        return bytes.data
    }()

    /// Two sessions, a pause, laps, a hole and a clock that is set.
    private static let script: [UInt8] = {
        var script = FITScript.pausing()
        script.session(0, 720, timer: 600, distance: 1800)
        script.lap(timer: 600, distance: 1800)
        script.records(behind: 900, through: 960, every: 7)
        script.record(90_000_000, distance: 1)
        script.session(900, 960, timer: 30, distance: 100, sport: 0)
        return script.bytes.data
    }()

    @Test(arguments: seeds) func `FIT`(seed: UInt64) {
        Self.run("FIT", seed: seed, [Self.fit, Self.script]) { data, mutator in
            var bytes = FITBytes()
            bytes.add(data)
            var file = bytes.file(headerSize: mutator.chance(50) ? 14 : 12)
            if mutator.chance(5) { file.removeLast(min(file.count, data.count / 2)) }
            if mutator.chance(20) { file = mutator.withHeader(changed: file) }
            var decoder = FITDecoder(file)
            var messages = 0
            while (try? decoder.next()) != nil { messages += 1 }
            return messages > file.count ? "\(messages) messages" : Self.flawOfFlight(file)
        }
    }

    /// What is wrong with how a route is read or run.
    private static func flawOfRoute(_ bytes: [UInt8]) -> String? {
        do throws(RouteFault) {
            let track = try RouteFile.read(bytes)
            var run = SimulatedRun(seed: 1, lane: 0, lap: 0, rate: .oneHertz, on: Terrain(track))
            for _ in 0..<5 { _ = run.next() }
            return run.trueSite == nil ? "the run is nowhere" : nil
        } catch {
            return (0...bytes.count).contains(error.offset) ? nil : "\(error)"
        }
    }

    @Test(arguments: seeds) func `routes`(seed: UInt64) {
        var file = FITBytes()
        file.add(Self.fit)
        let plan = (0..<6).map { "<rtept lat='4\($0)' lon='8'><ele>\($0)e1</ele></rtept>" }
        let inputs =
            Self.encodings("<gpx><rte>\(plan.joined())</rte></gpx>") + Self.encodings(Self.gpx)
        Self.run("routes", seed: seed, inputs + [file.file()], words: Self.words) { bytes, _ in
            Self.flawOfRoute(bytes)
        }
    }
}
