import CommandLine
import LinuxIO
import PlainText
import Vocabulary

/// Where an export goes: a file for each session in a folder, or standard output.
enum ExportTarget: Equatable {
    /// - isReplacing: whether files that are there are replaced; else nothing is written.
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

    /// For the note of what was written: `in runs`.
    var place: String {
        switch self {
        case .folder(let path, _): "in \(path)"
        case .standardOutput: "to standard output"
        }
    }

    /// Writes sessions one after another: a file appears whole or not at all.
    ///
    /// - Returns: whether all of it was taken; false once the reader of standard output has gone,
    ///   which is a normal end.
    /// - Throws: a file is there already, with nothing written; or what cannot be written.
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

    /// A second head in the middle of a table, and no column that names the session.
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

    /// All that are there now are found before the first is written; one that somebody else makes
    /// meanwhile is replaced.
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
