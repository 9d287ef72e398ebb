import Glibc

/// Files of this program in folders where others may have put something else under the name.
enum RegularFile {
    /// Opens a regular file, open(2). A link is not followed, and no pipe or device is waited for.
    ///
    /// The name is looked at first, since to open a device may already do something, and the file
    /// behind it once more: the name may have gone to another one meanwhile.
    static func open(
        _ path: String, _ flags: Int32, mode: UInt32
    ) throws(LockedFileFailure) -> Descriptor {
        let named = try LockedFileFailure.of { () throws(SystemFailure) in
            try FileStatus.of(path, followingLinks: false)
        }
        if let named, named.kind != .regular { throw .notRegular(named.kind) }
        let file = try LockedFileFailure.of { () throws(SystemFailure) in
            try Descriptor.open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, mode: mode)
        }
        let opened = try LockedFileFailure.of { () throws(SystemFailure) in
            try FileStatus.of(file.raw)
        }
        guard opened.kind == .regular else { throw .notRegular(opened.kind) }
        return file
    }

    /// Takes the rights of others to an open file away, fchmod(2), if it is this user's: whoever
    /// may read a file may hold its lock.
    static func close(_ raw: Int32) {
        guard let status = try? FileStatus.of(raw), status.owner == CurrentProcess.effectiveUserID,
            status.permissions & bitsOfOthers != 0
        else { return }
        // Where it fails, the file is as it was.
        _ = Syscall.attempt("fchmod") { fchmod(raw, status.permissions & ~bitsOfOthers) }
    }

    private static let bitsOfOthers: UInt32 = 0o077
}
