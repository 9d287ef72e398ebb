import Glibc

/// The thread that calls, as the kernel's scheduler sees it, sched(7).
public enum CurrentThread {
    /// Lets those go first that wait for the same processor, sched_yield(2); half a microsecond
    /// where nobody does.
    public static func yield() { _ = sched_yield() }

    /// Takes the niceness of the process, which who starts it has chosen, nice(1), or one above.
    ///
    /// Dispatch gives each thread that it makes one of its own, by quality of service. A process
    /// without the right to go below it (`RLIMIT_NICE`, getrlimit(2)) leaves it as it is.
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
