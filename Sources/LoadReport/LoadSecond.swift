/// One second of a load test's series. Latencies are microseconds, nil where no live line came.
package struct LoadSecond: Hashable, Sendable {
    /// Whole seconds since the measurement began; negative in the warm-up.
    package var second: Int
    package var lines: Int
    package var bytes: Int
    package var announcedLost: Int
    /// Lines that were due in it and have not come at the end of the run. They count in its
    /// latencies with the age that they have then.
    package var notReceived = 0
    /// Subscribers that are connected at its end.
    package var connected: Int
    package var p50: Int64?
    package var p99: Int64?
    package var maximum: Int64?
    /// The largest lateness of a tick.
    package var generatorMaximum: Int64?
    /// Share of a processor that the tester used, from 0.
    package var testerProcessor: Double
    /// The same of the daemon; nil where it cannot be told.
    package var daemonProcessor: Double?

    package init(
        second: Int, lines: Int, bytes: Int, announcedLost: Int, connected: Int, p50: Int64? = nil,
        p99: Int64? = nil, maximum: Int64? = nil, generatorMaximum: Int64? = nil,
        testerProcessor: Double = 0, daemonProcessor: Double? = nil
    ) {
        self.second = second
        self.lines = lines
        self.bytes = bytes
        self.announcedLost = announcedLost
        self.connected = connected
        self.p50 = p50
        self.p99 = p99
        self.maximum = maximum
        self.generatorMaximum = generatorMaximum
        self.testerProcessor = testerProcessor
        self.daemonProcessor = daemonProcessor
    }
}
