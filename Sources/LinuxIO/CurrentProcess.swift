import Glibc

/// Facts about this process.
package enum CurrentProcess {
    /// Its number, getpid(2).
    package static var id: Int32 { getpid() }

    /// The user whose rights it has, geteuid(2).
    package static var effectiveUserID: UInt32 { geteuid() }

    /// How many processors the machine has running, sysconf(3); 1 where that is not known.
    package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
