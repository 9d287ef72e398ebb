import Glibc
import LinuxIO
import Testing
import Vocabulary

@Suite struct ChildProcessTests {
    /// What a command wrote, and how it ended.
    private func run(
        _ command: String, input: String = "", variables: [(name: String, value: String)] = [],
        after work: (inout ChildProcess) -> Void = { _ in }
    ) throws -> (output: String, end: ChildProcess.End) {
        let reader = try reader(of: input)
        let pipe = try PipePair()
        var child = try ChildProcess(
            shell: command, ChildProcess.Streams(input: reader.raw, output: pipe.writer.raw),
            variables: variables)
        let output = pipe.reader
        work(&child)
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        let deadline = MonotonicClock.now + .seconds(20)
        while MonotonicClock.now < deadline {
            if try Poll.readable(output.raw, timeout: .milliseconds(5)) {
                let outcome = buffer.withUnsafeMutableBytes {
                    PipeEnd.read(from: output.raw, into: $0)
                }
                if case .received(let count) = outcome { text += buffer[..<count] }
            } else if let end = child.poll() {
                return (String(decoding: text, as: UTF8.self), end)
            }
        }
        Issue.record("\(command) did not end")
        return ("", .exited(-1))
    }

    private func reader(of text: String) throws -> Descriptor {
        let file = try MemoryFile("test")
        try bytes(text).withUnsafeBytes { try file.append($0) }
        return try file.reader()
    }

    @Test func `a command reads its input, and its exit code is told`() throws {
        let outcome = try run("cat; exit 7", input: "two\nlines\n")
        #expect(outcome.output == "two\nlines\n")
        #expect(outcome.end == .exited(7))
    }

    @Test func `it has the environment, and what is added`() throws {
        let outcome = try run("echo $RELAY_X; command -v cat >&2", variables: [("RELAY_X", "a b")])
        #expect(outcome.output == "a b\n" && outcome.end == .exited(0))
    }

    @Test func `a command that cannot be found ends with the shell's code`() throws {
        #expect(try run("/nowhere/at/all 2>&-").end == .exited(127))
    }

    @Test func `signals that this process ignores end it`() async {
        await #expect(processExitsWith: .success) {
            Signal.ignoreBrokenPipe()
            let pipe = try PipePair()
            var child = try ChildProcess(
                shell: "kill -PIPE $$", ChildProcess.Streams(input: pipe.reader.raw))
            let hasEnded = try Poll.readable(child.raw, timeout: .seconds(20))
            precondition(hasEnded && child.poll() == .killed(signal: SIGPIPE))
        }
    }

    @Test func `it ends with all that it has started`() throws {
        // The second process would hold the output open for ever.
        let outcome = try run("sleep 1000 & echo started; wait") { $0.kill() }
        #expect(outcome.end == .killed(signal: SIGKILL))
    }

    @Test func `what it leaves behind ends with it`() throws {
        let outcome = try run("sleep 1000 & exit 3")
        #expect(outcome.end == .exited(3))
    }

    @Test func `it inherits no descriptor but those that are named`() throws {
        let pipe = try PipePair()
        let outcome = try run("test -e /proc/self/fd/\(pipe.reader.raw)")
        #expect(outcome.end == .exited(1))
    }
}

@Suite struct InheritedLockTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    @Test func `the lock is held until its last holder is gone, a program among them`() throws {
        let path = scratch.path("lock")
        let pipe = try PipePair()
        let second = try InheritedLock(path)
        let child = try start(holding: path, input: pipe.reader.raw)
        var isTaken = second.take()
        #expect(!isTaken, "the program has it")
        let couldLook = second.endHolders()
        #expect(couldLook)
        let deadline = MonotonicClock.now + .seconds(20)
        var isFree = second.take()
        while !isFree, MonotonicClock.now < deadline {
            _ = try Poll.readable(pipe.reader.raw, timeout: .milliseconds(5))
            isFree = second.take()
        }
        #expect(isFree)
        isTaken = isFree
        #expect(isTaken && child.id > 0)
    }

    /// Takes the lock, hands it to a program that waits for input, and lets it go.
    private func start(holding path: String, input: Int32) throws -> ChildProcess {
        let lock = try InheritedLock(path)
        let isTaken = lock.take()
        try #require(isTaken)
        return try ChildProcess(
            shell: "read line",
            ChildProcess.Streams(input: input, kept: [(lock.raw, InheritedLock.number)]))
    }
}
