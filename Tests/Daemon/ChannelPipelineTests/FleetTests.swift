import ChannelPipeline
import Simulation
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@Suite struct FleetTests {
    @Test func `whatever decides a byte of the lines decides the identity`() throws {
        let recording = try ReferenceRecording(seed: 1, rows: 20).recording()
        var course = ReferenceRecording(seed: 1, rows: 20)
        course.rows[7].cells[0] = (course.rows[7].cells[0] ?? 100) + 1
        let other = try course.recording()
        func fleet(
            seed: UInt64 = 1, epoch: FleetInstant = TestFleets.epoch, rate: SampleRate = .oneHertz,
            _ recordings: Int = 0, limits: HeartRateLimits = .standard
        ) -> Fleet {
            Fleet(
                seed: seed, epoch: epoch, rate: rate, simulatedLanes: 3,
                recordings: [[], [recording], [other], [recording, other], [other, recording]][
                    recordings],
                recordingLimits: limits)
        }
        let limits = [
            HeartRateLimits(resting: 61, maximal: 190), HeartRateLimits(resting: 60, maximal: 191),
        ]
        var fleets = [
            fleet(), fleet(seed: 2), fleet(epoch: TestFleets.epoch + .seconds(1)),
            fleet(rate: try #require(SampleRate(hertz: 2))),
        ]
        fleets += (1...4).map { fleet($0) } + limits.map { fleet(1, limits: $0) }
        #expect(Set(fleets.map(\.identity)).count == fleets.count)
        #expect(fleet().identity == fleet().identity)
        #expect(fleet(4).identity == fleet(4).identity)
        #expect(fleet().identity == fleet(limits: limits[0]).identity)
    }

    @Test func `device, pauses and faults decide the identity, but for what holds by default`()
        throws
    {
        func identity(
            _ device: Equipment.Device, _ script: String, pauses: Bool = true
        ) throws -> IdentityHash {
            let faults = try FaultScript(parsing: script)
            return Fleet(
                seed: 1, epoch: TestFleets.epoch, simulatedLanes: 3,
                equipment: Equipment(device: device, faults: faults, hasPauseButton: pauses)
            ).identity
        }
        let devices = try Equipment.Device.allCases.map { try identity($0, "") }
        let scripts = ["pod dropout", "pod dropout 30 s", "gps lost"]
        let pauseless = try [Equipment.Device.mixed, .strap].map {
            try identity($0, "", pauses: false)
        }
        let identities = try devices + pauseless + scripts.map { try identity(.mixed, $0) }
        #expect(Set(identities).count == identities.count)
        #expect(
            try identity(.mixed, "# nothing") == TestFleets.simulated(seed: 1, lanes: 3).identity)
        #expect(try identity(.perfect, "", pauses: false) == identity(.perfect, ""))
        #expect(try identity(.mixed, "POD dropout 0:20") == identity(.mixed, "pod dropout"))
    }

    @Test func `the number of lanes and the name of a recording decide nothing`() throws {
        let identities = [1, 2, 500].map { TestFleets.simulated(lanes: $0).identity }
        #expect(Set(identities).count == 1)
        let csv = ReferenceRecording(seed: 2, rows: 10).csv
        let named = try ["a.csv", "b.csv"].map { name in
            Fleet(
                seed: 1, epoch: TestFleets.epoch, simulatedLanes: 0,
                recordings: [try Recording(csv: csv, name: name)])
        }
        #expect(named[0].identity == named[1].identity)
    }

    @Test func `a fleet has the sessions of its lanes that an anchor can name`() throws {
        let fleet = try TestFleets.mixed(seed: 3, lanes: 8)
        #expect(fleet.laneCount == 10)
        func has(_ lane: LaneID, _ lap: Int) -> Bool {
            fleet.contains(SessionName(lane: lane, lap: lap))
        }
        #expect(has(0, 0) && !has(0, 1) && !has(0, -1))
        #expect(has(2, 0) && has(2, 1) && has(2, -1) && has(9, 0))
        #expect(!has(10, 0))
        for lane: LaneID in 2..<10 {
            let laps = stride(from: -500_000, to: 8_000_000, by: 997).filter { has(lane, $0) }
            let starts = laps.map { fleet.start(of: SessionName(lane: lane, lap: $0)).ticks }
            #expect(starts.allSatisfy { $0 > 0 && $0 + 210_000 < 1 << 40 }, "lane \(lane)")
            #expect(laps.first.map { $0 < -400_000 } ?? false, "lane \(lane)")
            #expect(laps.last.map { $0 > 4_000_000 } ?? false, "lane \(lane)")
        }
        #expect(!has(2, -99_999_999) && !has(2, 99_999_999))
    }
}
