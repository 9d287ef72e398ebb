import Glibc

/// An open folder that only its user may write, with files that are the user's alone.
///
/// Everything happens through the open folder and never through its path: wherever the folder is
/// moved, and whatever takes its name, no other folder is touched. A link in it is not followed,
/// and no pipe or device in it is waited for; the folder itself may be named by a link.
public final class PrivateFolder: Sendable {
    /// As it was given; it goes into messages.
    public let path: String
    let descriptor: Descriptor
    private let user: UInt32

    /// Why the folder, or a file in it, cannot be used.
    public enum Failure: Error, Hashable, Sendable {
        /// The folder or the file is not its user's alone.
        case fault(path: String, PrivacyFault)
        case system(SystemFailure)
    }

    /// Opens a folder that exists, open(2).
    ///
    /// - Parameter user: the owner that it must have: by default the process's effective user.
    public init(
        _ path: String, user: UInt32 = CurrentProcess.effectiveUserID
    ) throws(Failure) {
        self.path = path
        self.user = user
        descriptor = try Failure.of { () throws(SystemFailure) in
            try Descriptor.open(path, O_RDONLY | O_DIRECTORY)
        }
        let raw = descriptor.raw
        let status = try Failure.of { () throws(SystemFailure) in try FileStatus.of(raw) }
        if let fault = PrivacyFault.ofFolder(status, user: user) {
            throw .fault(path: path, fault)
        }
    }

    public func path(of name: String) -> String { "\(path)/\(name)" }

    /// Whether the path still leads to this folder.
    public var isInPlace: Bool {
        guard let named = try? FileStatus.of(path), let own = try? FileStatus.of(descriptor.raw)
        else { return false }
        return named.identity == own.identity
    }

    /// Whether a file of this folder still has its name.
    public func holds(_ file: AppendedFile, as name: String) -> Bool {
        guard let identity = try? file.identity else { return false }
        return holds(identity, as: name)
    }

    func holds(_ identity: FileStatus.Identity, as name: String) -> Bool {
        let named = try? FileStatus.of(name, in: descriptor.raw, path: path(of: name))
        return named?.identity == identity
    }
}

extension PrivateFolder {
    /// Opens a file, openat(2); nil when nothing has that name.
    ///
    /// The name is looked at before, since to open a device may already do something, and the file
    /// behind it once more: the name may have gone to another one meanwhile.
    func open(_ name: String, _ flags: Int32) throws(Failure) -> Descriptor? {
        let path = path(of: name)
        let named = try Failure.of { () throws(SystemFailure) in
            try FileStatus.of(name, in: descriptor.raw, path: path)
        }
        guard let named else { return nil }
        try check(named, path)
        let file = try Failure.of { () throws(SystemFailure) in
            try Descriptor.open(name, in: descriptor.raw, path: path, flags)
        }
        let opened = try Failure.of { () throws(SystemFailure) in try FileStatus.of(file.raw) }
        try check(opened, path)
        return file
    }

    /// Makes an empty file, openat(2). Throws `isAlreadyExists` when something has that name.
    func make(_ name: String, _ flags: Int32, mode: UInt32) throws(SystemFailure) -> Descriptor {
        try Descriptor.open(
            name, in: descriptor.raw, path: path(of: name), flags | O_CREAT | O_EXCL, mode: mode)
    }

    private func check(_ status: FileStatus, _ path: String) throws(Failure) {
        guard let fault = PrivacyFault.ofFile(status, user: user) else { return }
        throw .fault(path: path, fault)
    }
}

extension PrivateFolder.Failure: SystemFailing {}

/// Why a file or a folder is not its user's alone.
public enum PrivacyFault: Hashable, Sendable {
    /// It is not a regular file; a link is not one either.
    case kind(FileKind)
    /// It belongs to another user than the one whose rights this process has.
    case owner(UInt32, user: UInt32)
    /// Others than the owner may write; the lower nine bits of its mode.
    case writableByOthers(UInt32)
    /// The number of the file's names, above 1: it may be changed under another of them.
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
