import Simulation
import TestSupport
import Testing
import Vocabulary

@testable import ActivityFiles

@Suite struct RouteFileTests {
    private static func point(
        _ latitude: Double, _ longitude: Double, _ inner: String = ""
    ) -> String {
        "<trkpt lat='\(latitude)' lon='\(longitude)'>\(inner)</trkpt>"
    }

    private static func gpx(_ inner: String) -> [UInt8] { Array("<gpx>\(inner)</gpx>".utf8) }

    private static func track(_ points: String...) -> [UInt8] {
        gpx("<trk><trkseg>\(points.joined())</trkseg></trk>")
    }

    /// A kilometre to the north, a point every hundred metres.
    private static func north(
        from latitude: Double = 47, _ inner: (Int) -> String = { _ in "" }
    ) -> String {
        (0...10).map { point(latitude + Double($0) * 0.0009, 8, inner($0)) }.joined()
    }

    private static func fault(_ bytes: [UInt8]) -> RouteFault? {
        do throws(RouteFault) {
            _ = try RouteFile.read(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a track without times is a route`() throws {
        let track = try RouteFile.read(Self.track(Self.north()))
        #expect((track.length - 1000).magnitude < 8)
        #expect(track.altitudes == 650...650)
    }

    @Test func `a planned route of GPX is one, with its heights`() throws {
        let points = Self.north { "<ele>\(400 + $0)</ele>" }
            .split(separator: "trkpt").joined(separator: "rtept")
        let track = try RouteFile.read(Self.gpx("<rte>\(points)</rte>"))
        #expect((track.length - 1000).magnitude < 8 && track.altitudes == 400...410)
    }

    @Test func `what nobody can run is refused with its reason`() {
        let segment = "<trkseg>\(Self.north())</trkseg>"
        let cases: [([UInt8], RouteFault.Reason)] = [
            (Self.gpx(""), .noPoints),
            (Self.track(), .noPoints),
            (Self.track("<trkpt lat='x' lon='8'/>"), .noPoints),
            (Self.track(Self.point(47, 8)), .onePoint),
            (Self.track(Self.point(47, 8), Self.point(47, 8)), .onePoint),
            (Self.gpx("<trk>\(segment)\(segment)</trk>"), .severalSegments(2)),
            (Self.gpx("<trk>\(segment)</trk><trk>\(segment)</trk>"), .severalTracks(2)),
            (
                Self.track(Self.north { $0 == 4 ? "" : "<ele>500</ele>" }),
                .heightsMissing(1, of: 11)
            ),
            (Self.track(Self.north { "<ele>\($0 == 4 ? 9 : 500)</ele>" }), .cliff(491)),
            (
                Self.track(
                    Self.north { "<time>2026-03-01T06:00:\($0 == 7 ? 10 : 20 + $0)Z</time>" }),
                .timesGoBack
            ),
            (Self.track(Self.point(80.5, 8), Self.point(80.51, 8)), .polar),
            (Self.track(Self.point(1, 179.999), Self.point(1, -179.999)), .dateLine),
            (Self.track(Self.point(47, 8), Self.point(47.0001, 8)), .tooShort(11)),
            (
                Array("t_s,heart_rate_bpm\n1,100\n".utf8),
                .file(.notActivity("none of GPX, FIT and TCX"))
            ),
            ([], .file(.notActivity("none of GPX, FIT and TCX"))),
            ([UInt8](repeating: 60, count: RouteFile.byteLimit + 1), .tooManyBytes),
        ]
        for (bytes, reason) in cases {
            let found = Self.fault(bytes)?.reason
            #expect("\(found ?? .noPoints)" == "\(reason)")
            #expect(found != nil && !reason.suggestion.isEmpty)
        }
    }

    @Test func `a point kilometres away is a spike, and named`() throws {
        let bytes = Self.track(Self.north(), Self.point(47.1, 8), Self.point(47.0099, 8))
        let fault = try #require(Self.fault(bytes))
        guard case .spike(let metres) = fault.reason else {
            Issue.record("\(fault)")
            return
        }
        #expect((9000...11_000).contains(metres))
        let named = String(decoding: bytes[fault.offset...].prefix(20), as: UTF8.self)
        #expect(named.hasPrefix("<trkpt lat='47.1'"), "\(named)")
    }

    /// A receiver's first fix far away, a few lost points within, and a leg of many kilometres.
    @Test(arguments: [
        point(47.03, 8) + north(), north() + point(47.03, 8.0) + point(47.0301, 8) + north(),
        north() + north(from: 47.1),
    ])
    func `a way that jumps by kilometres is refused`(points: String) throws {
        guard case .spike = try #require(Self.fault(Self.track(points))).reason else {
            Issue.record("\(points)")
            return
        }
    }

    @Test func `a plan with a straight stretch among many bends can be run`() throws {
        let route = try RouteFile.read(Self.track(Self.north() + Self.north(from: 47.03)))
        #expect((3_000...6_000).contains(route.length), "\(route.length)")
    }

    @Test func `a sparse plan of long legs has no spike`() throws {
        let points = (0...4).map { Self.point(47 + Double($0) * 0.03, 8) }.joined()
        #expect(try RouteFile.read(Self.track(points)).length > 12_000)
    }

    @Test func `a document that is cut is no route`() {
        let whole = Self.track(Self.north())
        for count in stride(from: 0, to: whole.count - 1, by: 7) {
            #expect(Self.fault(Array(whole.prefix(count))) != nil, "\(count) bytes")
        }
    }

    @Test(arguments: Seeds.of(1...40, few: 8))
    func `damaged files are refused or run, and never trap`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let whole = Self.track(Self.north { "<ele>\(500 + $0)</ele>" })
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0...dice.within(0...3) {
                bytes[Int(dice.within(0...Int64(bytes.count - 1)))] = UInt8(dice.within(0...255))
            }
            guard let track = try? RouteFile.read(bytes) else { continue }
            var run = SimulatedRun(
                seed: seed, lane: 0, lap: 0, rate: .oneHertz, on: Terrain(track))
            for _ in 0..<30 { _ = run.next() }
            #expect(run.trueSite != nil)
        }
    }
}
