import Glibc

/// Facts about this process.
public enum CurrentProcess {
    /// Its number, getpid(2).
    public static var id: Int32 { getpid() }

    /// The user whose rights it has, geteuid(2).
    public static var effectiveUserID: UInt32 { geteuid() }

    /// How many processors the machine has running, sysconf(3); 1 where that is not known.
    public static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
