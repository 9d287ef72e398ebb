import CommandLine
import LinuxIO
import WireProtocol

/// The file in which one following client keeps its anchor: its text and a newline, or nothing.
package struct AnchorFile: ~Copyable {
    /// The most bytes that are read: an anchor, and white space that an editor may add.
    private static let limitBytes = 256
    /// The flag by which a command is told where the file is.
    package static let flag = "--anchor-file"

    /// What the file held when it was opened; nil if it was missing or empty.
    package let anchor: Anchor?
    private var file: LockedFile
    private let isDurable: Bool

    private init(_ file: consuming LockedFile, holding anchor: Anchor?, durable: Bool) {
        self.file = file
        self.anchor = anchor
        isDurable = durable
    }

    /// Locks the file, reads the anchor, and writes the file again, so that a file that cannot be
    /// written is reported before anything is followed.
    ///
    /// Creates a missing file, and removes it with this value if no anchor was written. Refuses any
    /// file that is not regular: a device must not be replaced, and a pipe would block.
    ///
    /// - Parameters:
    ///   - flag: the flag by which the user can name another place.
    ///   - durable: whether each write waits until file and name are on the disk.
    package static func open(
        _ path: String, flag: String = AnchorFile.flag, durable: Bool = false
    ) throws(ProgramFailure) -> AnchorFile {
        var file = try lock(path, flag)
        let content = try content(of: file, path)
        let anchor = try anchor(in: content, path)
        if !content.isEmpty { try rewrite(&file, anchor, path, durable: durable) }
        return AnchorFile(file, holding: anchor, durable: durable)
    }

    /// Replaces the file atomically, and keeps its mode and a symbolic link to it. After a crash of
    /// the machine the file may hold an older anchor, unless it is durable.
    package mutating func write(_ anchor: Anchor?) throws(SystemFailure) {
        try file.replace(with: Self.bytes(anchor), durable: isDurable)
    }

    private static func bytes(_ anchor: Anchor?) -> [UInt8] {
        Array((anchor.map { "\($0)\n" } ?? "").utf8)
    }

    private static func lock(_ path: String, _ flag: String) throws(ProgramFailure) -> LockedFile {
        do throws(LockedFileFailure) {
            return try LockedFile.open(path)
        } catch {
            throw ProgramFailure(error, path: path, flag)
        }
    }

    private static func content(
        of file: borrowing LockedFile, _ path: String
    ) throws(ProgramFailure) -> [UInt8] {
        do throws(SystemFailure) {
            return try file.read(limitBytes: limitBytes)
        } catch {
            if error.isTooLarge { throw .noAnchor(in: path, "it is longer than one") }
            throw ProgramFailure(error, path: path)
        }
    }

    private static func rewrite(
        _ file: inout LockedFile, _ anchor: Anchor?, _ path: String, durable: Bool
    ) throws(ProgramFailure) {
        do throws(SystemFailure) {
            try file.replace(with: bytes(anchor), durable: durable)
        } catch {
            throw ProgramFailure(error, path: path, isCopied: true)
        }
    }

    private static func anchor(
        in content: [UInt8], _ path: String
    ) throws(ProgramFailure) -> Anchor? {
        let words = content.split { " \n\r\t".utf8.contains($0) }
        guard let word = words.first else { return nil }
        guard words.count == 1 else { throw .noAnchor(in: path, "it holds more than one word") }
        do {
            return try Anchor(parsing: String(decoding: word, as: UTF8.self))
        } catch {
            throw .noAnchor(in: path, error.reason.withoutFullStop)
        }
    }
}

extension ProgramFailure {
    fileprivate static func noAnchor(in path: String, _ reason: String) -> ProgramFailure {
        ProgramFailure(
            .input,
            "\(path) holds no anchor: \(reason); name another file, or remove it to begin from now")
    }

    private static func remedy(_ flag: String) -> String { "choose another place with \(flag)" }

    fileprivate init(_ failure: LockedFileFailure, path: String, _ flag: String) {
        switch failure {
        case .held(let holder):
            let name = holder?.description ?? "another process"
            let place = flag == AnchorFile.flag ? "file" : "folder"
            self.init(
                .temporaryFailure,
                "\(path) is kept by \(name); name another \(place) with \(flag)")
        case .notRegular(let kind):
            self.init(.output, "\(path) is \(kind), not a regular file; \(Self.remedy(flag))")
        case .system(let failure): self.init(failure, path: path, flag)
        }
    }

    /// - Parameter isCopied: whether the file holds an anchor that the user should copy.
    fileprivate init(
        _ failure: SystemFailure, path: String, _ flag: String = AnchorFile.flag,
        isCopied: Bool = false
    ) {
        let remedy = isCopied ? "copy it to another place and name that" : Self.remedy(flag)
        self.init(
            failure.isPermission ? .permission : .output,
            "cannot keep an anchor in \(path): \(failure.reason); \(remedy)")
    }
}
