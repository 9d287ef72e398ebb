import Glibc
import LinuxIO

/// A pseudo terminal that is made the controlling one of this process, which must be a child made
/// for it: it leaves its session.
struct PseudoTerminal: ~Copyable {
    private let controller: Descriptor
    private let terminal: Descriptor

    init() throws(SystemFailure) {
        setsid()
        // The end of this value is the end of the terminal, which would end the process.
        signal(SIGHUP, SIG_IGN)
        controller = Descriptor(adopting: open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC))
        // TIOCSPTLCK and TIOCGPTN, which the Glibc module leaves out.
        var number: Int32 = 0
        precondition(ioctl(controller.raw, 0x4004_5431, &number) == 0, "no unlocked terminal")
        precondition(ioctl(controller.raw, 0x8004_5430, &number) == 0, "a terminal has no number")
        // The first terminal that the leader of a session opens becomes that of the session.
        terminal = Descriptor(adopting: open("/dev/pts/\(number)", O_RDWR))
    }

    /// The settings as bytes, termios(3).
    var settings: [UInt8] {
        var settings = termios()
        tcgetattr(terminal.raw, &settings)
        return withUnsafeBytes(of: &settings) { Array($0) }
    }

    func type(_ keys: [UInt8]) { _ = write(controller.raw, keys, keys.count) }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(controller.raw, UInt(TIOCSWINSZ), &size)
    }

    /// What the terminal shows next, once something comes.
    func receive() throws(SystemFailure) -> String {
        guard try Poll.readable(controller.raw, timeout: .milliseconds(10_000)) else { return "" }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        return String(
            decoding: bytes[..<max(0, read(controller.raw, &bytes, bytes.count))], as: UTF8.self)
    }
}
