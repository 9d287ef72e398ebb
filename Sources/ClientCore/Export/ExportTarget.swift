import CommandLine
import LinuxIO
import PlainText
import Vocabulary

/// Where an export goes: a file for each session in a folder, or standard output.
enum ExportTarget: Equatable {
    /// - isReplacing: whether existing files are replaced; else any of them stops the export.
    case folder(String, isReplacing: Bool)
    case standardOutput

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        switch (flags["--out"], flags.has("--force")) {
        case (nil, _):
            throw .usage(
                UsageError(
                    "export needs a folder for its files",
                    suggestion: "add --out DIR, or --out - for standard output"))
        case ("-", true):
            throw .usage(
                UsageError(
                    "--force replaces files, and --out - writes none",
                    suggestion: "give one of the two, or --out ./- for a folder of that name"))
        case ("-", false): self = .standardOutput
        case (let folder?, let isReplacing): self = .folder(folder, isReplacing: isReplacing)
        }
    }

    /// Where the files are, for the final note: `in runs`.
    var place: String {
        switch self {
        case .folder(let path, _): "in \(path)"
        case .standardOutput: "to standard output"
        }
    }

    /// Writes sessions one after another; each file appears whole or not at all.
    ///
    /// - Returns: whether everything was written; false if the reader of standard output closed it,
    ///   which is a normal end.
    /// - Throws: if a file exists, before anything is written; if a file cannot be written.
    func write(
        _ sessions: [SessionName], of export: SessionExport
    ) throws(ProgramFailure) -> Bool {
        switch self {
        case .folder(let path, let isReplacing):
            let folder = ExportFolder(path: path, fileExtension: export.format.fileExtension)
            if !isReplacing { try folder.refuseFiles(of: sessions) }
            try folder.write(sessions, of: export)
            return true
        case .standardOutput:
            try Self.refuseSeveral(sessions, as: export.format)
            for session in sessions {
                guard try Self.tell(export.bytes(of: session), as: export.format) else {
                    return false
                }
            }
            return true
        }
    }

    /// Refuses several CSV sessions on standard output: no column names the session, and a second
    /// head would stand in the middle.
    private static func refuseSeveral(
        _ sessions: [SessionName], as format: SessionExport.Format
    ) throws(ProgramFailure) {
        guard case .csv = format, sessions.count > 1, let first = sessions.first else { return }
        throw .usage(
            UsageError(
                "csv on standard output holds one session, and this is "
                    + sessions.count.counted("session"),
                suggestion: "name one, such as --session \(first), or add --format ndjson"))
    }

    /// - Returns: whether the reader is still there.
    private static func tell(
        _ bytes: [UInt8], as format: SessionExport.Format
    ) throws(ProgramFailure) -> Bool {
        let outcome =
            switch format {
            case .csv:
                StandardStream.output.write(
                    ShownText(lines: String(decoding: bytes, as: UTF8.self)))
            case .ndjson: JSONOutput().write(lines: bytes)
            }
        try outcome.check()
        return outcome == .written
    }
}

/// The files of an export in their folder.
private struct ExportFolder {
    let path: String
    let fileExtension: String

    private func file(of session: SessionName) -> String { "\(path)/\(session).\(fileExtension)" }

    /// Existing files are found before the first one is written; a file that another program makes
    /// in the meantime is replaced.
    func refuseFiles(of sessions: [SessionName]) throws(ProgramFailure) {
        var found: [String] = []
        do throws(SystemFailure) {
            for name in sessions.map(file)
            where try FileStatus.of(name, followingLinks: false) != nil {
                found.append(name)
            }
        } catch {
            throw failure(error)
        }
        guard let first = found.first else { return }
        let more = found.count > 1 ? ", and \((found.count - 1).counted("more file"))" : ""
        throw ProgramFailure(
            .output,
            "\(first) is there already\(more); add --force to replace what is there, or choose "
                + "another folder with --out")
    }

    func write(_ sessions: [SessionName], of export: SessionExport) throws(ProgramFailure) {
        do throws(SystemFailure) {
            try Directory.create(path)
            for session in sessions {
                try FileContent.replace(
                    file(of: session), with: export.bytes(of: session), durable: false)
            }
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ failure: SystemFailure) -> ProgramFailure {
        ProgramFailure(
            failure.isPermission ? .permission : .output,
            "cannot write the files: \(failure); choose another folder with --out")
    }
}
