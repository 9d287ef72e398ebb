import Glibc

/// What the kernel tells of a process of this machine.
public struct ProcessFacts: Hashable, Sendable {
    /// The name that its program has given it: at most fifteen bytes, whatever they are.
    public let name: String
    /// When it was started, in microseconds since the machine was started, time asleep included,
    /// rounded down to a hundredth of a second.
    public let startedMicroseconds: Int64

    public init(name: String, startedMicroseconds: Int64) {
        self.name = name
        self.startedMicroseconds = startedMicroseconds
    }

    /// Reads proc(5) `/proc/PID/stat`; nil where there is no such process, or it is hidden.
    public init?(of processID: Int32) {
        guard
            let stat = try? FileContent.read("/proc/\(processID)/stat", limitBytes: 4096)
        else { return nil }
        self.init(stat: stat, ticksPerSecond: Int64(sysconf(Int32(_SC_CLK_TCK))))
    }

    /// - Parameter stat: `4711 (name) S 1 …`, where the name may hold blanks and brackets; the
    ///   start is the twenty-second field, in ticks.
    init?(stat: [UInt8], ticksPerSecond: Int64) {
        guard ticksPerSecond > 0, let first = stat.firstIndex(of: UInt8(ascii: "(")),
            let last = stat.lastIndex(of: UInt8(ascii: ")")), first < last
        else { return nil }
        let fields = stat[(last + 1)...].split(separator: UInt8(ascii: " "))
        guard fields.count > 19,
            let ticks = Int64(String(decoding: fields[19], as: UTF8.self)),
            (0...Int64.max / 1_000_000).contains(ticks)
        else { return nil }
        name = String(decoding: stat[(first + 1)..<last], as: UTF8.self)
        startedMicroseconds = ticks * 1_000_000 / ticksPerSecond
    }

    /// Microseconds since the machine was started, time asleep included, `CLOCK_BOOTTIME`.
    public static var nowMicroseconds: Int64 { ClockReading(CLOCK_BOOTTIME).microseconds }
}
