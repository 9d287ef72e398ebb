import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import Simulation
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// The `status` line is what the protocol's page says.
@Suite struct StatusLineTests {
    private static let page: [String] = {
        let text = (try? Checkout.page("Protocol", of: "WireProtocol")) ?? ""
        return text.split(separator: "\n").map(String.init)
    }()

    private var documented: [String] { documented(of: "status") }

    /// The fields in the first column of the page's table about a type of line.
    private func documented(of type: String) -> [String] {
        let rows = Self.page.drop { $0 != "| field of \(type) | meaning |" }.dropFirst(2)
        return rows.prefix { $0.hasPrefix("| ") }.flatMap { row in
            row.split(separator: "|")[0].split(separator: "`").filter {
                $0.contains { $0 != " " && $0 != "," }
            }.map(String.init)
        }
    }

    private func fields(of value: JSONValue, prefix: String = "") -> [String] {
        value.fields.flatMap { name, value -> [String] in
            let isTable = [
                "below", "byes", "lines_lost_by_reason", "refused_by_user", "resumes", "shares",
                "stocks", "stocks_of_one", "stocks_users",
            ].contains(name)
            guard case .object = value, !isTable else { return [prefix + name] }
            return fields(of: value, prefix: "\(name).")
        }
    }

    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    private func source(
        _ fleet: Fleet = Fleet(seed: 42, epoch: epoch, simulatedLanes: 3)
    ) -> FleetSource {
        FleetSource(
            fleet,
            schedule: ScheduleClock(
                fleetOrigin: Self.epoch, monotonicOrigin: 0, speed: .realTime),
            catchUpThreads: 0)
    }

    private func value(_ write: (inout LineBuffer) -> Void) throws -> JSONValue {
        var line = LineBuffer()
        write(&line)
        return try #require(JSONValue(line: Array(line.text.utf8)))
    }

    private func status(of source: FleetSource) throws -> JSONValue {
        try value { source.appendStatus(HubCounters(), id: AnswerID(.number(3)), to: &$0) }
    }

    /// The two lines that say what flies.
    private func statusAndHello(of fleet: Fleet) throws -> [JSONValue] {
        let source = source(fleet)
        return try [status(of: source), value { source.appendHello(to: &$0) }]
    }

    /// - Parameter ticks: each 300 µs late; 20 lines that were due with the first have left if
    ///   there is one.
    private func status(ticks: Int64) throws -> JSONValue {
        let source = source()
        for tick in 0..<ticks {
            source.recordTick(began: MonotonicInstant(microseconds: tick * 100_000 + 300))
        }
        if ticks > 0 {
            var delivered = Delivered()
            delivered.add(20, due: source.due(Self.epoch))
            source.clockwork.note(delivered, at: 400)
        }
        return try status(of: source)
    }

    @Test func `every field is on the page, and every field of the page is there`() throws {
        #expect(
            Set(fields(of: try status(ticks: 5))).subtracting(["type", "id"]) == Set(documented))
        #expect(Set(documented).count == documented.count)
    }

    @Test func `the example of the page has the same fields`() throws {
        let example = try #require(Self.page.first { $0.hasPrefix(#"{"type":"status""#) })
        let value = try #require(JSONValue(line: Array(example.utf8)))
        #expect(Set(fields(of: value)) == Set(fields(of: try status(ticks: 5))))
        #expect(
            value["tick_late_us"]?["below"]?.fields.keys.sorted()
                == (try status(ticks: 5))["tick_late_us"]?["below"]?.fields.keys.sorted())
    }

    @Test func `after the clock was set back it says from when on commands take effect`() throws {
        let schedule = ScheduleClock(
            fleetOrigin: Self.epoch, monotonicOrigin: 0, speed: .realTime)
        let fleet = Fleet(seed: 42, epoch: Self.epoch, simulatedLanes: 3)
        let killed = FleetSource(
            fleet, schedule: schedule,
            frontier: schedule.instant(at: MonotonicClock.now) + .seconds(5),
            catchUpThreads: 0)
        killed.desk.keep = { _, _ in }
        #expect(try status(of: killed)["commands_from"] == nil, "as after every kill")
        let frontier = Self.epoch + .seconds(10_000 * 86_400)
        let source = FleetSource(fleet, schedule: schedule, frontier: frontier, catchUpThreads: 0)
        #expect(try status(of: source)["commands_from"] == nil, "nothing is kept")
        source.desk.keep = { _, _ in }
        let text = try #require(try status(of: source)["commands_from"]?.text)
        #expect(CalendarTime(rfc3339: text)?.microseconds == frontier.microseconds)
    }

    @Test func `lanes that catch up are counted until they have been brought`() throws {
        let source = source()
        #expect(source.subscriptions.catchingUp == (0, 0))
        let feed = try source.subscriptions.open(SubscribeRequest())
        #expect(!source.subscriptions.catchUp(feed.number, bytes: 1 << 16))
        // Lane 0 begins at the epoch, and is there at once.
        #expect(source.subscriptions.catchingUp == (1, 3))
        let before = try status(of: source)
        #expect(before["lanes_catching_up"]?.integer == 2)
        var brought: [Int] = []
        while !source.subscriptions.catchUp(feed.number, bytes: 1 << 16) {
            brought.append(source.subscriptions.catchingUp.brought)
        }
        #expect(brought == brought.sorted() && Set(brought).isSuperset(of: [1, 2]))
        #expect(source.subscriptions.catchingUp == (3, 3))
        _ = source.subscriptions.join(feed.number)
        #expect(source.subscriptions.catchingUp == (0, 0))
        let after = try status(of: source)
        #expect(after["lanes_catching_up"]?.integer == 0)
        #expect(after["lanes_followed"]?.integer == 3)
    }

    @Test func `the fleet's device and the number of its faults are told`() throws {
        let faults = try FaultScript(parsing: "pod dropout\n\ngps lost")
        let fleet = Fleet(
            seed: 42, epoch: Self.epoch, simulatedLanes: 3,
            equipment: Equipment(device: .strap, faults: faults))
        for value in try statusAndHello(of: fleet) {
            #expect(value["device"]?.text == "strap")
            #expect(value["faults_scripted"]?.integer == 2)
            #expect(value["pauses"] == nil)
        }
    }

    @Test(arguments: [Equipment.Device.mixed, .perfect])
    func `that athletes have no pause button is told, but of devices that never have one`(
        device: Equipment.Device
    ) throws {
        let fleet = Fleet(
            seed: 42, epoch: Self.epoch, simulatedLanes: 3,
            equipment: Equipment(device: device, hasPauseButton: false))
        for value in try statusAndHello(of: fleet) {
            #expect(value["pauses"] == (device == .mixed ? .boolean(false) : nil))
        }
    }

    @Test func `a part of a fleet says which it is`() throws {
        let fleet = Fleet(
            seed: 42, epoch: Self.epoch, simulatedLanes: 9,
            shard: try #require(FleetShard(index: 1, count: 4)))
        for value in try statusAndHello(of: fleet) {
            #expect(value["shard"]?.text == "1/4")
            #expect(value["sessions"]?.integer == 2)
            #expect(value["fleet_sessions"]?.integer == 9)
        }
    }

    @Test func `every field of the greeting is on the page, and every field of the page is there`()
        throws
    {
        let flags = [
            "--sessions", "9", "--shard", "1/4", "--schedule", "days", "--time-zone", "UTC",
            "--without-pauses",
        ]
        let fleet = try FleetFlags.fleet(
            DaemonFlags.table.parse(flags), defaultEpoch: Self.epoch.microseconds)
        let rows = "t_s,heart_rate_bpm,speed_mps,cadence_spm,step_length_m,ground_contact_ms\n"
        let recording = try Recording(
            csv: Array((rows + "0,100,3,170,1,240\n1,100,3,170,1,240\n").utf8), name: "run.csv")
        let recorded = Fleet(
            seed: 42, epoch: Self.epoch, simulatedLanes: 0, recordings: [recording])
        var order = AthleteOrder()
        order.age = 40
        let ordered = Fleet(
            seed: 42, epoch: Self.epoch, simulatedLanes: 2,
            roster: Roster(orders: [order], names: ["Ada"], contentHash: "1"))
        let hellos = try [fleet, recorded, ordered].map {
            try #require(try statusAndHello(of: $0).last)
        }
        #expect(hellos[1]["recordings"]?.integer == 1)
        #expect(hellos[2]["athletes_ordered"]?.integer == 1)
        let told = Set(hellos.flatMap { $0.fields.keys }).subtracting(["type"])
        #expect(told == Set(documented(of: "hello")))
    }

    @Test func `lateness is told by quantiles and by counts that grow with the bound`() throws {
        let late = try #require(try status(ticks: 1_000)["tick_late_us"])
        #expect(late["count"]?.integer == 1_000)
        #expect(late["max"]?.integer == 300)
        #expect(late["p50"]?.integer == 300)
        #expect(late["sum"]?.integer == 300_000)
        let below = late["below"]?.fields ?? [:]
        #expect(below.count == 16)
        #expect(below["250"]?.integer == 0)
        #expect(below["500"]?.integer == 1_000)
        #expect(below["4096000"]?.integer == 1_000)
    }

    @Test func `lines that have left are as late as the oldest of each run`() throws {
        let source = source()
        var delivered = Delivered()
        delivered.add(4, due: source.due(Self.epoch))
        delivered.add(3, due: source.due(Self.epoch + .seconds(1)))
        source.clockwork.note(delivered, at: 2_000_000)
        let late = try #require(try status(of: source)["send_late_us"])
        #expect(late["count"]?.integer == 7)
        #expect(late["sum"]?.integer == 11_000_000)
        #expect(late["max"]?.integer == 2_000_000)
        let below = late["below"]?.fields ?? [:]
        #expect(below["512000"]?.integer == 0)
        #expect(below["1024000"]?.integer == 3)
        #expect(below["2048000"]?.integer == 7)
    }

    @Test func `what has not happened is left out or zero`() throws {
        let late = try #require(try status(ticks: 0)["tick_late_us"])
        #expect(late["count"]?.integer == 0)
        #expect(late["max"] == nil)
        #expect(late["p50"] == nil)
    }
}
