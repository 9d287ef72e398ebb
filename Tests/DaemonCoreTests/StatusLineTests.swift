import ChannelPipeline
import FoundationEssentials
import Simulation
import StreamServer
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// The `status` line is what the protocol's page says.
@Suite struct StatusLineTests {
    private static let page: [String] = {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let path = "/\(root)/Sources/WireProtocol/WireProtocol.docc/Protocol.md"
        let data = FileManager.default.contents(atPath: path) ?? Data()
        return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    }()

    /// The fields in the first column of the page's table.
    private var documented: [String] {
        let rows = Self.page.drop { $0 != "| field of status | meaning |" }.dropFirst(2)
        return rows.prefix { $0.hasPrefix("| ") }.flatMap { row in
            row.split(separator: "|")[0].split(separator: "`").filter {
                $0.contains { $0 != " " && $0 != "," }
            }.map(String.init)
        }
    }

    private func fields(of value: JSONValue, prefix: String = "") -> [String] {
        value.fields.flatMap { name, value -> [String] in
            let isTable = ["below", "byes", "lines_lost_by_reason", "resumes"].contains(name)
            guard case .object = value, !isTable else { return [prefix + name] }
            return fields(of: value, prefix: "\(name).")
        }
    }

    private func source() -> FleetSource {
        let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
        return FleetSource(
            Fleet(seed: 42, epoch: epoch, simulatedLanes: 3),
            schedule: ScheduleClock(fleetOrigin: epoch, monotonicOrigin: 0, speed: .realTime))
    }

    private func status(ticks: Int64) throws -> JSONValue {
        let source = source()
        for tick in 0..<ticks { source.recordTick(began: tick * 20_000 + 300) }
        if ticks > 0 { source.noteDelivery(of: 20, dueAt: source.fleet.epoch) }
        return try status(of: source)
    }

    private func status(of source: FleetSource) throws -> JSONValue {
        var line = LineBuffer()
        source.appendStatus(HubCounters(), id: .number(3), to: &line)
        return try #require(JSONValue(line: Array(line.text.utf8)))
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

    @Test func `lanes that catch up are counted until they have been brought`() throws {
        let source = source()
        #expect(source.catchingUp == (0, 0))
        let feed = try source.open(SubscribeRequest())
        #expect(!source.advance(feed.number, bytes: 1 << 16))
        // Lane 0 begins at the epoch, and is there at once.
        #expect(source.catchingUp == (1, 3))
        let before = try status(of: source)
        #expect(before["lanes_catching_up"]?.integer == 2)
        var brought: [Int] = []
        while !source.advance(feed.number, bytes: 1 << 16) {
            brought.append(source.catchingUp.brought)
        }
        #expect(brought == brought.sorted() && Set(brought).isSuperset(of: [1, 2]))
        #expect(source.catchingUp == (3, 3))
        _ = source.join(feed.number)
        #expect(source.catchingUp == (0, 0))
        let after = try status(of: source)
        #expect(after["lanes_catching_up"]?.integer == 0)
        #expect(after["lanes_followed"]?.integer == 3)
    }

    @Test func `the fleet's device and the number of its faults are told`() throws {
        let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
        let faults = try FaultScript(parsing: "pod dropout\n\ngps lost")
        let source = FleetSource(
            Fleet(
                seed: 42, epoch: epoch, simulatedLanes: 3,
                equipment: Equipment(device: .strap, faults: faults)),
            schedule: ScheduleClock(fleetOrigin: epoch, monotonicOrigin: 0, speed: .realTime))
        var status = LineBuffer()
        source.appendStatus(HubCounters(), id: nil, to: &status)
        var hello = LineBuffer()
        source.appendHello(to: &hello)
        for text in [status.text, hello.text] {
            let value = try #require(JSONValue(line: Array(text.utf8)))
            #expect(value["device"]?.text == "strap")
            #expect(value["faults_scripted"]?.integer == 2)
        }
    }

    @Test func `a part of a fleet says which it is`() throws {
        let epoch = FleetInstant(ticks: 1_795_154_400 * 50)
        let source = FleetSource(
            Fleet(
                seed: 42, epoch: epoch, simulatedLanes: 9,
                shard: try #require(FleetShard(index: 1, count: 4))),
            schedule: ScheduleClock(fleetOrigin: epoch, monotonicOrigin: 0, speed: .realTime))
        var status = LineBuffer()
        source.appendStatus(HubCounters(), id: nil, to: &status)
        var hello = LineBuffer()
        source.appendHello(to: &hello)
        for text in [status.text, hello.text] {
            let value = try #require(JSONValue(line: Array(text.utf8)))
            #expect(value["shard"]?.text == "1/4")
            #expect(value["sessions"]?.integer == 2)
            #expect(value["fleet_sessions"]?.integer == 9)
        }
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

    @Test func `what has not happened is left out or zero`() throws {
        let late = try #require(try status(ticks: 0)["tick_late_us"])
        #expect(late["count"]?.integer == 0)
        #expect(late["max"] == nil)
        #expect(late["p50"] == nil)
    }
}
