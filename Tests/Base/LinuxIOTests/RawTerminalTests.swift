import Glibc
import Synchronization
import Testing

@testable import LinuxIO

/// Each in a child process, whose controlling terminal is a pseudo terminal of its own. That every
/// signal and crash gives the terminal back is seen on the program itself, from outside.
@Suite struct RawTerminalTests {
    @Test func `closing gives the terminal back as it was, and leaves last`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let pseudo = try PseudoTerminal()
            let before = pseudo.settings
            let terminal = try RawTerminal(enter: Array("<".utf8), leave: Array(">".utf8))
            precondition(pseudo.settings != before, "entering changes the settings")
            precondition(terminal.write(Array("frame".utf8)) == .written)
            terminal.close()
            precondition(pseudo.settings == before, "closing restores the settings")
            var shown = ""
            while !shown.hasSuffix(">") { shown += try pseudo.receive() }
            precondition(shown == "<frame>", shown)
        }
    }

    @Test func `keys come one by one, as they are, and are not shown`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let pseudo = try PseudoTerminal()
            let terminal = try RawTerminal(enter: [], leave: [])
            var buffer = [UInt8](repeating: 0, count: 16)
            precondition(terminal.read(into: &buffer) == .wouldBlock)
            for key: UInt8 in [120, 13, 10, 19, 27, 127] {
                pseudo.type([key])
                _ = try Poll.readable(terminal.raw, timeout: .milliseconds(10_000))
                precondition(terminal.read(into: &buffer) == .received(1), "\(key)")
                precondition(buffer[0] == key, "\(key) came as \(buffer[0])")
            }
            precondition(terminal.write([UInt8(ascii: "!")]) == .written)
            let shown = try pseudo.receive()
            precondition(shown == "!", "a key was shown: \(shown)")
        }
    }

    @Test func `a frame that the terminal cannot take at once is continued`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let pseudo = try PseudoTerminal()
            let terminal = try RawTerminal(enter: [], leave: [])
            let frame = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)
            precondition(terminal.write(frame) == .begun)
            precondition(terminal.hasUnsent)
            precondition(terminal.write(Array("refused".utf8)) == .refused)
            var shown = ""
            while terminal.flush() == .begun { shown += try pseudo.receive() }
            // The last of the frame may fill the terminal.
            while shown.count < frame.count { shown += try pseudo.receive() }
            precondition(terminal.write(Array("end".utf8)) == .written)
            while !shown.hasSuffix("end") { shown += try pseudo.receive() }
            precondition(shown.count == frame.count + 3, "\(shown.count) characters")
        }
    }

    @Test func `the size is that of now`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let pseudo = try PseudoTerminal()
            let terminal = try RawTerminal(enter: [], leave: [])
            for (columns, rows) in [(80, 24), (101, 33), (1, 1)] as [(UInt16, UInt16)] {
                pseudo.resize(columns: columns, rows: rows)
                precondition(terminal.size?.columns == Int(columns))
                precondition(terminal.size?.rows == Int(rows))
            }
        }
    }

    @Test func `entering again draws anew, and is given back once`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let pseudo = try PseudoTerminal()
            let before = pseudo.settings
            var terminal = try RawTerminal(enter: Array("<".utf8), leave: Array(">".utf8))
            try terminal.resume()
            terminal.close()
            precondition(pseudo.settings == before, "closing restores the settings")
            var shown = ""
            while !shown.hasSuffix(">") { shown += try pseudo.receive() }
            precondition(shown == "<<>", shown)
        }
    }

    @Test func `there may be no terminal`() async {
        await #expect(processExitsWith: .exitCode(6)) {
            setsid()
            do throws(SystemFailure) {
                try RawTerminal(enter: [], leave: []).close()
            } catch {
                precondition(error.path == "/dev/tty")
                exit(error.code)
            }
        }
    }

    @Test func `once a signal ends the process, the terminal is not entered any more`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let pseudo = try PseudoTerminal()
            let before = pseudo.settings
            RawTerminalRestorer.shared.leaveFromHandler()
            let terminal = try RawTerminal(enter: [], leave: [])
            precondition(pseudo.settings == before, "the process would end with a raw terminal")
            terminal.close()
        }
    }

    @Test func `a signal that ends the process as it enters again restores the terminal`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let pseudo = try PseudoTerminal()
            let before = pseudo.settings
            var terminal = try RawTerminal(enter: [], leave: [])
            RawTerminalRestorer.shared.gate.pointee.endingIn.store(getpid(), ordering: .relaxed)
            try terminal.resume()
            RawTerminalRestorer.shared.leaveFromHandler()
            precondition(pseudo.settings == before, "the process would end with a raw terminal")
            terminal.close()
        }
    }
}
