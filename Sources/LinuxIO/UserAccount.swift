import Glibc

/// What the machine knows of its users.
public enum UserAccount {
    /// The name of a user, getpwuid_r(3); nil where none has that number, or nobody can tell.
    ///
    /// It may ask a service on the network, and wait for it.
    public static func name(of userID: UInt32) -> String? {
        var size = 1 << 10
        while size <= 1 << 20 {
            switch look(for: userID, bytes: size) {
            case .found(let name): return name
            case .failed(EINTR): continue
            case .failed(ERANGE): size *= 4
            case .failed: return nil
            }
        }
        return nil
    }

    private enum Look {
        case found(String?)
        case failed(Int32)
    }

    /// What is found points into the record, and the record into the buffer.
    private static func look(for userID: UInt32, bytes: Int) -> Look {
        var record = passwd()
        return withUnsafeMutablePointer(to: &record) { record in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes) { buffer in
                guard let text = buffer.baseAddress else { return .failed(ENOMEM) }
                var found: UnsafeMutablePointer<passwd>?
                let code = getpwuid_r(userID, record, text, bytes, &found)
                guard code == 0 else { return .failed(code) }
                return .found(found?.pointee.pw_name.map { String(cString: $0) })
            }
        }
    }
}
