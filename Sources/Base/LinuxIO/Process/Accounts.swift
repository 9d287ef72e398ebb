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

    /// The name of a group, getgrgid_r(3); nil where there is none, or the lookup fails.
    public static func groupName(of number: UInt32) -> String? {
        var name: String?
        _ = lookUp("getgrgid_r") { start, bytes in
            var record = group()
            var found: UnsafeMutablePointer<group>?
            let code = getgrgid_r(number, &record, start, bytes, &found)
            name = found.flatMap { $0.pointee.gr_name.map { String(cString: $0) } }
            return (code, found?.pointee.gr_gid)
        }
        return name
    }

    /// A user with the groups that it has from its next log-in on, getgrouplist(3); nil where no
    /// user has that name, or the lookup fails.
    public static func identity(ofUserNamed name: String) -> PeerIdentity? {
        var primary: UInt32?
        let user = lookUp("getpwnam_r") { start, bytes in
            var record = passwd()
            var found: UnsafeMutablePointer<passwd>?
            let code = getpwnam_r(name, &record, start, bytes, &found)
            primary = found?.pointee.pw_gid
            return (code, found?.pointee.pw_uid)
        }
        guard case .found(let number) = user, let primary else { return nil }
        var count = Int32(mostGroups)
        var groups = [gid_t](repeating: 0, count: mostGroups)
        let outcome = getgrouplist(name, primary, &groups, &count)
        guard outcome >= 0 else { return nil }
        return PeerIdentity(userID: number, groupIDs: Set(groups.prefix(Int(count))))
    }

    /// The most groups in which the kernel lets a user be.
    private static let mostGroups = 65_536

    /// The largest buffer, in bytes: room for a group with many thousands of members.
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
    /// No user or group has the name.
    case absent
    /// The lookup failed: a file could not be read, or a service did not answer.
    case failed(SystemFailure)
}
