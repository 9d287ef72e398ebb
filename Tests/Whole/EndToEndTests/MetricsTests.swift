import Glibc
import Testing

extension EndToEnd {
    /// What `runway metrics` prints: `promtool` has nothing to say about it, and counters move.
    @Suite(.enabled(if: Readme.hasTool("promtool"), "promtool is not installed here"))
    struct MetricsTests {
        private struct Sample {
            let name: String
            let value: Double
        }

        private let place: Place

        init() throws { place = try Place() }

        /// The samples, by name with labels, of a text that `promtool` accepts without a word.
        private func samples() throws -> [Sample] {
            let outcome = try place.client(["metrics"])
            try #require(outcome.end == .exited(0), "\(outcome.errors)")
            #expect(outcome.errors.isEmpty)
            let path = try place.write(outcome.output, to: "metrics")
            let check = try Program.run(
                "/bin/sh", ["-c", "exec promtool check metrics < \"$0\"", path])
            #expect(check.end == .exited(0))
            #expect(check.output + check.errors == "")
            return try outcome.output.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
                let space = try #require($0.lastIndex(of: " "))
                let name = $0[..<space]
                #expect(name.wholeMatch(of: /runway_[a-z_]+({.*})?/) != nil, "\(name)")
                return Sample(
                    name: String(name),
                    value: try #require(Double($0[space...].dropFirst()), "\($0)"))
            }
        }

        private func value(_ name: String, in samples: [Sample]) throws -> Double {
            try #require(samples.first { $0.name == name }, "\(name)").value
        }

        @Test func `a subscription and its lines move the counters`() throws {
            let daemon = try place.startDaemon(["--seed", "7", "--speed", "10"])
            let before = try samples()
            #expect(try place.client(["tail", "--json", "-n", "30"]).end == .exited(0))
            let after = try samples()
            for name in [
                "runway_lines_sent_total", "runway_sent_bytes_total", "runway_requests_total",
                "runway_connections_accepted_total", "runway_tick_lateness_seconds_count",
            ] {
                #expect(try value(name, in: after) > value(name, in: before), "\(name)")
            }
            #expect(try value("runway_lines_sent_total", in: after) >= 30)
            #expect(
                try value(#"runway_lines_lost_total{reason="slow_consumer"}"#, in: after) == 0)
            #expect(
                try value("runway_resident_memory_bytes", in: after)
                    < value("runway_memory_bound_bytes", in: after))
            for name in ["runway_tick_lateness_seconds", "runway_send_lateness_seconds"] {
                let counts = after.filter { $0.name.hasPrefix("\(name)_bucket") }.map(\.value)
                #expect(counts.count > 10 && counts == counts.sorted(), "\(name)")
                #expect(try counts.last == value("\(name)_count", in: after), "\(name)")
            }
            daemon.signal(SIGTERM)
            #expect(try daemon.waitForEnd().end == .exited(0))
        }
    }
}
