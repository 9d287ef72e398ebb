import ChannelPipeline
import Configuration
import StreamServer
import TestSupport
import Testing
import Vocabulary
import WireProtocol

@testable import DaemonCore

/// Every number of every operation at its borders: a daemon answers, whatever a peer asks and
/// wherever in fleet time it stands.
@Suite struct RequestBorderTests {
    private static let numbers = [
        "-9223372036854775808", "-1", "0", "1", "63", "64", "65", "599999", "600000", "1048575",
        "1048576", "2147483647", "2147483648", "4294967296", "9007199254740992",
        "9007199254740993", "9223372036854775807", "9223372036854775808", "1e308", "-1e308",
        "1e-308", "0.005", "0.5", "0.99", "1.01",
    ]
    private static let durations = [
        "0s", "10ms", "20ms", "980ms", "1s", "1s20ms", "500ms", "2m", "120020ms", "10m", "600020ms",
        "1h", "3600020ms", "999999999h", "999999999.999999999h", "9223372036854775807s",
        "2562047788015.2155019h", "0.000000001s", "-1s", "1e3s", "s", "",
    ].map { "\"\($0)\"" }
    private static let spansBack = durations.map { "\"-" + $0.dropFirst() }
    private static let laps = [
        "-99999999", "-100000000", "99999999", "100000000", "-420000", "-1", "0", "1", "4820000",
    ]
    private static let names =
        ["0", "7", "8", "599999", "600000", "1048575", "1048576", "9223372036854775807"]
        .flatMap { lane in ["\"s\(lane)\""] + laps.map { "\"s\(lane).\($0)\"" } }
    private static let times = [
        "0000-01-01T00:00:00Z", "0000-01-01T00:00:00+23:59", "1969-12-31T23:59:59.999999Z",
        "1970-01-01T00:00:00Z", "1970-01-01T02:20:00Z", "2026-11-21T00:00:00Z",
        "2666-11-04T11:35:55.48Z", "2666-11-04T11:35:55.5Z", "2666-11-04T11:35:55.52Z",
        "2666-11-04T13:55:55.5Z", "9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59-23:59",
    ].map { "\"\($0)\"" }

    private static let (past, mass) = (
        #""2026-11-20T06:40:00Z""#, #""metric":"body_mass_kg","value":71"#
    )
    private static let steps = #""metric":"steps","value":71"#
    private static let span = #""start":"2026-11-20T05:40:00Z","end":\#(past)"#
    private static let entries = ["0", "7", "600000", "1048575", "1048576"].flatMap { lane in
        ["0", "1", "89757720000", "133320000001", "1099511627775", "1099511627776", "-1"].map {
            "\"e\(lane).\($0)\""
        }
    }

    private static let intervals = [
        "0d", "1d", "1000d", "1001d", "1000w", "1000mo", "9223372036854775807mo", "1s", "8760h",
    ].map { "\"\($0)\"" }
    private static let pages = ["0", "7", "1048575"].flatMap { lane in
        ["0", "1", "3", "73414", "4294967295"].flatMap { interval in
            ["0", "420000", "88417115619", "1099511207775"].map { instant in
                "\"\(lane).\(interval).\(instant)\""
            }
        }
    }

    /// A request with a hole in it, and what is put there.
    private static let table: [(text: String, values: [String])] = [
        (#"{"op":"status","id":?}"#, numbers),
        (#"{"op":"sessions","from":?}"#, numbers), (#"{"op":"sessions","limit":?}"#, numbers),
        (#"{"op":"sessions","offset":?}"#, numbers),
        (#"{"op":"sessions","sort":"start","offset":?}"#, numbers),
        (#"{"op":"clients","from":?}"#, numbers), (#"{"op":"clients","limit":?}"#, numbers),
        (#"{"op":"subscribe","window":?}"#, durations),
        (#"{"op":"subscribe","every":?,"align":"clock"}"#, durations),
        (#"{"op":"subscribe","every":?,"window":"session"}"#, durations),
        (#"{"op":"subscribe","smooth":{"kind":"median","over":?}}"#, durations),
        (#"{"op":"subscribe","smooth":{"kind":"ema2","half_life":?}}"#, durations),
        (#"{"op":"subscribe","queue":{"staleness":?}}"#, durations),
        (#"{"op":"subscribe","min_coverage":?}"#, numbers),
        (#"{"op":"subscribe","select":{"session":?}}"#, names),
        (#"{"op":"subscribe","select":{"session":?},"after":"start"}"#, names),
        (#"{"op":"subscribe","after":?}"#, times), (#"{"op":"subscribe","after":?}"#, spansBack),
        (#"{"op":"query","from":?}"#, times),
        (#"{"op":"query","from":"2026-11-01","to":?}"#, times),
        (#"{"op":"query","from":?,"to":"2200-12-31","interval":"1000mo"}"#, times),
        (#"{"op":"query","from":"2000-01-01","interval":?}"#, durations + intervals),
        (#"{"op":"query","from":"2000-01-01","to":"2200-12-31","interval":?}"#, intervals),
        (#"{"op":"query","from":"2000-01-01","limit":?}"#, numbers),
        (#"{"op":"query","from":"2000-01-01","select":{"session":?}}"#, names),
        (#"{"op":"query","from":"2000-01-01","to":"2200-12-31","page":?}"#, pages),
        (#"{"op":"query","from":"2000-01-01","interval":"1000mo","page":?}"#, pages),
        (#"{"op":"start","athlete":?}"#, numbers), (#"{"op":"start","at":?}"#, times),
        (#"{"op":"pause","session":?}"#, names), (#"{"op":"resume","session":?}"#, names),
        (#"{"op":"stop","session":?}"#, names),
        (#"{"op":"add","session":?,\#(mass),"at":\#(past)}"#, names),
        (#"{"op":"add","session":"s7","metric":"steps","value":?,\#(span)}"#, numbers),
        (#"{"op":"add","session":"s7","metric":"energy_kcal","value":?,\#(span)}"#, numbers),
        (#"{"op":"add","session":"s7",\#(mass),"at":?}"#, times),
        (#"{"op":"add","session":"s7",\#(steps),"start":?,"end":\#(past)}"#, times),
        (#"{"op":"add","session":"s7",\#(steps),"start":\#(past),"end":?}"#, times),
        (#"{"op":"remove","entry":?}"#, entries),
    ]

    private static let requests = table.flatMap { row in
        row.values.map { row.text.replacing("?", with: $0) }
    }

    private static let epoch = FleetInstant(ticks: 1_795_154_400 * 50)

    private static func source(at now: FleetInstant, _ speed: PlaybackSpeed) -> FleetSource {
        var limits = DaemonLimits()
        limits.historySamples = 1 << 40
        return FleetSource(
            Fleet(seed: 42, epoch: epoch, simulatedLanes: 8),
            schedule: ScheduleClock(fleetOrigin: now, monotonicOrigin: 0, speed: speed),
            limits: limits, catchUpThreads: 0)
    }

    @Test(
        arguments: [
            FleetInstant.presents.lowerBound, epoch, FleetInstant.presents.upperBound,
        ], [PlaybackSpeed.realTime, .fastest])
    func `every number is taken or refused`(now: FleetInstant, speed: PlaybackSpeed) throws {
        let source = Self.source(at: now, speed)
        // The last first: what has been started is there for the others.
        for text in Self.requests + Self.requests.reversed() {
            do throws(RequestFailure) {
                let line = Array(text.utf8)
                try carryOut(RequestDecoder.decode(line[...], number: 1).request, source)
            } catch {
                #expect(error.error.code != .internal, "\(text)")
            }
        }
    }

    private func carryOut(_ request: Request, _ source: FleetSource) {
        switch request {
        case .subscribe(let request): subscribe(request, source)
        case .sessions(let from, let limit):
            // The work of a page is that of a replay; the first slice is enough.
            _ = source.sessions(from: from, limit: limit).advance()
        case .sortedSessions(let request): _ = source.sessions(request).advance()
        case .query(let request): _ = try? source.query(request, id: nil).advance()
        case .command(let request): source.desk.perform(request) { _ in }
        case .clients(let from, let limit):
            // Answered by the hub, which knows no other numbers.
            #expect((0...1 << 53).contains(from) && (1...64).contains(limit))
        case .status, .client, .unsubscribe, .describe, .typed:
            var line = LineBuffer()
            source.appendStatus(HubCounters(), id: nil, to: &line)
        }
    }

    private func subscribe(_ request: SubscribeRequest, _ source: FleetSource) {
        guard let feed = try? source.subscriptions.open(request) else { return }
        defer { source.subscriptions.close(feed.number) }
        _ = source.subscriptions.catchUp(feed.number, bytes: 1000)
        source.subscriptions.consumeLines(of: feed.number) { _ in }
    }
}
