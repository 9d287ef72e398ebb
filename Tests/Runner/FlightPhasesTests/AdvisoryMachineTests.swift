import FlightPhases
import Testing
import Vocabulary

@Suite struct AdvisoryMachineTests {
    /// 5 km at 5:00 per km, 15 s to either side: 3.175 to 3.509 m/s.
    static let mission = Mission(
        targetDistance: 5000, targetSpeed: 1000 / 300, paceDeviation: 15)

    private var machine = AdvisoryMachine(mission: mission)
    private var now = FleetDuration.zero

    /// Observes the same sample once a second for `seconds`; returns the changes.
    private mutating func fly(
        _ speed: Double?, for seconds: Int64, distance: Double? = 1000,
        stage: FlightStage = .running
    ) -> [AdvisoryChange] {
        (0..<seconds).compactMap { _ in
            now = now + .seconds(1)
            return machine.observe(speed: speed, distance: distance, stage: stage, at: now)
        }
    }

    /// The speed of a pace in seconds per kilometre.
    private static func at(pace: Double) -> Double { 1000 / pace }

    @Test(arguments: [
        (Double(200), Advisory.overspeed), (284.9, .overspeed), (285.1, .glidePath),
        (300, .glidePath), (314.9, .glidePath), (315.1, .sinkRate), (900, .sinkRate),
    ])
    mutating func `the first call comes when armed and follows the whole deviation`(
        pace: Double, call: Advisory
    ) throws {
        #expect(fly(nil, for: 100, stage: .beforeRun).isEmpty)
        #expect(fly(Self.at(pace: pace), for: 30).isEmpty)
        let change = try #require(fly(Self.at(pace: pace), for: 1).first)
        #expect(change.from == nil)
        #expect(change.to == call)
        #expect(change.held == .zero)
        #expect(change.smoothedSpeed.map { abs($0 - Self.at(pace: pace)) < 1e-12 } == true)
        #expect(fly(Self.at(pace: pace), for: 300).isEmpty)
    }

    @Test mutating func `a pace on the very edge is on the glide path`() {
        let mission = Mission(targetDistance: 5000, targetSpeed: 4, paceDeviation: 250)
        for speed in [Double(2), 4, 1e9] {
            machine = AdvisoryMachine(mission: mission)
            _ = fly(speed, for: 31)
            #expect(machine.advisory == .glidePath)
        }
    }

    @Test mutating func `another call needs its hold`() throws {
        _ = fly(Self.at(pace: 300), for: 60)
        let start = now
        // Far off, so that the smoothed pace leaves the deviation with the first sample.
        let change = try #require(fly(0, for: 60).first)
        #expect(change.from == .glidePath)
        #expect(change.to == .sinkRate)
        #expect(change.held == .seconds(8))
        #expect(start + change.held <= now)
    }

    @Test mutating func `an excess shorter than the hold calls nothing`() {
        _ = fly(Self.at(pace: 300), for: 60)
        for _ in 0..<20 {
            #expect(fly(Self.at(pace: 320), for: 3).isEmpty)
            #expect(fly(Self.at(pace: 300), for: 10).isEmpty)
        }
    }

    @Test mutating func `the way back to the glide path leads further in`() {
        _ = fly(Self.at(pace: 320), for: 60)
        #expect(machine.advisory == .sinkRate)
        #expect(fly(Self.at(pace: 311.5), for: 120).isEmpty)
        #expect(fly(Self.at(pace: 311), for: 120).map(\.to) == [.glidePath])
        #expect(fly(Self.at(pace: 314.5), for: 120).isEmpty)
        #expect(fly(Self.at(pace: 280), for: 120).map(\.to) == [.overspeed])
        #expect(fly(Self.at(pace: 288.5), for: 120).isEmpty)
        #expect(fly(Self.at(pace: 289), for: 120).map(\.to) == [.glidePath])
    }

    @Test mutating func `from one extreme to the other no glide path is called`() {
        _ = fly(Self.at(pace: 400), for: 60)
        #expect(fly(Self.at(pace: 200), for: 60).map(\.to) == [.overspeed])
    }

    @Test mutating func `minimums begin exactly 50 m before the target and outrank pace`() throws {
        _ = fly(Self.at(pace: 400), for: 60)
        #expect(fly(Self.at(pace: 400), for: 1, distance: 4949.99).isEmpty)
        let change = try #require(fly(Self.at(pace: 400), for: 1, distance: 4950).first)
        #expect(change.from == .sinkRate)
        #expect(change.to == .minimums)
        #expect(change.held == .zero)
        #expect(fly(Self.at(pace: 200), for: 60, distance: 4999.99).isEmpty)
        #expect(fly(Self.at(pace: 200), for: 60, distance: nil).isEmpty)
    }

    @Test mutating func `the target reached is silence for good`() {
        _ = fly(Self.at(pace: 300), for: 60, distance: 4960)
        let changes = fly(Self.at(pace: 300), for: 60, distance: 5000)
        #expect(changes.map(\.from) == [.minimums])
        #expect(changes.map(\.to) == [nil])
        #expect(fly(Self.at(pace: 600), for: 60, distance: 5100).isEmpty)
        #expect(fly(nil, for: 60, stage: .afterRun).isEmpty)
        #expect(machine.advisory == nil)
    }

    @Test(arguments: FlightStage.allCases)
    mutating func `the end of the run silences every call`(stage: FlightStage) {
        _ = fly(Self.at(pace: 300), for: 60)
        let ends = stage == .afterRun
        let changes = fly(Self.at(pace: 300), for: 60, stage: stage)
        #expect(changes.map(\.to) == (ends ? [nil] : []))
        #expect(machine.advisory == (ends ? nil : .glidePath))
    }

    @Test mutating func `minimums need no arming`() {
        #expect(fly(3, for: 1, distance: 4990).map(\.to) == [.minimums])
    }

    @Test mutating func `nothing is called before the run`() {
        #expect(fly(3, for: 100, distance: 4990, stage: .beforeRun).isEmpty)
        #expect(machine.smoothedSpeed == nil)
    }

    @Test mutating func `the filter is seeded with the first positive speed`() throws {
        for speed in [nil, 0, -1, 0.0, nil] as [Double?] { _ = fly(speed, for: 1) }
        #expect(machine.smoothedSpeed == nil)
        _ = fly(3, for: 1)
        #expect(machine.smoothedSpeed == 3)
        // r1 = 3 + (5 - 3) / 4 = 3.5, r2 = 3 + (3.5 - 3) / 4.
        _ = fly(5, for: 1)
        #expect(machine.smoothedSpeed == 3.125)
        // Zero is measured: r1 = 3.5 - 3.5 / 4 = 2.625, r2 = 3.125 - 0.5 / 4.
        _ = fly(0, for: 1)
        #expect(machine.smoothedSpeed == 3)
    }

    @Test mutating func `what is not measured does not enter and changes no call`() {
        _ = fly(Self.at(pace: 300), for: 60)
        let speed = machine.smoothedSpeed
        #expect(fly(nil, for: 30).isEmpty)
        #expect(fly(-1, for: 30).isEmpty)
        #expect(machine.smoothedSpeed == speed)
        _ = fly(0, for: 1)
        #expect(machine.smoothedSpeed.map { abs($0 - 0.9375 * 1000 / 300) < 1e-9 } == true)
    }

    @Test mutating func `an unmeasured second breaks what had held`() throws {
        _ = fly(Self.at(pace: 300), for: 60)
        #expect(fly(1, for: 8).isEmpty)
        #expect(fly(nil, for: 1).isEmpty)
        #expect(fly(1, for: 8).isEmpty)
        #expect(fly(1, for: 1).map(\.to) == [.sinkRate])
    }

    @Test mutating func `without a speed there is no call of pace`() {
        #expect(fly(nil, for: 300).isEmpty)
        #expect(fly(0, for: 300).isEmpty)
        #expect(machine.advisory == nil)
    }

    static let aimless = [
        Mission(targetDistance: 0, targetSpeed: 3, paceDeviation: 15),
        Mission(targetDistance: .nan, targetSpeed: 3, paceDeviation: 15),
        Mission(targetDistance: 5000, targetSpeed: 0, paceDeviation: 15),
        Mission(targetDistance: 5000, targetSpeed: 3, paceDeviation: -1),
    ]

    @Test(arguments: aimless.indices)
    func `a mission without a target traps`(index: Int) async {
        await #expect(processExitsWith: .failure) { [index] in
            _ = AdvisoryMachine(mission: AdvisoryMachineTests.aimless[index])
        }
    }
}
