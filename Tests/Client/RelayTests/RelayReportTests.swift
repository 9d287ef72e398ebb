import PlainText
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import Relay

@Suite struct RelayReportTests {
    private func instant(_ seconds: Int64) -> FleetInstant {
        FleetInstant(ticks: 0) + .seconds(1_000_000 + seconds)
    }

    private func at(_ seconds: Int64) -> MonotonicInstant {
        MonotonicInstant(microseconds: seconds * 1_000_000)
    }

    private func tally(speed: Double? = 1) -> RelayTally {
        var tally = RelayTally()
        tally.present = FleetPresent(instant(100), speed: speed, at: at(0))
        tally.begin(at: instant(0))
        tally.read(0, to: instant(0))
        return tally
    }

    @Test func `lag is the fleet time since the last acknowledged line, at the fleet's speed`() {
        var tally = tally(speed: 10)
        #expect(tally.lagSeconds(unacknowledged: 0, at: at(3)) == 130)
        tally.acknowledge(5, to: instant(120), wall: 7)
        #expect(tally.lagSeconds(unacknowledged: 1, at: at(3)) == 10)
        tally.isLive = true
        #expect(tally.lagSeconds(unacknowledged: 1, at: at(3)) == 10)
        #expect(tally.lagSeconds(unacknowledged: 0, at: at(3)) == 0)
    }

    @Test func `lines that were not read are told from the rate of those that were`() {
        var tally = tally()
        #expect(tally.lagLines(unacknowledged: 7, at: at(0)) == nil)
        tally.read(50, to: instant(10))
        #expect(tally.lagLines(unacknowledged: 7, at: at(0)) == 7 + 90 * 5)
        tally.isLive = true
        #expect(tally.lagLines(unacknowledged: 7, at: at(0)) == 7)
    }

    @Test(arguments: [nil, 1e300, -5, .nan, .infinity] as [Double?])
    func `any speed that a daemon claims is borne`(speed: Double?) {
        let tally = tally(speed: speed)
        #expect((tally.lagSeconds(unacknowledged: 1, at: at(1 << 30)) ?? 0) >= 0)
    }

    private func report(_ state: RelayReport.State = .live) -> RelayReport {
        var tally = tally()
        tally.read(98, to: instant(98))
        tally.acknowledge(1234, to: instant(98), wall: 5_000_000)
        tally.lastFailure = "the \"command\"\nended"
        tally.retries = 3
        return RelayReport(
            name: "kafka", process: 42, state: state, tally, unacknowledged: 9,
            startedAt: 1_000_000,
            wall: 6_500_000, at: at(0))
    }

    @Test func `the status file is read as it was written`() throws {
        let report = report()
        let value = try #require(JSONValue(line: report.json.utf8))
        #expect(RelayReport(json: value) == report)
        #expect(!report.json.contains("\n"))
    }

    @Test func `a status without one of its fields is none`() throws {
        let value = try #require(JSONValue(line: report().json.utf8))
        let optional: Set = ["lag_lines", "lag_s", "acknowledged_us", "failure"]
        for name in value.fields.keys {
            var fields = value.fields
            fields[name] = nil
            let read = RelayReport(json: .object(fields))
            #expect((read != nil) == optional.contains(name), "\(name)")
        }
    }

    @Test func `a person is told lag, lines and failures`() {
        let text = report().shown(at: 7_000_000).text
        #expect(text.hasPrefix("relay kafka: live, process 42\n"))
        #expect(text.contains("about 11 lines and 2.0 s of fleet time"))
        #expect(text.contains("1 234 lines, the last 2 s ago"))
        #expect(text.contains("3, the last: the \"command\""))
    }

    @Test func `a relay that has ended or is silent is not running`() {
        #expect(report(.ended).isGone(at: 6_500_000))
        #expect(!report().isGone(at: 21_400_000) && report().isGone(at: 21_600_000))
        #expect(report().shown(at: 99_000_000).text.contains("not running, last seen 1 min 32 s"))
    }

    @Test func `metrics are named, helped and typed, each once`() {
        let lines = report().metrics.split(separator: "\n")
        let names = lines.filter { $0.hasPrefix("# TYPE") }.map { $0.split(separator: " ")[2] }
        #expect(Set(names).count == names.count && names.count == 10)
        for name in names {
            #expect(lines.contains { $0.hasPrefix("\(name){relay=\"kafka\"} ") }, "\(name)")
            #expect(lines.contains { $0.hasPrefix("# HELP \(name) ") }, "\(name)")
        }
        #expect(lines.contains("runway_relay_lag_seconds{relay=\"kafka\"} 2"))
    }

    @Test(arguments: [Int64.min, -1, 0, Int64.max])
    func `any time that a file claims is shown`(time: Int64) throws {
        let text = report().json
            .replacing("\"written_us\":6500000", with: "\"written_us\":\(time)")
            .replacing("\"acknowledged_us\":5000000", with: "\"acknowledged_us\":\(time)")
        #expect(text.contains("\(time)"))
        guard let read = RelayReport(json: try #require(JSONValue(line: Array(text.utf8)[...])))
        else { return }
        for wall in [Int64.min, 0, 7_000_000, .max] {
            #expect("\(read.shown(at: wall))".contains("relay kafka"))
        }
    }
}
