import Testing
import Vocabulary

@testable import ActivityFiles

@Suite struct TCXElementsTests {
    /// 2026-03-01T06:00:00Z in ticks.
    private static let start: Int64 = 1_772_344_800 * 50

    private static func time(_ second: Int) -> String {
        "2026-03-01T06:0\(second / 60):\(second % 60 < 10 ? "0" : "")\(second % 60)Z"
    }

    private static func point(_ second: Int, _ inner: String = "") -> String {
        "<Trackpoint><Time>\(time(second))</Time>\(inner)</Trackpoint>"
    }

    private static func distance(_ metres: String) -> String {
        "<DistanceMeters>\(metres)</DistanceMeters>"
    }

    private static func lap(_ second: Int, seconds: String, metres: String, _ tracks: String...)
        -> String
    {
        "<Lap StartTime='\(time(second))'><TotalTimeSeconds>\(seconds)</TotalTimeSeconds>"
            + distance(metres) + tracks.map { "<Track>\($0)</Track>" }.joined() + "</Lap>"
    }

    private static func activity(_ inner: String, sport: String = "Running") -> String {
        "<Activity Sport='\(sport)'><Id>\(time(0))</Id>\(inner)</Activity>"
    }

    private static func document(_ inner: String) -> [UInt8] {
        Array("<TrainingCenterDatabase>\(inner)</TrainingCenterDatabase>".utf8)
    }

    private static func legs(_ inner: String) throws -> [TrackLeg] {
        let (legs, fault) = try XMLActivity.read(document(inner))
        #expect(fault == nil)
        return legs
    }

    private static func track(_ inner: String) throws -> Track {
        try #require(try legs(activity(inner)).first).track
    }

    @Test func `a point has its values in the units of metrics`() throws {
        let track = try Self.track(
            Self.lap(
                0, seconds: "2.0", metres: "6.02",
                Self.point(
                    1,
                    """
                    <Position><LatitudeDegrees>47.1</LatitudeDegrees></Position>
                    <DistanceMeters>3.0123456</DistanceMeters>
                    <HeartRateBpm xsi:type='T'><Value>152</Value></HeartRateBpm>
                    <Cadence>80</Cadence><SensorState>Present</SensorState>
                    <Extensions><n:TPX><n:Speed>3.0125</n:Speed><n:RunCadence>86</n:RunCadence>
                    <n:Watts>200</n:Watts></n:TPX></Extensions>
                    """),
                Self.point(2, "<Cadence>87</Cadence>" + Self.distance("6.02"))))
        #expect(track.points.map(\.time) == [Self.start + 50, Self.start + 100])
        let samples = track.points.map(\.sample)
        #expect(
            samples[0]
                == RunScript.sample([
                    .heartRate: 152, .speed: 3012, .distance: 301, .cadence: 1720,
                ]))
        #expect(samples[1] == RunScript.sample([.distance: 602, .cadence: 1740]))
        #expect(track.start == Self.start && track.segments == [1])
        #expect(track.totals == TrackTotals(timer: .seconds(2), distance: 602))
        #expect(track.losses.all.isEmpty)
    }

    @Test func `what is no number, below 0 or 0 beats was not measured`() throws {
        let bodies = [
            "<HeartRateBpm><Value>0</Value></HeartRateBpm>", Self.distance("NaN"),
            Self.distance("-1"), "<Cadence/>", "<HeartRateBpm>150</HeartRateBpm>",
        ]
        let points = bodies.enumerated().map { Self.point($0, $1) }.joined()
        let track = try Self.track("<Lap><Track>\(points)</Track></Lap>")
        #expect(track.points.map(\.sample.present.rawValue) == [0, 0, 0, 0, 1])
        #expect(track.totals == TrackTotals() && track.losses.all.isEmpty)
    }

    @Test func `a point without a time is counted, and so is a value beyond its limit`() throws {
        let inner = Self.activity(
            "<Lap><Track><Trackpoint/>\(Self.point(1, Self.distance("1e12")))"
                + "<Trackpoint><Time>noon</Time></Trackpoint></Track></Lap>")
        let losses = try #require(try Self.legs(inner).first).track.losses.all
        let before = "<TrainingCenterDatabase><Activity Sport='Running'><Id></Id><Lap><Track>"
        let first = before.utf8.count + Self.time(0).utf8.count
        #expect(
            losses == [
                TrackLosses.Loss(kind: .noTime, place: first, count: 2),
                TrackLosses.Loss(kind: .beyondLimit(.distance), place: first + 13, count: 1),
            ])
    }

    @Test func `every activity, course and part of a multisport session is a leg`() throws {
        let legs = try Self.legs(
            "<Activities><MultiSportSession><Id>\(Self.time(0))</Id>"
                + "<FirstSport>\(Self.activity("<Lap/>", sport: "Biking"))</FirstSport>"
                + "<NextSport><Transition/>\(Self.activity("<Lap/>"))</NextSport>"
                + "</MultiSportSession>\(Self.activity("", sport: "Other"))</Activities>"
                + "<Courses><Course><Name>x</Name><Lap><TotalTimeSeconds>9</TotalTimeSeconds></Lap>"
                + "<Track>\(Self.point(3))</Track></Course></Courses>")
        #expect(legs.map(\.otherSport) == ["cycling", nil, nil, nil])
        #expect(legs.map(\.track.points.count) == [0, 0, 0, 1])
        #expect(legs[3].track.totals == TrackTotals(timer: .seconds(9)))
        #expect(legs[3].track.start == nil)
        #expect(legs.map(\.place) == legs.map(\.place).sorted() && legs[0].place > 0)
    }

    @Test func `totals are sums of what every lap says`() throws {
        let laps = ["60.004", "60.004", "0.012"].enumerated().map { index, seconds in
            Self.lap(60 * index, seconds: seconds, metres: "100.5")
        }.joined()
        let whole = try Self.track(laps)
        #expect(whole.totals == TrackTotals(timer: FleetDuration(ticks: 6001), distance: 30_150))
        #expect(whole.start == Self.start)
        #expect(try Self.track(laps + "<Lap/>").totals == TrackTotals())
        let overflow = Self.lap(0, seconds: "1e30", metres: "1e30")
        #expect(try Self.track(overflow + overflow).totals == TrackTotals())
    }

    private static func distances(_ laps: [[String]]) throws -> [Int64?] {
        var second = 0
        let inner = laps.map { metres in
            "<Lap><Track>"
                + metres.map { metres in
                    second += 1
                    return point(second, distance(metres))
                }.joined() + "</Track></Lap>"
        }.joined()
        return try track(inner).points.map { $0.sample[.distance] }
    }

    @Test func `distance that begins anew with every lap becomes a total`() throws {
        #expect(
            try Self.distances([["3", "500"], ["2", "600"], ["1", "4"]])
                == [300, 50_000, 50_200, 110_000, 110_100, 110_400])
        // A little back at the beginning of a lap is no new beginning.
        #expect(
            try Self.distances([["3", "500"], ["499.5", "600"]])
                == [300, 50_000, 49_950, 60_000])
        // Nor is a first point that lacks its value.
        #expect(
            try Self.distances([["3", "500"], ["0", "503", "506"]])
                == [300, 50_000, 50_000, 50_300, 50_600])
        #expect(try Self.distances([["3", "500", "1"]]) == [300, 50_000, 100])
    }

    @Test func `where no point says its distance, it follows from the places`() throws {
        func place(_ latitude: String) -> String {
            "<Position><LatitudeDegrees>\(latitude)</LatitudeDegrees>"
                + "<LongitudeDegrees>8</LongitudeDegrees></Position>"
        }
        let first = Self.point(0, place("47")) + Self.point(1, place("47.001"))
        let second = Self.point(2, place("47.002")) + Self.point(3) + Self.point(4, place("91"))
        let third = Self.point(5, place("47.01")) + Self.point(6, place("47.011"))
        let track = try Self.track(
            "<Lap><Track>\(first)</Track></Lap>"
                + "<Lap><Track>\(second)</Track><Track>\(third)</Track></Lap>"
        )
        #expect(
            track.points.map { $0.sample[.distance] }
                == [0, 11_120, 22_239, nil, nil, 22_239, 33_359])
        let told = try Self.track(
            "<Lap><Track>\(first)\(Self.point(2, Self.distance("9")))</Track></Lap>")
        #expect(told.points.map { $0.sample[.distance] } == [nil, nil, 900])
    }

    @Test func `cadence of both feet is taken as such, whoever writes it`() throws {
        for (values, expected) in [
            ([85, 0, 86], [1700, 0, 1720]), ([170, 0, 172], [1700, 0, 1720]),
        ]
            as [([Int], [Int64])]
        {
            let points = values.enumerated().map {
                Self.point($0, "<Extensions><TPX><RunCadence>\($1)</RunCadence></TPX></Extensions>")
            }
            let track = try Self.track("<Lap><Track>\(points.joined())</Track></Lap>")
            #expect(track.points.map { $0.sample[.cadence] } == expected)
        }
        let values = [85, 85, 201].enumerated().map {
            Self.point($0, "<Cadence>\($1)</Cadence>")
        }
        let track = try Self.track("<Lap><Track>\(values.joined())</Track></Lap>")
        #expect(track.points.map { $0.sample[.cadence] } == [1700, 1700, nil])
        #expect(track.losses.all.map(\.kind) == [.beyondLimit(.cadence)])
    }

    @Test func `a file cut at any byte gives its whole points, and no totals of a leg that is cut`()
        throws
    {
        let body = (0..<3).map { lap in
            Self.lap(
                lap * 10, seconds: "10", metres: "30",
                (0..<3).map { second in
                    Self.point(
                        lap * 10 + second * 3,
                        Self.distance("\(lap * 30 + second * 9)") + "<Cadence>80</Cadence>")
                }.joined())
        }.joined()
        let bytes = Self.document("<Activities>\(Self.activity(body))</Activities>")
        let whole = try #require(try XMLActivity.read(bytes).legs.first).track
        #expect(whole.points.count == 9 && whole.totals.timer == .seconds(30))
        for count in 24..<bytes.count {
            let (legs, fault) = try XMLActivity.read(Array(bytes[..<count]))
            #expect(fault == .xml(.cutShort, at: count))
            guard let track = legs.first?.track else { continue }
            #expect(whole.points.starts(with: track.points), "cut at \(count)")
            #expect(track.totals == TrackTotals() || track.points.count == 9)
        }
    }

    @Test func `what our own writer wrote is read as it was`() throws {
        var laps = ActivityLaps(from: RunScript.point(0), laps: .kilometre)
        RunScript.play(&laps)
        var activity = TCXActivity(RunScript.facts(), from: RunScript.point(0), laps: laps.finish())
        RunScript.play(&activity)
        let (legs, fault) = try XMLActivity.read(activity.finish())
        let track = try #require(legs.first).track
        #expect(legs.count == 1 && fault == nil && track.losses.all.isEmpty)
        #expect(track.start == RunScript.second * 50)
        #expect(track.totals == TrackTotals(timer: .seconds(10), distance: 3000))
        #expect(track.points.count == 10 && track.segments == [6])
        #expect(
            track.points.last?.sample
                == RunScript.sample([
                    .heartRate: 140, .speed: 3020, .distance: 3000, .cadence: 1720,
                ]))
    }
}
