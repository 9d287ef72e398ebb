import Glibc

extension PrivateFolder {
    /// Reads a whole file, read(2); nil when nothing has that name.
    ///
    /// Throws `isTooLarge` when it holds more than `limitBytes`.
    public func read(_ name: String, limitBytes: Int) throws(Failure) -> [UInt8]? {
        guard let file = try open(name, O_RDONLY) else { return nil }
        return try Failure.of { () throws(SystemFailure) in
            try FileContent.read(file.raw, path: path(of: name), limitBytes: limitBytes)
        }
    }

    /// Opens a file that grows at its end; nil when nothing has that name.
    public func openForAppending(_ name: String) throws(Failure) -> AppendedFile? {
        guard let file = try open(name, O_WRONLY | O_APPEND) else { return nil }
        return AppendedFile(file, path: path(of: name))
    }

    /// Writes the new content of a file to a draft, and waits until it is on the disk, fsync(2).
    ///
    /// After a failure nothing has changed.
    ///
    /// - Parameter mode: exact whatever the process's mask.
    /// - Returns: the name of the new file, for ``put(_:as:)``.
    public func draft(
        of name: String, _ bytes: [UInt8], mode: UInt32
    ) throws(SystemFailure) -> String {
        let draft = FileContent.draft(for: name)
        do throws(SystemFailure) {
            let file = try make(draft, O_WRONLY, mode: mode)
            try FileContent.fill(
                file.raw, bytes, path: path(of: draft), mode: mode, durable: true)
        } catch {
            removeQuietly(draft)
            throw error
        }
        return draft
    }

    /// Gives a draft the name of a file, renameat(2), and waits until that is on the disk.
    ///
    /// After a failure either of the two files may have the name after a power cut.
    public func put(_ draft: String, as name: String) throws(SystemFailure) {
        let raw = descriptor.raw
        let outcome = Syscall.attempt("renameat") { renameat(raw, draft, raw, name) }
        guard outcome.code == 0 else {
            removeQuietly(draft)
            throw SystemFailure(call: "renameat", code: outcome.code, path: path(of: name))
        }
        try Directory.sync(raw, path: path)
    }

    /// Waits until the names in the folder are on the disk, fsync(2).
    public func sync() throws(SystemFailure) { try Directory.sync(descriptor.raw, path: path) }

    /// Replaces a file at once: a reader, or a crash, meets the old content or the new.
    public func replace(_ name: String, with bytes: [UInt8], mode: UInt32) throws(SystemFailure) {
        try put(try draft(of: name, bytes, mode: mode), as: name)
    }

    private func removeQuietly(_ name: String) {
        _ = Syscall.attempt("unlinkat") { unlinkat(descriptor.raw, name, 0) }
    }

    /// Removes the drafts of a file that a crash has left.
    public func removeDrafts(of name: String) throws(SystemFailure) {
        for draft in try names()
        where draft.hasPrefix("\(name).") && draft.hasSuffix(FileContent.draftSuffix) {
            try remove(draft)
        }
    }

    /// Removes a file, unlinkat(2).
    public func remove(_ name: String) throws(SystemFailure) {
        try Syscall.check("unlinkat", path: path(of: name)) { unlinkat(descriptor.raw, name, 0) }
    }

    /// The names in the folder.
    public func names() throws(SystemFailure) -> [String] {
        let folder = try Descriptor.open(
            ".", in: descriptor.raw, path: path, O_RDONLY | O_DIRECTORY)
        return try Directory.names(in: folder, path: path)
    }
}
