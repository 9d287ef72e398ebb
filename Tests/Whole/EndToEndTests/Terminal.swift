import Glibc
import LinuxIO

/// A pseudo terminal of a size.
final class Terminal {
    private let controller: Descriptor
    /// What the program writes to.
    let stream: Descriptor
    /// The name of the same in the file system.
    let path: String
    private var bytes: [UInt8] = []

    init(columns: UInt16, rows: UInt16 = 24) throws {
        controller = Descriptor(adopting: open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC))
        // TIOCSPTLCK and TIOCGPTN, which the Glibc module leaves out.
        var number: Int32 = 0
        guard ioctl(controller.raw, 0x4004_5431, &number) == 0,
            ioctl(controller.raw, 0x8004_5430, &number) == 0
        else { throw SystemFailure(call: "ioctl", code: errno) }
        path = "/dev/pts/\(number)"
        stream = Descriptor(adopting: open(path, O_RDWR | O_NOCTTY | O_CLOEXEC))
        resize(columns: columns, rows: rows)
    }

    func resize(columns: UInt16, rows: UInt16 = 24) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller.raw, UInt(TIOCSWINSZ), &size)
    }

    /// The next line that is shown, without colours and newline.
    func nextLine() throws -> String {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: bytes[..<end], as: UTF8.self)
                bytes.removeSubrange(...end)
                return Self.plain(line)
            }
            try receive()
        }
    }

    private func receive() throws {
        let chunk = try receive(within: Program.patience)
        guard !chunk.isEmpty else {
            throw Program.Failure(description: "the terminal shows nothing")
        }
        bytes += chunk
    }

    /// What is written to it next, nothing if nothing is for so long.
    func receive(within patience: Duration) throws -> [UInt8] {
        guard try Poll.readable(controller.raw, timeout: patience) else { return [] }
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        return Array(chunk[..<max(0, read(controller.raw, &chunk, chunk.count))])
    }

    func type(_ keys: String) { _ = write(controller.raw, keys, keys.utf8.count) }

    /// Its settings, as bytes of termios(3).
    var settings: [UInt8] {
        var settings = termios()
        tcgetattr(stream.raw, &settings)
        return withUnsafeBytes(of: &settings) { Array($0) }
    }

    private static func plain(_ line: String) -> String {
        let parts = line.filter { $0 != "\r" }.split(
            separator: "\u{1B}[", omittingEmptySubsequences: false)
        let rest = parts.dropFirst().map { $0.drop { $0 != "m" }.dropFirst() }
        return rest.reduce(String(parts.first ?? "")) { $0 + $1 }
    }
}
