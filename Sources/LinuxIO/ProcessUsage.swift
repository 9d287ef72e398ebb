import Glibc

/// What this process has used of the machine.
public enum ProcessUsage {
    /// Time on processors, its own and the kernel's for it, microseconds, getrusage(2).
    public static var processorMicroseconds: Int64 {
        var usage = rusage()
        let who = __rusage_who_t(RUSAGE_SELF.rawValue)
        precondition(getrusage(who, &usage) == 0, "no usage of this process")
        return microseconds(usage.ru_utime) + microseconds(usage.ru_stime)
    }

    /// Time on processors of the calling thread alone, microseconds, `CLOCK_THREAD_CPUTIME_ID`.
    public static var threadProcessorMicroseconds: Int64 {
        ClockReading.nanoseconds(CLOCK_THREAD_CPUTIME_ID) / 1000
    }

    /// Bytes of memory that are resident, proc(5); nil where the kernel does not tell.
    public static var residentBytes: Int? {
        guard let text = try? FileContent.read("/proc/self/statm", limitBytes: 4096) else {
            return nil
        }
        let fields = String(decoding: text, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else { return nil }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    private static func microseconds(_ time: timeval) -> Int64 {
        Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_usec)
    }
}
