import Glibc

/// How far a thread of this process stands back for others, nice(1); 0 is the one that calls.
func niceness(of thread: id_t) -> Int32 {
    getpriority(__priority_which_t(PRIO_PROCESS.rawValue), thread)
}
