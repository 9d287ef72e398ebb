import Glibc
import LinuxIO
import Vocabulary

/// One of our programs, or another, running as a child process until this value goes.
final class Program {
    /// How long a test waits for anything before it fails.
    static let patience = Duration.seconds(30)

    let id: pid_t
    private let command: String
    /// What signals go to: the process, or all of its group.
    private let target: pid_t
    private var output: Capture?
    private let errors: Capture
    private var end: Outcome.End?

    /// What has come through one pipe.
    private final class Capture {
        private let descriptor: Descriptor
        private(set) var bytes: [UInt8] = []
        private(set) var isAtEnd = false

        init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

        /// The number to wait for, or one that is passed over.
        var watched: Int32 { isAtEnd ? -1 : descriptor.raw }

        func receive() {
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(descriptor.raw, &chunk, chunk.count)
            isAtEnd = count <= 0
            bytes += chunk[..<max(0, count)]
        }

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// How a program ended and what it said.
    struct Outcome {
        enum End: Equatable {
            case exited(Int32)
            case killed(signal: Int32)

            /// - Parameter status: as waitpid(2) gives it.
            init(status: Int32) {
                let signal = status & 0x7f
                self = signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: signal)
            }
        }

        let end: End
        let output: String
        let errors: String
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts `path` with nothing on its standard input.
    ///
    /// - Parameters:
    ///   - environment: all that it finds there besides `PATH` and `LD_LIBRARY_PATH`.
    ///   - descriptor: what it finds as its descriptor 3.
    ///   - isGroup: whether it leads a group of its own, so that signals reach all that it starts.
    ///   - stream: what it finds as its standard output; nil for a pipe, which is read here.
    init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:],
        passing descriptor: Int32? = nil, isGroup: Bool = false, writingTo stream: Int32? = nil
    ) throws {
        command = "\(path) \(arguments.joined(separator: " "))"
        let output = try Pipe.open()
        let errors = try Pipe.open()
        let (written, told) = (stream ?? output.writer.raw, errors.writer.raw)
        id = try Self.spawn(
            path, arguments, environment, flags: isGroup ? POSIX_SPAWN_SETPGROUP : 0
        ) { actions in
            posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, written, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, told, STDERR_FILENO)
            if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 3) }
        }
        target = isGroup ? -id : id
        self.output = stream == nil ? Capture(output.takeReader()) : nil
        self.errors = Capture(errors.takeReader())
    }

    deinit {
        guard end == nil else { return }
        kill(target, SIGKILL)
        waitpid(id, nil, 0)
    }

    /// Runs a program to its end.
    static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> Outcome {
        try Program(path, arguments, environment: environment).waitForEnd()
    }
}

extension Program {
    func signal(_ number: Int32) { if end == nil { kill(target, number) } }

    /// Closes our end of its standard output, as `head` does when it has seen enough.
    func stopReading() { output = nil }

    /// Waits until standard error holds `text`.
    func waitForErrors(containing text: String) throws {
        try wait(for: "\"\(text)\" on standard error") { errors.text.contains(text) }
    }

    /// Waits until standard output holds `text`; a whole line if left out.
    func waitForOutput(containing text: String = "\n") throws {
        try wait(for: "\"\(text)\" on standard output") {
            output?.text.contains(text) ?? true
        }
    }

    /// The whole lines of standard output that have come.
    var lines: [Line] {
        guard let text = output?.text, let end = text.lastIndex(of: "\n") else { return [] }
        return Line.all(in: String(text[..<end]))
    }

    /// Waits until another whole line has come on standard output.
    func waitForLine() throws {
        let count = lines.count
        try wait(for: "line \(count + 1) on standard output") { lines.count > count }
    }

    /// Waits until the program has ended.
    func waitForEnd() throws -> Outcome {
        try wait(for: "the end") { errors.isAtEnd && output?.isAtEnd ?? true }
        if end == nil {
            // Both pipes have ended, and these programs close them only by ending.
            var status: Int32 = 0
            waitpid(id, &status, 0)
            end = Outcome.End(status: status)
        }
        return Outcome(end: end ?? .exited(-1), output: output?.text ?? "", errors: errors.text)
    }

    private func wait(for what: String, _ isThere: () -> Bool) throws {
        let deadline = MonotonicClock.now + Self.patience
        while !isThere() {
            let left = deadline - MonotonicClock.now
            let watched = [output?.watched ?? -1, errors.watched].filter { $0 >= 0 }
            guard left > .zero, !watched.isEmpty else {
                throw failure("waited in vain for \(what)")
            }
            let ready = try Poll.readable(watched, timeout: left)
            if let output, ready.contains(output.watched) { output.receive() }
            if ready.contains(errors.watched) { errors.receive() }
        }
    }

    private func failure(_ reason: String) -> Failure {
        let said = output.map { String($0.text.suffix(2000)) } ?? ""
        return Failure(
            description: "\(command): \(reason)\noutput: \(said)\nerrors: \(errors.text)")
    }

    /// Starts a child whose descriptors `connect` lays, with an environment of `PATH`,
    /// `LD_LIBRARY_PATH` and what is given.
    ///
    /// - Parameter flags: those of posix_spawnattr_setflags(3), besides those for signals.
    static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String], flags: Int32,
        connect: (inout posix_spawn_file_actions_t) -> Void
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        connect(&actions)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        resetSignals(&attributes)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | flags))
        let passed = ["PATH", "LD_LIBRARY_PATH"].compactMap { name in
            Environment.value(name).map { "\(name)=\($0)" }
        }
        var id: pid_t = 0
        let code = withCStrings([path] + arguments) { arguments in
            withCStrings(passed + environment.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&id, path, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw SystemFailure(call: "posix_spawn", code: code, path: path) }
        return id
    }

    /// What the test run ignores or holds back must not be ignored by a child.
    private static func resetSignals(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var ours = none
        for number in [SIGPIPE, SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGTSTP] {
            sigaddset(&ours, number)
        }
        posix_spawnattr_setsigdefault(&attributes, &ours)
    }

    private static func withCStrings<Value>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let copies = texts.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return body(copies)
    }
}
