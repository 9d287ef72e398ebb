import Readout
import Testing
import WireProtocol

@testable import ClientCore

/// What people and Prometheus read of a `status` line.
@Suite struct StatusTextTests {
    private static let line = """
        {"type":"status","server":"runwayd 0.1.0","identity":"ypz4fdsr","seed":7,"rate_hz":1,\
        "speed":60,"sessions":3,"t":"2026-11-21T04:57:17.280000Z","uptime_s":100.5,"channels":2,\
        "lanes_followed":3,"connections":2,"subscriptions":4,"requests":12345,\
        "refused_by_user":{"clients":0,"subscriptions":12,"requests":3},\
        "stocks":{"starts_ever":120000,"entries":9},\
        "stocks_of_one":{"starts_ever":112144,"entries":9},\
        "stocks_users":{"starts_ever":1001,"entries":1002},\
        "lines_sent":20,"lines_lost":5,"lines_lost_by_reason":{"slow_consumer":5},"gaps":1,\
        "warnings":3,"byes":{"stalled":2,"quit":0},"lines_replaced":6,\
        "lines_replayed":70,"replays_braked":4,"connections_waiting":1,\
        "bytes_sent":12430,"bytes_waiting":2048,"bytes_waiting_max":4096,\
        "tick_late_us":{"count":4,"sum":1500,"p50":10,"p99":999,"p99_9":999,"max":999,\
        "below":{"1000":4,"250":3,"125":2}},"cpu_s":12.06,"memory_bound_bytes":4823372000}
        """

    private let limits = JSONValue.object([
        "clients": .number(500), "starts_ever": .number(448_576), "entries": .number(100_000),
    ])

    private func status() throws -> JSONValue {
        try #require(JSONValue(line: Array(Self.line.utf8)))
    }

    @Test func `values stand under one another in their groups`() throws {
        let lines = StatusText(status: try status(), limits: limits).lines
        #expect(
            lines.filter { !$0.hasPrefix(" ") && !$0.isEmpty }
                == ["DAEMON", "CLIENTS", "LINES", "TICKS", "SENT AFTER DUE", "MEMORY"])
        func row(_ name: String) -> [Substring] {
            lines.first { $0.hasPrefix("  \(name)  ") }?.split(separator: " ") ?? []
        }
        #expect(row("up") == ["up", "1", "min", "40", "s"])
        #expect(row("connections") == ["connections", "2", "of", "500"])
        #expect(
            row("beyond a user's").suffix(5) == ["15", "12", "subscriptions,", "3", "requests"])
        #expect(
            row("starts_ever").joined(separator: " ")
                == "starts_ever 112 144 of user 1001, of 448 576 in all")
        #expect(row("entries").isEmpty, "little is not worth a row")
        #expect(row("replayed").suffix(4) == ["70", "4", "times", "braked"])
        #expect(row("sent") == ["sent", "20", "12.1", "KiB"])
        #expect(row("lost") == ["lost", "5", "1", "gap"])
        #expect(row("falling behind").suffix(2) == ["3", "warnings"])
        #expect(row("processor time").suffix(5) == ["12.0", "%", "of", "a", "processor"])
        // What the line does not say.
        #expect(row("resident").contains("-"))
    }

    @Test func `who holds most of what all share stands at the end`() throws {
        let shares = """
            "shares":{"windows":{"percent":69,"user":1001},"waiting":{"percent":12}},\
            "refused_by_user":{"clients":0,"shares":4},
            """
        let line = Self.line.replacing(/"refused_by_user":.*?},/, with: shares)
        let status = try #require(JSONValue(line: Array(line.utf8)))
        let rows = StatusText(status: status, limits: limits).lines.map { line in
            line.split(separator: " ").joined(separator: " ")
        }
        #expect(
            rows.suffix(3) == [
                "LARGEST SHARE OF A USER", "windows 69 % user 1001",
                "waiting lines 12 % a user that nobody knows",
            ])
        #expect(rows.contains("beyond a user's 4 4 shares"))
    }

    @Test func `lateness is told by percentiles, each with the share that it stands for`() throws {
        let line = Self.line.replacing(
            #""p50":10,"p99":999,"p99_9":999,"max":999"#,
            with: #""p50":108,"p99":11400,"p99_9":16300,"max":2000000"#)
        let status = try #require(JSONValue(line: Array(line.utf8)))
        let lines = StatusText(status: status, limits: limits).lines
        let ticks = lines.drop { $0 != "TICKS" }.dropFirst().prefix { !$0.isEmpty }
        #expect(
            ticks.map { $0.split(separator: " ").joined(separator: " ") } == [
                "begun 4", "p50 108 µs half at most so late",
                "p99 11.4 ms 99 % at most so late", "p99.9 16.3 ms 99.9 % at most so late",
                "max 2.00 s all at most so late",
            ])
        let sent = lines.drop { $0 != "SENT AFTER DUE" }.dropFirst().prefix { !$0.isEmpty }
        #expect(sent.allSatisfy { $0.split(separator: " ")[1] == "-" }, "the line has none")
        #expect(sent.count == 5)
    }

    @Test func `a line that says nothing is no reason to stop`() {
        #expect(StatusText(status: .object([:]), limits: nil).lines.count > 20)
        #expect(MetricsText(.object([:]), limits: nil).text.hasPrefix("# HELP runway_build_info"))
    }

    @Test func `every metric has a help, a type and base units`() throws {
        let text = MetricsText(try status(), limits: limits).text
        let lines = text.split(separator: "\n")
        #expect(text.hasSuffix("\n"))
        var types: [Substring: Substring] = [:]
        for line in lines where line.hasPrefix("# TYPE ") {
            let words = line.split(separator: " ")
            types[words[2]] = words[3]
        }
        for line in lines where !line.hasPrefix("#") {
            var name = line.prefix { $0 != "{" && $0 != " " }
            for suffix in ["_bucket", "_sum", "_count"] where name.hasSuffix(suffix) {
                name = name.dropLast(suffix.count)
            }
            let type = try #require(types[name], "\(line)")
            #expect(name.hasPrefix("runway_"))
            #expect((type == "counter") == name.hasSuffix("_total"), "\(line)")
            #expect(lines.contains { $0.hasPrefix("# HELP \(name) ") && $0.hasSuffix(".") })
        }
    }

    @Test func `values are those of the line`() throws {
        let lines = MetricsText(try status(), limits: limits).text.split(separator: "\n")
        for expected in [
            "runway_build_info{version=\"0.1.0\",identity=\"ypz4fdsr\"} 1",
            "runway_requests_total 12345", "runway_uptime_seconds 100.5",
            "runway_lines_lost_total{reason=\"slow_consumer\"} 5", "runway_connections_limit 500",
            "runway_byes_total{reason=\"stalled\"} 2", "runway_byes_total{reason=\"quit\"} 0",
            "runway_refused_by_user_total{reason=\"requests\"} 3",
            "runway_stock_used{limit=\"entries\"} 9",
            "runway_stock_used_by_one{limit=\"starts_ever\"} 112144",
            "runway_lines_replaced_total 6",
            "runway_warnings_total 3",
            "runway_connections_waiting 1", "runway_lines_replayed_total 70",
            "runway_replays_braked_total 4",
            "runway_cpu_seconds_total 12.06", "runway_waiting_bytes 2048",
        ] {
            #expect(lines.contains { $0 == expected }, "\(expected)")
        }
        let buckets = lines.filter { $0.hasPrefix("runway_tick_lateness_seconds") }
        #expect(
            buckets == [
                "runway_tick_lateness_seconds_bucket{le=\"0.000125\"} 2",
                "runway_tick_lateness_seconds_bucket{le=\"0.00025\"} 3",
                "runway_tick_lateness_seconds_bucket{le=\"0.001\"} 4",
                "runway_tick_lateness_seconds_bucket{le=\"+Inf\"} 4",
                "runway_tick_lateness_seconds_sum 0.0015", "runway_tick_lateness_seconds_count 4",
            ])
        // What the line does not say is left out.
        #expect(!lines.contains { $0.contains("resident") })
    }
}
