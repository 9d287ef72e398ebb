import ChannelPipeline
import CommandLine
import LinuxIO
import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import Configuration

/// Regions and routes on their way from a flag, a variable or a configuration file into the fleet.
@Suite struct NamedRoutesTests: ~Copyable {
    private let folder: TemporaryDirectory
    private static let epoch: Int64 = 1_767_225_600_000_000

    init() throws { folder = try TemporaryDirectory(prefix: "runway-routes") }

    /// Writes a route to the north, in steps of some hundred metres.
    private func write(_ name: String, steps: Int, longitude: Int = 8) throws -> String {
        let points = (0...steps).map {
            "<trkpt lat='\(47 + Double($0) * 0.0009)' lon='\(longitude)'/>"
        }
        let text = "<gpx><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
        try FileContent.replace("\(folder.path)/\(name)", with: Array(text.utf8), durable: false)
        return "\(folder.path)/\(name)"
    }

    private func settings(
        _ arguments: [String] = [], _ environment: [String: String] = [:], file text: String? = nil
    ) throws -> ChosenSettings {
        ChosenSettings(
            flags: try DaemonFlags.table.parse(["--seed", "5"] + arguments),
            environment: environment,
            file: text.map {
                ConfigurationFile(path: "\(folder.path)/x.json5", bytes: Array($0.utf8))
            })
    }

    private func fleet(_ settings: ChosenSettings) throws(ProgramFailure) -> Fleet {
        try settings.fleet(defaultEpoch: Self.epoch)
    }

    private func refusal(_ arguments: [String]) throws -> String {
        let settings = try settings(arguments)
        do throws(ProgramFailure) {
            try settings.refuse()
            _ = try fleet(settings)
            return ""
        } catch {
            return "\(error)"
        }
    }

    @Test func `a route that is named anywhere is run`() throws {
        let path = try write("r.gpx", steps: 30)
        let given = try fleet(settings(["--route", path]))
        #expect(given.grounds.route != nil)
        for settings in [
            try settings([], ["RUNWAY_ROUTE": path]), try settings(file: "{ route: ['r.gpx'] }"),
        ] {
            #expect(try fleet(settings).identity == given.identity)
        }
        #expect(try fleet(settings()).identity != given.identity)
    }

    @Test func `one lane has its own route, named with its path from anywhere`() throws {
        let (all, own) = (try write("a.gpx", steps: 30), try write("b.gpx", steps: 40))
        let given = try fleet(settings(["--route", all, "--route", "s2=\(own)"]))
        #expect(Array(given.grounds.routes.keys) == [2] && given.grounds.route != nil)
        let file = try settings(file: "{ route: ['a.gpx', 's2=b.gpx'] }")
        #expect(try fleet(file).identity == given.identity)
        #expect(file.texts(.route) == [all, "s2=\(own)"])
        let alone = try fleet(settings(["--route", "s2=\(own)"]))
        #expect(alone.grounds[1] == nil && alone.identity != given.identity)
    }

    @Test func `content is identity, and the name of its file is not`() throws {
        let first = try fleet(settings(["--route", try write("a.gpx", steps: 30)]))
        let same = try fleet(settings(["--route", try write("b.gpx", steps: 30)]))
        let other = try fleet(settings(["--route", try write("a.gpx", steps: 31)]))
        #expect(first.identity == same.identity && first.identity != other.identity)
    }

    @Test func `a region is identity where it is given`() throws {
        let given = try fleet(settings(["--region", "-33.9,151.2,10"]))
        let file = try fleet(settings(file: "{ region: '-33.90,151.20,10.0' }"))
        #expect(given.identity == file.identity)
        #expect(try fleet(settings()).identity != given.identity)
        #expect(given.grounds.region == Region(parsing: "-33.9,151.2,10"))
    }

    @Test func `what cannot be run is refused with its file, its place and what to do`() throws {
        let (path, missing) = (try write("a.gpx", steps: 30), "\(folder.path)/none.gpx")
        #expect(try refusal(["--route", missing]).contains("cannot read the route"))
        let short = try write("short.gpx", steps: 0)
        #expect(try refusal(["--route", short]).contains("\(short): byte 18: all points lie at"))
        #expect(
            try refusal(["--route", path, "--route", path])
                .contains("all lanes have a route already; give one for all, or s3=FILE"))
        #expect(
            try refusal(["--route", "s1=\(path)", "--route", "s1=\(path)"])
                .contains("s1 has a route already"))
        #expect(
            try refusal(["--route", "s3=\(path)"])
                .contains("s3 is no simulated lane of the fleet; it has s0 to s2"))
        #expect(try refusal(["--region", "81,0,5"]).contains("region"))
    }

    @Test func `a check tells of every route that is wrong`() throws {
        _ = try write("short.gpx", steps: 0)
        let check = try ConfigurationCheck(
            try settings(file: "{ route: ['none.gpx', 's1=short.gpx'] }"))
        #expect(check.code == .configuration)
        #expect(check.errors.split(separator: "\n").count == 2, "\(check.errors)")
    }

    @Test func `by laps a route beyond 57 minutes is refused, and by days one beyond 5 hours`()
        throws
    {
        let (far, farther) = (try write("a.gpx", steps: 200), try write("b.gpx", steps: 1200))
        let words = try refusal(["--route", far])
        #expect(words.contains("km are too many for s") && words.contains("at most 57"))
        #expect(words.contains("--schedule days"))
        let days = ["--schedule", "days", "--time-zone", "UTC"]
        #expect(try refusal(["--route", far] + days) == "")
        #expect(try refusal(["--route", farther] + days).contains("at most 300"))
    }
}
