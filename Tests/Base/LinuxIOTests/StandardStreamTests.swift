import Glibc
import LinuxIO
import PlainText
import Testing

/// Each test gives a process of its own another standard output.
@Suite struct StandardStreamTests {
    @Test func `everything arrives through a pipe that is slow and does not wait`() async {
        await #expect(processExitsWith: .exitCode(3)) {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            dup2(ends[1], 1)
            try Descriptor(adopting: ends[1]).setNonBlocking()
            let (total, reader) = (1 << 20, ends[0])
            let executor = QueueExecutor(label: "reader")
            executor.run {
                var buffer = [UInt8](repeating: 0, count: 1000)
                var count = 0
                while count < total { count += read(reader, &buffer, 1000) }
                exit(3)
            }
            let block = [UInt8](repeating: 120, count: total)
            precondition(StandardStream.output.write(unchanged: block.span.bytes) == .written)
            while true { pause() }
        }
    }

    @Test func `a reader that has gone is a normal end`() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            close(ends[0])
            dup2(ends[1], 1)
            Signal.ignoreBrokenPipe()
            precondition(StandardStream.output.write("hello") == .closed)
        }
    }

    @Test func `a full device is a failure`() async {
        await #expect(processExitsWith: .success) {
            dup2(open("/dev/full", O_WRONLY), 1)
            let outcome = StandardStream.output.write("hello")
            precondition(outcome == .failed(SystemFailure(call: "write", code: ENOSPC)))
        }
    }

    @Test func `a stream that cannot be written is a failure, not a trap`() async {
        await #expect(processExitsWith: .success) {
            dup2(open("/dev/null", O_RDONLY), 1)
            let outcome = StandardStream.output.write("hello")
            precondition(outcome == .failed(SystemFailure(call: "write", code: EBADF)))
        }
    }

    @Test func `a terminal is known and says its size`() async {
        await #expect(processExitsWith: .success) {
            var (controller, terminal) = (Int32(-1), Int32(-1))
            guard openpty(&controller, &terminal, nil, nil, nil) == 0 else { exit(EXIT_FAILURE) }
            dup2(terminal, 1)
            precondition(StandardStream.output.isTerminal)
            precondition(StandardStream.output.terminalSize == nil)
            var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
            precondition(ioctl(1, UInt(TIOCSWINSZ), &size) == 0)
            let told = StandardStream.output.terminalSize
            precondition(told?.columns == 80 && told?.rows == 24)
        }
    }

    @Test func `a file is no terminal`() async {
        await #expect(processExitsWith: .success) {
            dup2(open("/dev/null", O_WRONLY), 1)
            precondition(!StandardStream.output.isTerminal)
            precondition(StandardStream.output.terminalSize == nil)
            precondition(StandardStream.output.write("hello") == .written)
        }
    }

    @Test(arguments: [
        ("", false), ("\n", false), ("whole\n", false), ("torn", true), ("whole\ntorn", true),
    ])
    func `what is appended to a file continues its last line unless that has ended`(
        content: String, continues: Bool
    ) async {
        await #expect(processExitsWith: .success) { [content, continues] in
            let scratch = try Scratch()
            try FileContent.replace(scratch.path("out"), with: bytes(content))
            dup2(open(scratch.path("out"), O_WRONLY | O_APPEND), 1)
            precondition(StandardStream.output.continuesLine == continues)
            // At its start the file continues nothing, whatever follows.
            dup2(open(scratch.path("out"), O_RDWR), 1)
            precondition(!StandardStream.output.continuesLine)
            lseek(1, 0, SEEK_END)
            precondition(StandardStream.output.continuesLine == continues)
        }
    }

    @Test func `what is no file or closed continues nothing`() async {
        await #expect(processExitsWith: .success) {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            for raw in [ends[1], open("/dev/null", O_WRONLY)] {
                dup2(raw, 1)
                precondition(!StandardStream.output.continuesLine)
            }
            close(1)
            precondition(!StandardStream.output.continuesLine)
        }
    }
}
