/// The series of a load test as JSON lines, one for a second.
package enum SeriesLines {
    /// Latencies are microseconds; those of a second without a live line are left out.
    package static func text(of result: LoadResult) -> String {
        result.seconds.map(line).joined()
    }

    private static func line(_ second: LoadSecond) -> String {
        JSONText.line { write(second, to: &$0) }
    }

    static func write(_ second: LoadSecond, to json: inout JSONText) {
        json.integer("second", second.second)
        json.flag("measured", second.second >= 0)
        json.integer("lines", second.lines)
        json.integer("bytes", second.bytes)
        json.integer("announced_lost", second.announcedLost)
        json.integer("not_received", second.notReceived)
        json.integer("connected", second.connected)
        for (name, latency) in [
            ("p50", second.p50), ("p99", second.p99), ("max", second.maximum),
            ("generator.max", second.generatorMaximum),
        ] {
            if let latency { json.integer(name, latency) }
        }
        json.number("tester.cpu", second.testerProcessor)
        json.number("daemon.cpu", second.daemonProcessor)
    }
}
