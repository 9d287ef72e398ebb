import Glibc

/// Facts about this process.
public enum CurrentProcess {
    /// Its number, getpid(2).
    public static var id: Int32 { getpid() }

    /// The user whose rights it has, geteuid(2).
    public static var effectiveUserID: UInt32 { geteuid() }

    /// The group whose rights this process has, and which its new files get, getegid(2).
    public static var effectiveGroupID: UInt32 { getegid() }

    /// How many processors the machine has running, sysconf(3); 1 where that is not known.
    public static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// The thread that calls, as the kernel's scheduler sees it, sched(7).
public enum CurrentThread {
    /// Lets threads go first that wait for the same processor, sched_yield(2); takes half a
    /// microsecond where none does.
    public static func yield() { _ = sched_yield() }

    /// Takes the niceness of the process, which its starter has chosen, nice(1), plus `extra`.
    ///
    /// Dispatch gives each of its threads a niceness by quality of service. A process without the
    /// right to lower it (`RLIMIT_NICE`, getrlimit(2)) leaves it as it is.
    static func adoptNicenessOfProcess(plus extra: Int32 = 0) {
        let wanted = min(niceness(of: id_t(getpid())) + extra, greatestNiceness)
        guard niceness(of: itself) != wanted else { return }
        _ = setpriority(which, itself, wanted)
    }

    private static func niceness(of thread: id_t) -> Int32 { getpriority(which, thread) }

    private static let which = __priority_which_t(PRIO_PROCESS.rawValue)
    private static let itself: id_t = 0
    private static let greatestNiceness: Int32 = 19
}

/// What this process has used of the machine.
public enum ProcessUsage {
    /// Time on processors, its own and the kernel's for it, getrusage(2).
    public static var processorTime: Duration {
        var usage = rusage()
        let who = __rusage_who_t(RUSAGE_SELF.rawValue)
        precondition(getrusage(who, &usage) == 0, "no usage of this process")
        return duration(usage.ru_utime) + duration(usage.ru_stime)
    }

    /// Time on processors of the calling thread alone, `CLOCK_THREAD_CPUTIME_ID`.
    public static var threadProcessorTime: Duration {
        var time = timespec()
        precondition(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0, "no clock of this thread")
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
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

    private static func duration(_ time: timeval) -> Duration {
        .seconds(time.tv_sec) + .microseconds(time.tv_usec)
    }
}

/// How the allocator of this process asks the kernel for memory.
public enum ProcessHeap {
    /// From this size in bytes on, a block is a mapping of its own, which freeing gives back.
    private static let largeBlockBytes: Int32 = 1 << 20
    /// `M_MMAP_THRESHOLD` and `M_TRIM_THRESHOLD` of <malloc.h>.
    private static let (mmapThreshold, trimThreshold): (Int32, Int32) = (-3, -1)

    /// Keeps large blocks apart from small ones for as long as the process lives, mallopt(3).
    ///
    /// By itself the allocator raises this size with every large block that is freed. A daemon that
    /// catches up with the present frees some megabytes once: a buffer that grows later would leave
    /// gaps among the state of sessions, where nothing else fits.
    ///
    /// Free memory at the heap's end is kept up to twice that size, as the allocator itself would
    /// do, so that a buffer that comes and goes costs no calls of the kernel.
    ///
    /// - Returns: whether the allocator knows such limits.
    @discardableResult
    public static func keepLargeBlocksApart() -> Bool {
        LinuxCall.allocatorOption(mmapThreshold, largeBlockBytes) == 1
            && LinuxCall.allocatorOption(trimThreshold, 2 * largeBlockBytes) == 1
    }
}

/// How many descriptors the process may have open.
public enum OpenFileLimit {
    /// Raises the limit as far as the user may, and returns it, setrlimit(2).
    @discardableResult
    public static func raise() throws(SystemFailure) -> Int {
        var limit = try limits()
        guard limit.rlim_cur < limit.rlim_max else { return Int(clamping: limit.rlim_cur) }
        limit.rlim_cur = limit.rlim_max
        try Syscall.check("setrlimit") { setrlimit(resource, &limit) }
        return Int(clamping: limit.rlim_cur)
    }

    /// The limit as it stands, getrlimit(2).
    public static func current() throws(SystemFailure) -> Int {
        Int(clamping: try limits().rlim_cur)
    }

    private static func limits() throws(SystemFailure) -> rlimit {
        var limit = rlimit()
        try Syscall.check("getrlimit") { getrlimit(resource, &limit) }
        return limit
    }

    private static var resource: __rlimit_resource_t {
        __rlimit_resource_t(bitPattern: RLIMIT_NOFILE.rawValue)
    }
}
