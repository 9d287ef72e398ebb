import CommandLine
import LinuxIO
import PlainText

/// One file of an export; its content is made while it is written.
package struct ExportFile {
    /// The path within the export's folder, without extension; it may name a folder of its own.
    package let name: String
    package let format: SessionExport.Format
    /// The noun that counts such files: `3 sessions`.
    package let what: String
    /// The `--session` that selects all of this file; nil for a part of a session or a lane.
    package var selection: String?
    /// Files of which this one tells, which are written before it; one that takes no bytes is not
    /// made.
    package var parts: [ExportFile] = []
    /// The name of the file where it is given; else that of the format is behind ``name``.
    var ownName: String?
    package let write: (ExportSink) -> Void

    package var fileName: String { ownName ?? "\(name).\(format.fileExtension)" }
}

/// The files of an export in their folder.
package struct ExportFolder {
    private let path: String

    package init(path: String) { self.path = path }

    private func place(of file: ExportFile) -> String { "\(path)/\(file.fileName)" }

    /// The paths of files and their parts.
    package func places(of files: [ExportFile]) -> [String] {
        files.flatMap { [$0] + $0.parts }.map(place)
    }

    /// Refuses files that exist before the first one is written. A file that another program makes
    /// in the meantime is replaced.
    ///
    /// - Parameter isReplacing: whether files may be replaced; folders, links, devices and pipes
    ///   never are.
    package func refuse(_ files: [ExportFile], isReplacing: Bool) throws(ProgramFailure) {
        var found: [String] = []
        var other: (name: String, kind: FileKind)?
        do throws(SystemFailure) {
            for name in places(of: files) {
                let status = try FileStatus.of(name, followingLinks: false)
                guard let kind = status?.kind else { continue }
                if kind == .regular { found.append(name) } else { other = other ?? (name, kind) }
            }
        } catch {
            throw failure(error)
        }
        if let other {
            throw ProgramFailure(
                .output,
                "\(other.name) is \(other.kind), not a regular file; move it away, or choose "
                    + "another place")
        }
        guard let first = found.first, !isReplacing else { return }
        let more = found.count > 1 ? ", and \((found.count - 1).counted("more file"))" : ""
        throw ProgramFailure(
            .output,
            "\(first) is there already\(more); add --force to replace what is there, or choose "
                + "another place")
    }

    /// Writes the files in order. Each appears whole or not at all, even if a signal comes.
    ///
    /// - Parameter signal: the exit code of the signal that has come; asked at each piece.
    /// - Returns: the signal's exit code; nil without one.
    @discardableResult
    package func write(
        _ files: [ExportFile], until signal: @escaping () -> ExitCode? = { nil }
    ) throws(ProgramFailure) -> ExitCode? {
        var code: ExitCode?
        do throws(SystemFailure) {
            try Directory.create(path)
            // A file stands behind its parts, so that it never tells of one that is missing.
            let parts = files.flatMap { file in
                file.parts.map { ($0, isPart: true) } + [(file, isPart: false)]
            }
            for (file, isPart) in parts where code == nil {
                try write(file, unlessEmpty: isPart) {
                    code = code ?? signal()
                    return code != nil
                }
            }
        } catch {
            removeEmptyFolders(of: files)
            throw failure(error)
        }
        if code != nil { removeEmptyFolders(of: files) }
        return code
    }

    /// Removes the folders that were made for files that were not written.
    private func removeEmptyFolders(of files: [ExportFile]) {
        for file in files {
            for part in file.parts + [file] where part.name.contains("/") {
                Directory.removeEmpty(Directory.parent(of: place(of: part)))
            }
        }
    }

    /// - Parameters:
    ///   - unlessEmpty: whether a file without bytes is not made.
    ///   - isInterrupted: is asked often; true removes the draft.
    private func write(
        _ file: ExportFile, unlessEmpty: Bool, _ isInterrupted: @escaping () -> Bool
    ) throws(SystemFailure) {
        let place = place(of: file)
        if file.name.contains("/") { try Directory.create(Directory.parent(of: place)) }
        let draft = try DraftFile(for: place)
        var isEmpty = true
        let sink = ExportSink { bytes in
            isEmpty = false
            do throws(SystemFailure) {
                guard !isInterrupted() else { return .interrupted }
                try draft.write(bytes.span.bytes)
                return .written
            } catch {
                return .failed(error)
            }
        }
        file.write(sink)
        switch sink.finish() {
        case .written where unlessEmpty && isEmpty: return
        case .written: try draft.publish(durable: false)
        case .interrupted, .closed: return
        case .failed(let failure): throw failure
        }
    }

    private func failure(_ failure: SystemFailure) -> ProgramFailure {
        .unwritten(
            failure, "cannot write the files: \(failure); choose another place")
    }
}
