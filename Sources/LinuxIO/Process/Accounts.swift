import Glibc

/// The users and groups of the machine, by name: passwd(5), group(5), and whatever else
/// nsswitch.conf(5) names. Each call may read files or ask a service.
public enum Accounts {
    /// The number of a user, getpwnam_r(3).
    public static func userID(named name: String) -> AccountLookup {
        lookUp("getpwnam_r") { start, bytes in
            var record = passwd()
            var found: UnsafeMutablePointer<passwd>?
            let code = getpwnam_r(name, &record, start, bytes, &found)
            return (code, found?.pointee.pw_uid)
        }
    }

    /// The number of a group, getgrnam_r(3).
    public static func groupID(named name: String) -> AccountLookup {
        lookUp("getgrnam_r") { start, bytes in
            var record = group()
            var found: UnsafeMutablePointer<group>?
            let code = getgrnam_r(name, &record, start, bytes, &found)
            return (code, found?.pointee.gr_gid)
        }
    }

    /// Room for a group with many thousands of members.
    private static let mostBytes = 1 << 22

    /// Calls `ask` with larger and larger buffers until one suffices.
    static func lookUp(
        _ call: String,
        _ ask: (UnsafeMutablePointer<CChar>, Int) -> (code: Int32, number: UInt32?)
    ) -> AccountLookup {
        var bytes = 1 << 12
        while bytes <= mostBytes {
            var buffer = [CChar](repeating: 0, count: bytes)
            let answer = buffer.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.map { ask($0, buffer.count) }
                    ?? (code: ENOMEM, number: nil)
            }
            switch (answer.code, answer.number) {
            case (EINTR, _): continue
            case (ERANGE, _): bytes *= 4
            case (0, let number?): return .found(number)
            // The C library says so where there is no database, as in a container without files.
            case (0, nil), (ENOENT, _), (ESRCH, _): return .absent
            case (let code, _): return .failed(SystemFailure(call: call, code: code))
            }
        }
        return .failed(SystemFailure(call: call, code: ERANGE))
    }
}

/// What has come of looking for a user or a group by name.
public enum AccountLookup: Hashable, Sendable {
    case found(UInt32)
    /// There is none of the name.
    case absent
    /// Nobody knows: a file could not be read, or a service did not answer.
    case failed(SystemFailure)
}
