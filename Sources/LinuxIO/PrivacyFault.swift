/// Why a file or a folder is not its user's alone.
public enum PrivacyFault: Hashable, Sendable {
    /// It is something else than a regular file; a link is one, too.
    case kind(FileKind)
    /// It belongs to another user than the one whose rights this process has.
    case owner(UInt32, user: UInt32)
    /// Others than the owner may write; the lower nine bits of its mode.
    case writableByOthers(UInt32)
    /// The file has so many names: it may be changed under one that is not looked at.
    case names(Int)

    private static let writeBitsOfOthers: UInt32 = 0o022

    /// Nil for a regular file of `user` with one name that nobody else may write.
    static func ofFile(_ status: FileStatus, user: UInt32) -> PrivacyFault? {
        guard status.kind == .regular else { return .kind(status.kind) }
        if let fault = ofAny(status, user: user) { return fault }
        return status.links > 1 ? .names(status.links) : nil
    }

    /// Nil for a folder of `user` that nobody else may write.
    static func ofFolder(_ status: FileStatus, user: UInt32) -> PrivacyFault? {
        ofAny(status, user: user)
    }

    private static func ofAny(_ status: FileStatus, user: UInt32) -> PrivacyFault? {
        guard status.owner == user else { return .owner(status.owner, user: user) }
        guard status.permissions & writeBitsOfOthers == 0 else {
            return .writableByOthers(status.permissions)
        }
        return nil
    }
}
