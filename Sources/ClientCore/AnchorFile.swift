import DaemonCore
import LinuxIO
import Settings
import WireProtocol

/// The file in which a following client keeps its anchor: its text and a newline, or nothing.
struct AnchorFile {
    /// An anchor and the spaces that an editor may leave.
    private static let limitBytes = 256

    let path: String

    /// Reads the anchor, and writes the file anew, so that a place where it cannot be kept is told
    /// before anything is followed. Nil if the file is missing or empty.
    func open() throws(StartFailure) -> Anchor? {
        let anchor = try read()
        do throws(SystemFailure) {
            try write(anchor)
        } catch {
            throw failure(error, .output)
        }
        return anchor
    }

    /// Replaces the file at once. A crash of the machine may bring back an older anchor.
    func write(_ anchor: Anchor?) throws(SystemFailure) {
        let text = anchor.map { "\($0)\n" } ?? ""
        try FileContent.replace(path, with: Array(text.utf8), durable: false)
    }

    private func read() throws(StartFailure) -> Anchor? {
        let words = try content().split { " \n\r\t".utf8.contains($0) }
        guard let word = words.first else { return nil }
        guard words.count == 1 else { throw noAnchor("it holds more than one word") }
        do {
            return try Anchor(parsing: String(decoding: word, as: UTF8.self))
        } catch {
            throw noAnchor(error.reason.withoutFullStop)
        }
    }

    /// What the file holds; nothing if it is missing. Any other kind of file is refused, which
    /// keeps devices from being replaced and pipes from being waited for.
    private func content() throws(StartFailure) -> [UInt8] {
        guard let kind = try kind() else { return [] }
        guard kind == .regular else {
            throw StartFailure(.output, "\(path) is \(kind), not a regular file; \(Self.remedy)")
        }
        do throws(SystemFailure) {
            return try FileContent.read(path, limitBytes: Self.limitBytes)
        } catch {
            throw error.isTooLarge ? noAnchor("it is longer than one") : failure(error, .input)
        }
    }

    private func kind() throws(StartFailure) -> FileKind? {
        do throws(SystemFailure) {
            return try FileStatus.of(path)?.kind
        } catch {
            throw failure(error, .input)
        }
    }

    private static let remedy = "choose another place with --anchor-file"

    private func noAnchor(_ reason: String) -> StartFailure {
        StartFailure(
            .input,
            "\(path) holds no anchor: \(reason); name another file, or remove it to begin from now")
    }

    private func failure(_ failure: SystemFailure, _ code: ExitCode) -> StartFailure {
        StartFailure(
            failure.isPermission ? .permission : code,
            "cannot keep an anchor in \(path): \(failure.reason); \(Self.remedy)")
    }
}
