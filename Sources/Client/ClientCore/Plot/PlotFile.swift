import CommandLine
import LinuxIO
import PlainText

/// The file that a plot goes to, or standard output, and its format.
struct PlotFile {
    enum Format: String, CaseIterable {
        case html, svg
    }

    let format: Format
    /// The path of the file; nil is standard output.
    private let path: String?
    private let isReplacing: Bool

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        guard let out = flags["--out"] else {
            throw .usage(
                "plot needs a file", suggestion: "add --out FILE, or --out - for standard output")
        }
        guard out != "-" || !flags.has("--force") else {
            throw .usage(
                "--force replaces a file, and --out - writes none",
                suggestion: "give one of the two, or --out ./- for a file of that name")
        }
        path = out == "-" ? nil : out
        isReplacing = flags.has("--force")
        format = try flags.word("--format") ?? (out.hasSuffix(".svg") ? .svg : .html)
        if !isReplacing { try refuseExisting() }
    }

    /// Refuses a file that exists now. A file that another program makes later is replaced.
    private func refuseExisting() throws(ProgramFailure) {
        guard let path else { return }
        let status: FileStatus?
        do throws(SystemFailure) {
            status = try FileStatus.of(path, followingLinks: false)
        } catch {
            throw failure(error)
        }
        guard status != nil else { return }
        throw ProgramFailure(
            .output,
            "\(path) is there already; add --force to replace it, or choose another with --out")
    }

    /// Writes the file, whole or not at all.
    func write(_ text: String) throws(ProgramFailure) {
        guard let path else { return try StandardStream.output.print(ShownText(lines: text)) }
        do throws(SystemFailure) {
            try FileContent.replace(path, with: Array(text.utf8), durable: false)
        } catch {
            throw failure(error)
        }
        _ = StandardStream.error.write("written: \(path)\n")
    }

    private func failure(_ failure: SystemFailure) -> ProgramFailure {
        .unwritten(failure, "cannot write the file: \(failure); choose another with --out")
    }
}
