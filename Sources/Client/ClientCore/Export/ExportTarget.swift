import CommandLine
import Exporting
import LinuxIO
import PlainText

/// Where an export goes: a file for each session in a folder, or standard output.
enum ExportTarget: Equatable {
    /// - isReplacing: whether existing files are replaced; else any of them stops the export.
    case folder(String, isReplacing: Bool)
    case standardOutput

    /// Where `--out` leads; nil where only answers are asked for.
    init?(_ flags: ParsedFlags) throws(ProgramFailure) {
        guard let path = flags["--out"] else {
            guard !flags.has("--answers") else { return nil }
            throw .usage(
                "export needs a folder for its files",
                suggestion: "add --out DIR, --out - for standard output, or --answers FILE")
        }
        guard path == "-" else {
            self = .folder(path, isReplacing: flags.has("--force"))
            return
        }
        if flags.has("--force"), !flags.has("--answers") {
            throw .usage(
                "--force replaces files, and --out - writes none",
                suggestion: "give one of the two, or --out ./- for a folder of that name")
        }
        self = .standardOutput
    }

    /// Where `--answers` leads: the folder of its file; nil without.
    init?(answers flags: ParsedFlags) throws(ProgramFailure) {
        guard let path = flags["--answers"] else { return nil }
        guard flags.has("--from") else {
            throw .usage(
                "--answers are of days", suggestion: "say with --from where they begin")
        }
        guard path == "-" else {
            guard !path.isEmpty, path.last != "/" else {
                throw .usage(
                    "--answers cannot be \"\(path)\"",
                    suggestion: "give a file such as answers.csv, or - for standard output")
            }
            self = .folder(Directory.parent(of: path), isReplacing: flags.has("--force"))
            return
        }
        guard flags["--out"] != "-" else {
            throw .usage(
                "--out - and --answers - would share standard output",
                suggestion: "give one of them a file")
        }
        self = .standardOutput
    }

    /// Where the files are, for the final note: `in runs`.
    var place: String {
        switch self {
        case .folder(let path, _): "in \(path)"
        case .standardOutput: "to standard output"
        }
    }

    /// What the final note says of routes, which standard output has no place for.
    func omission(of files: [ExportFile]) -> String {
        let count = files.reduce(0) { $0 + $1.parts.count }
        guard self == .standardOutput, count > 0 else { return "" }
        return ", \(count.counted("route")) left out: routes need a folder, --out DIR"
    }

    /// Refuses outputs before the first one is written: files that are there already or would be
    /// written twice, and those that standard output cannot take.
    static func refuse(
        _ outputs: [(target: ExportTarget, files: [ExportFile])]
    ) throws(ProgramFailure) {
        var places: Set<String> = []
        for (target, files) in outputs {
            try target.refuse(files)
            for place in target.places(of: files) where !places.insert(place).inserted {
                throw .usage(
                    "\(place) would be written twice",
                    suggestion: "give --answers another file, or --out another folder")
            }
        }
    }

    /// The absolute paths of files; none on standard output.
    private func places(of files: [ExportFile]) -> [String] {
        guard case .folder(let path, _) = self else { return [] }
        return ExportFolder(path: path).places(of: files).map(WorkingDirectory.absolute)
    }

    private func refuse(_ files: [ExportFile]) throws(ProgramFailure) {
        switch self {
        case .folder(let path, let isReplacing):
            try ExportFolder(path: path).refuse(files, isReplacing: isReplacing)
        case .standardOutput: try Self.refuseSeveral(files)
        }
    }

    /// Writes files that are not refused one after another; each appears whole or not at all.
    ///
    /// - Parameter signal: the exit code of the signal that has come, which ends an export to a
    ///   folder.
    /// - Returns: nil if everything was written; `success` if the reader of standard output closed
    ///   it, which is a normal end; a signal's exit code.
    /// - Throws: if a file cannot be written.
    func write(
        _ files: [ExportFile], until signal: @escaping () -> ExitCode?
    ) throws(ProgramFailure) -> ExitCode? {
        switch self {
        case .folder(let path, _): return try ExportFolder(path: path).write(files, until: signal)
        case .standardOutput:
            var code: ExitCode?
            for file in files where code == nil {
                let isRead = try Self.tell(file) {
                    // A signal comes once.
                    code = code ?? signal()
                    return code != nil
                }
                if !isRead { return code ?? .success }
            }
            return code
        }
    }

    /// Refuses several files on standard output, unless they are lines: no column of CSV names the
    /// session, and a second head would stand in the middle. Refuses binary files on a terminal.
    private static func refuseSeveral(_ files: [ExportFile]) throws(ProgramFailure) {
        guard let first = files.first else { return }
        if !first.format.isText, !BinaryOutput.isTaken {
            throw .usage(
                "\(first.format.name) is not for a terminal",
                suggestion: "write to a pipe or a file, or name a folder with --out")
        }
        guard files.count > 1, !first.format.isLines else { return }
        throw .usage(
            "\(first.format.name) on standard output holds one \(first.what), and this is "
                + files.count.counted(first.what),
            suggestion: first.selection.map {
                "name one, such as --session \($0), add --format ndjson, or name a folder "
                    + "with --out"
            } ?? "add --format ndjson, or name a folder with --out")
    }

    /// - Returns: whether standard output still has a reader, and nothing has interrupted it.
    private static func tell(
        _ file: ExportFile, unless isInterrupted: @escaping () -> Bool
    ) throws(ProgramFailure) -> Bool {
        let sink = ExportSink { isInterrupted() ? .closed : write($0, file.format) }
        file.write(sink)
        let outcome = sink.finish()
        try outcome.check()
        return outcome == .written
    }

    private static func write(_ bytes: [UInt8], _ format: SessionExport.Format) -> WriteOutcome {
        if format.isLines { return JSONOutput().write(lines: bytes) }
        guard format.isText else { return BinaryOutput.write(bytes) }
        return StandardStream.output.write(ShownText(lines: String(decoding: bytes, as: UTF8.self)))
    }
}
