import Glibc
import Vocabulary

/// A file that a person has named, which may turn out to be anything.
public enum NamedFile {
    /// How long a pipe may take to come to its end.
    public static let patience = Duration.seconds(5)
    private static let chunkBytes = 1 << 16

    /// Reads a whole regular file, or a pipe until its end, open(2) and read(2).
    ///
    /// - Parameters:
    ///   - limitBytes: `isTooLarge` is thrown for content of more bytes.
    ///   - patience: the longest wait for a pipe in all; nil refuses pipes.
    public static func read(
        _ path: String, limitBytes: Int, patience: Duration? = patience
    ) throws(NamedFileFailure) -> [UInt8] {
        // The name is looked at first, since to open a device may already do something.
        if let status = try NamedFileFailure.of({ () throws(SystemFailure) in
            try FileStatus.of(path)
        }) {
            try check(status.kind, path, takesPipes: patience != nil)
        }
        let file = try NamedFileFailure.of { () throws(SystemFailure) in
            try Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        }
        let kind = try NamedFileFailure.of { () throws(SystemFailure) in
            try FileStatus.of(file.raw).kind
        }
        try check(kind, path, takesPipes: patience != nil)
        let source = Source(
            raw: file.raw, path: path, isPipe: kind == .pipe,
            deadline: MonotonicClock.now + (patience ?? .zero))
        return try source.readAll(limitBytes: limitBytes)
    }

    private static func check(
        _ kind: FileKind, _ path: String, takesPipes: Bool
    ) throws(NamedFileFailure) {
        switch kind {
        case .regular: return
        case .pipe where takesPipes: return
        case .pipe, .directory, .socket, .symbolicLink, .device: throw .kind(path: path, kind)
        }
    }
}

extension NamedFile {
    /// An open file or pipe to be read, without waiting in a read.
    struct Source {
        let raw: Int32
        let path: String
        let isPipe: Bool
        /// When a pipe must have come to its end.
        let deadline: MonotonicInstant

        func readAll(limitBytes: Int) throws(NamedFileFailure) -> [UInt8] {
            var content: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: chunkBytes)
            while true {
                let count = try next(&chunk)
                if count == 0 { return content }
                guard content.count + count <= limitBytes else {
                    throw .system(SystemFailure(call: "read", code: EFBIG, path: path))
                }
                content.append(contentsOf: chunk[..<count])
            }
        }

        /// How many bytes came; 0 at the end.
        private func next(_ chunk: inout [UInt8]) throws(NamedFileFailure) -> Int {
            while true {
                // A pipe that nobody has opened for writing yet reads as ended.
                if isPipe { try wait() }
                let outcome = Syscall.attempt("read") { Glibc.read(raw, &chunk, chunkBytes) }
                switch outcome.code {
                case 0: return outcome.value
                case EAGAIN where isPipe: continue
                // A file of the kernel that waits for news, like its log.
                case EAGAIN: throw .endless(path: path)
                case let code: throw .system(SystemFailure(call: "read", code: code, path: path))
                }
            }
        }

        private func wait() throws(NamedFileFailure) {
            let left = max(.zero, deadline - MonotonicClock.now)
            let isReady = try NamedFileFailure.of { () throws(SystemFailure) in
                try Poll.readable(raw, timeout: left)
            }
            guard isReady else { throw .silent(path: path) }
        }
    }
}

/// Why a file that a person has named cannot be read.
public enum NamedFileFailure: Error, Hashable, Sendable {
    /// Neither a regular file nor a pipe.
    case kind(path: String, FileKind)
    /// A pipe that did not come to its end in time.
    case silent(path: String)
    /// A file that waits for more instead of coming to an end.
    case endless(path: String)
    case system(SystemFailure)
}

extension NamedFileFailure: SystemFailing {
    /// The user may not read it.
    public var isPermission: Bool {
        switch self {
        case .system(let failure): failure.isPermission
        case .kind, .silent, .endless: false
        }
    }
}

extension NamedFileFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .kind(let path, let kind): "\(path) is \(kind), not a file"
        case .silent(let path):
            "the pipe \(path) did not end within \(NamedFile.patience.components.seconds) s; "
                + "write what comes through it to a file first"
        case .endless(let path): "\(path) has no end, and is no ordinary file"
        case .system(let failure): failure.description
        }
    }
}
