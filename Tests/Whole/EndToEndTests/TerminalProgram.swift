import Glibc
import LinuxIO
import Vocabulary

/// A program on a pseudo terminal of its own, which is the controlling one of its session; it is
/// killed when this value goes.
final class TerminalProgram {
    let id: pid_t
    private var terminal: Terminal?
    /// Ends when the program does, and all that it has started.
    private let life: Descriptor
    /// The terminal's settings before the program began.
    private let settingsBefore: [UInt8]
    /// What has been shown since ``forget()``.
    private var bytes: [UInt8] = []
    private var end: Program.Outcome.End?

    /// POSIX_SPAWN_SETSID, which the Glibc module leaves out.
    private static let setsid: Int32 = 0x80

    init(
        _ path: String, _ arguments: [String], columns: UInt16 = 80, rows: UInt16 = 24,
        environment: [String: String] = [:]
    ) throws {
        let terminal = try Terminal(columns: columns, rows: rows)
        let pipe = try Pipe.open()
        let writer = pipe.writer.raw
        settingsBefore = terminal.settings
        // No core dumps of the ends by signals. The first terminal that the leader of a session
        // opens becomes that of the session.
        id = try Program.spawn(
            "/bin/sh", ["-c", #"ulimit -c 0; exec "$@""#, "sh", path] + arguments,
            ["TERM": "xterm-256color", "LANG": "C.UTF-8"].merging(environment) { $1 },
            flags: Self.setsid
        ) { actions in
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal.path, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
            posix_spawn_file_actions_adddup2(&actions, writer, 3)
        }
        self.terminal = terminal
        life = pipe.takeReader()
    }

    deinit {
        guard end == nil else { return }
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    var shown: String { String(decoding: bytes, as: UTF8.self) }

    func type(_ keys: String) { terminal?.type(keys) }

    func resize(columns: UInt16, rows: UInt16) { terminal?.resize(columns: columns, rows: rows) }

    func forget() { bytes = [] }

    /// Takes what is shown next; whether anything was within so long.
    @discardableResult
    func read(within patience: Duration = .milliseconds(100)) throws -> Bool {
        let chunk = try terminal?.receive(within: patience) ?? []
        bytes += chunk
        return !chunk.isEmpty
    }

    /// Reads until `text` has been shown.
    func wait(for text: String) throws {
        try wait(for: "\"\(text)\"") { shown.contains(text) }
    }

    private func wait(for what: String, _ isThere: () throws -> Bool) throws {
        let patience = Program.patience
        let deadline = MonotonicClock.now + patience
        while try !isThere() {
            guard MonotonicClock.now < deadline else {
                throw Program.Failure(
                    description: "waited in vain for \(what); the end: \(shown.suffix(2000))")
            }
            try read()
        }
    }

    /// Reads until the program has ended, and then the rest.
    func waitForEnd() throws -> Program.Outcome.End {
        try wait(for: "the end") { try Poll.readable(life.raw, timeout: .zero) }
        while try read() {}
        return reap()
    }

    /// Closes the terminal, and waits for the end that this brings.
    func hangUp() throws -> Program.Outcome.End {
        terminal = nil
        let patience = Program.patience
        guard try Poll.readable(life.raw, timeout: patience) else {
            throw Program.Failure(description: "the program outlives its terminal")
        }
        return reap()
    }

    private func reap() -> Program.Outcome.End {
        var status: Int32 = 0
        waitpid(id, &status, 0)
        let end = Program.Outcome.End(status: status)
        self.end = end
        return end
    }

    /// What is not as it was before the program: nothing, if it left well.
    var traces: [String] {
        let shown = shown
        func last(_ text: String) -> String.Index? { shown.ranges(of: text).last?.lowerBound }
        let isMouseOn = last("\u{1B}[?1000h").map { on in
            last("\u{1B}[?1000l").map { $0 < on } ?? true
        }
        return [
            terminal?.settings == settingsBefore ? nil : "the settings",
            last("\u{1B}[?1049l") == nil ? "the alternate screen" : nil,
            isMouseOn == true ? "the mouse" : nil,
        ].compactMap(\.self)
    }
}
