import Glibc

/// What the machine knows of its users.
public enum UserAccount {
    /// The name of a user, getpwuid_r(3); nil where none has that number, or nobody can tell.
    ///
    /// It may ask a service on the network, and wait for it.
    public static func name(of userID: UInt32) -> String? {
        var size = 1 << 10
        while size <= 1 << 20 {
            var buffer = [CChar](repeating: 0, count: size)
            var (record, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
            switch getpwuid_r(userID, &record, &buffer, size, &found) {
            case 0: return found?.pointee.pw_name.map { String(cString: $0) }
            case EINTR: continue
            case ERANGE: size *= 4
            case _: return nil
            }
        }
        return nil
    }
}
