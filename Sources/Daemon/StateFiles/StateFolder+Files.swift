import LinuxIO

/// How the files of the folder are opened, read and replaced.
extension StateFolder {
    static func open(_ path: String) throws(StateFailure) -> PrivateFolder {
        try attempt { () throws(PrivateFolder.Failure) in try PrivateFolder(path) }
    }

    static func lock(_ files: PrivateFolder) throws(StateFailure) -> FolderLock {
        do throws(FolderLock.Failure) {
            return try FolderLock.acquire(files, lockName)
        } catch {
            switch error {
            case .held(let processID): throw .held(folder: files.path, processID: processID)
            case .fault(let path, let fault): throw .exposed(path: path, fault)
            case .system(let failure): throw .system(failure)
            }
        }
    }

    /// The content of a file; nil if there is no such file.
    static func read(
        _ name: String, in files: PrivateFolder
    ) throws(StateFailure) -> [UInt8]? {
        try attempt { () throws(PrivateFolder.Failure) in
            try files.read(name, limitBytes: limitBytes)
        }
    }

    /// What a file says; nil if there is no such file.
    ///
    /// - Parameter make: gets the file's path for the failures of its lines.
    static func parse<Value>(
        _ name: String, in files: PrivateFolder,
        _ make: ([UInt8], _ file: String) throws(StateFailure) -> Value
    ) throws(StateFailure) -> Value? {
        guard let bytes = try read(name, in: files) else { return nil }
        return try make(bytes, files.path(of: name))
    }

    /// Nil if there is no such file.
    func content(of name: String) throws(PrivateFolder.Failure) -> [UInt8]? {
        try files.read(name, limitBytes: Self.limitBytes)
    }

    func read(_ name: String) throws(StateFailure) -> [UInt8]? { try Self.read(name, in: files) }

    func replace(_ name: String, with bytes: [UInt8]) throws(StateFailure) {
        try Self.attempt { () throws(SystemFailure) in
            try files.replace(name, with: bytes, mode: Self.fileMode)
        }
    }

    static func attempt<Value>(
        _ work: () throws(SystemFailure) -> Value
    ) throws(StateFailure) -> Value {
        do throws(SystemFailure) {
            return try work()
        } catch {
            throw .system(error)
        }
    }

    static func attempt<Value>(
        _ work: () throws(PrivateFolder.Failure) -> Value
    ) throws(StateFailure) -> Value {
        do throws(PrivateFolder.Failure) {
            return try work()
        } catch {
            throw StateFailure(error)
        }
    }
}
