import ChannelPipeline
import Glibc
import Simulation
import TestSupport
import Testing
import Vocabulary

/// Lines as they were written once, byte for byte.
///
/// A change of them is a change of the model's or the encoding's version. To record them anew, run
/// `RUNWAY_RECORD_GOLDEN=1 swift test --filter GoldenSessionTests` and look at the difference.
@Suite struct GoldenSessionTests {
    private static let session = SessionName(lane: 0, lap: 0)

    @Test func `the first five minutes of a session are as they were`() throws {
        var shape = ChannelShape()
        shape.kinds = [.sample, .phase, .event]
        shape.metrics = MetricSet(Metric.vitals)
        try check("seed-42-samples", shape, duration: .seconds(300))
    }

    @Test func `the statistics and calls of a whole session are as they were`() throws {
        var shape = ChannelShape()
        shape.kinds = [.stat, .phase, .advisory, .event]
        shape.statistics = [.average, .min, .max, .sd, .latest, .coverage]
        shape.window = .span(.seconds(30))
        shape.every = .seconds(30)
        shape.smoothing = .ema2(halfLife: .seconds(5))
        try check("seed-42-statistics", shape, duration: .seconds(4200))
    }

    private static let script = """
        strap dropout 40 s at 12:00
        gps lost 30 s at 20:00 then reacquire
        cadence lock
        pod dropout in 50 % of sessions
        battery dies at 55:00
        """

    @Test(arguments: [
        ("seed-1-strap", UInt64(1), Equipment.Device.strap, ""),
        ("seed-2-optical", 2, .optical, ""),
        ("seed-3-perfect", 3, .perfect, ""),
        ("seed-4-faults", 4, .mixed, script),
    ])
    func `every minute of a session with each device is as it was`(
        name: String, seed: UInt64, device: Equipment.Device, script: String
    ) throws {
        var shape = ChannelShape()
        shape.kinds = [.stat, .phase, .event]
        shape.metrics = MetricSet(Metric.vitals)
        shape.statistics = [.average, .sd, .latest, .coverage]
        shape.window = .span(.seconds(60))
        shape.every = .seconds(60)
        let faults = try FaultScript(parsing: script)
        let fleet = Fleet(
            seed: seed, epoch: TestFleets.epoch, simulatedLanes: 1,
            equipment: Equipment(device: device, faults: faults))
        try check(name, shape, duration: .seconds(4200), of: fleet)
    }

    @Test func `the truth of a session's first ten minutes is as it was`() throws {
        var shape = ChannelShape()
        shape.kinds = [.truth]
        try check("seed-42-truth", shape, duration: .seconds(600))
    }

    @Test func `where a session leads in ten minutes is as it was`() throws {
        var shape = ChannelShape()
        shape.kinds = [.sample, .truth]
        shape.metrics = Metric.places
        try check("seed-42-places", shape, duration: .seconds(600))
    }

    private func check(
        _ name: String, _ shape: ChannelShape, duration: FleetDuration,
        of fleet: Fleet = TestFleets.simulated(seed: 42, lanes: 1)
    ) throws {
        let start = fleet.start(of: Self.session)
        let lines = OfflineLines(
            of: [0], in: fleet, shape, after: start - FleetDuration(ticks: 1),
            through: start + duration
        ).lines.filter { $0.session == Self.session }
        let file = Checkout.path("Tests/Golden/\(name).ndjson")
        if getenv("RUNWAY_RECORD_GOLDEN") != nil { try Self.write(lines, to: file) }
        let golden = try #require(
            Self.lines(of: file),
            "\(file) is missing; RUNWAY_RECORD_GOLDEN=1 swift test records it")
        let texts = lines.map(\.text)
        let same = zip(texts, golden).prefix { $0 == $1 }.count
        #expect(
            texts == golden,
            """
            line \(same + 1) of \(name) differs; if that is meant, raise the version of the model \
            or the encoding, and record anew with RUNWAY_RECORD_GOLDEN=1 swift test
            found:  \(same < texts.count ? texts[same] : "nothing\n")\
            golden: \(same < golden.count ? golden[same] : "nothing")
            """)
    }

    private static func lines(of path: String) -> [String]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
            bytes += chunk[..<count]
        }
        return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast().map { String(decoding: $0, as: UTF8.self) + "\n" }
    }

    private static func write(_ lines: [PipelineLine], to path: String) throws {
        let folder = path.split(separator: "/").dropLast().joined(separator: "/")
        mkdir("/\(folder)", 0o755)
        let file = try #require(fopen(path, "w"), "cannot write \(path)")
        defer { fclose(file) }
        for line in lines { fputs(line.text, file) }
    }
}
