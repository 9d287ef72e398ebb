import Glibc
import LinuxIO

/// A pseudo terminal of a size, for the output of a program.
struct Terminal: ~Copyable {
    private let controller: Descriptor
    /// What the program writes to.
    let stream: Descriptor
    private var bytes: [UInt8] = []

    init(columns: UInt16) throws {
        controller = Descriptor(adopting: open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC))
        // TIOCSPTLCK and TIOCGPTN, which the Glibc module leaves out.
        var number: Int32 = 0
        guard ioctl(controller.raw, 0x4004_5431, &number) == 0,
            ioctl(controller.raw, 0x8004_5430, &number) == 0
        else { throw SystemFailure(call: "ioctl", code: errno) }
        stream = Descriptor(
            adopting: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC))
        resize(columns: columns)
    }

    func resize(columns: UInt16) {
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller.raw, UInt(TIOCSWINSZ), &size)
    }

    /// The next line that is shown, without colours and newline.
    mutating func nextLine() throws -> String {
        while true {
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: bytes[..<end], as: UTF8.self)
                bytes.removeSubrange(...end)
                return Self.plain(line)
            }
            try receive()
        }
    }

    private mutating func receive() throws {
        let isReady = try Poll.readable(
            controller.raw, timeoutMilliseconds: Program.patienceMilliseconds)
        var chunk = [UInt8](repeating: 0, count: 1 << 12)
        let count = isReady ? read(controller.raw, &chunk, chunk.count) : 0
        guard count > 0 else { throw Program.Failure(description: "the terminal shows nothing") }
        bytes += chunk[..<count]
    }

    private static func plain(_ line: String) -> String {
        let parts = line.filter { $0 != "\r" }.split(
            separator: "\u{1B}[", omittingEmptySubsequences: false)
        let rest = parts.dropFirst().map { $0.drop { $0 != "m" }.dropFirst() }
        return rest.reduce(String(parts.first ?? "")) { $0 + $1 }
    }
}
