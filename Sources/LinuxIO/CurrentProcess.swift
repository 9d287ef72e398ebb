import Glibc

/// Facts about this process.
package enum CurrentProcess {
    /// Its number, getpid(2).
    package static var id: Int32 { getpid() }

    /// The user whose rights it has, geteuid(2).
    package static var effectiveUserID: UInt32 { geteuid() }
}
