import Glibc

/// The users and groups of the machine, by name: passwd(5), group(5), and whatever else
/// nsswitch.conf(5) names. Each call may read files or ask a service.
public enum Accounts {
    /// The number of a user; nil if there is none of the name, getpwnam_r(3).
    public static func userID(named name: String) -> UInt32? {
        withGrowingBuffer { start, bytes in
            var record = passwd()
            var found: UnsafeMutablePointer<passwd>?
            let code = getpwnam_r(name, &record, start, bytes, &found)
            return (code, found?.pointee.pw_uid)
        }
    }

    /// The number of a group; nil if there is none of the name, getgrnam_r(3).
    public static func groupID(named name: String) -> UInt32? {
        withGrowingBuffer { start, bytes in
            var record = group()
            var found: UnsafeMutablePointer<group>?
            let code = getgrnam_r(name, &record, start, bytes, &found)
            return (code, found?.pointee.gr_gid)
        }
    }

    /// Room for a group with many thousands of members.
    private static let mostBytes = 1 << 22

    /// Calls `ask` with larger and larger buffers until one suffices.
    private static func withGrowingBuffer(
        _ ask: (UnsafeMutablePointer<CChar>, Int) -> (code: Int32, number: UInt32?)
    ) -> UInt32? {
        var bytes = 1 << 12
        while bytes <= mostBytes {
            var buffer = [CChar](repeating: 0, count: bytes)
            let answer = buffer.withUnsafeMutableBufferPointer { buffer in
                buffer.baseAddress.map { ask($0, buffer.count) }
            }
            switch answer?.code {
            case EINTR: continue
            case ERANGE: bytes *= 4
            default: return answer?.number
            }
        }
        return nil
    }
}
