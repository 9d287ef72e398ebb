import Glibc

/// How many descriptors the process may have open.
public enum OpenFileLimit {
    /// Raises the limit as far as the user may, and returns it, setrlimit(2).
    @discardableResult
    public static func raise() throws(SystemFailure) -> Int {
        let resource = __rlimit_resource_t(bitPattern: RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        try Syscall.check("getrlimit") { getrlimit(resource, &limit) }
        guard limit.rlim_cur < limit.rlim_max else { return Int(clamping: limit.rlim_cur) }
        limit.rlim_cur = limit.rlim_max
        try Syscall.check("setrlimit") { setrlimit(resource, &limit) }
        return Int(clamping: limit.rlim_cur)
    }

    /// The limit as it stands, getrlimit(2).
    public static func current() throws(SystemFailure) -> Int {
        let resource = __rlimit_resource_t(bitPattern: RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        try Syscall.check("getrlimit") { getrlimit(resource, &limit) }
        return Int(clamping: limit.rlim_cur)
    }
}
