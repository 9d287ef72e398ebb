import Glibc

/// A program that this one has started, in a process group of its own.
///
/// Letting the variable go ends the whole group, SIGKILL, and waits for the program: a program that
/// is started in its place meets nothing that is left of it.
public struct ChildProcess: ~Copyable {
    /// How a program ended.
    public enum End: Hashable, Sendable, CustomStringConvertible {
        case exited(Int32)
        case killed(signal: Int32)

        public var description: String {
            switch self {
            case .exited(let code): "ended with exit code \(code)"
            case .killed(let signal): "was ended by signal \(signal)"
            }
        }
    }

    /// The number of the process, and of its group.
    public let id: Int32
    private let descriptor: Descriptor
    private var end: End?

    /// A descriptor that is readable once the program has ended, pidfd_open(2).
    // SIGCHLD would go back and forth between a thread that handles it and one that reads it.
    public var raw: Int32 { descriptor.raw }

    /// Where its standard streams and further descriptors come from.
    public struct Streams: Sendable {
        let input: Int32
        let output: Int32?
        let kept: [(from: Int32, number: Int32)]

        /// - Parameters:
        ///   - input: becomes its standard input.
        ///   - output: becomes its standard output; nil for that of this process.
        ///   - kept: further descriptors, with the numbers that they have in the program.
        public init(
            input: Int32, output: Int32? = nil, kept: [(from: Int32, number: Int32)] = []
        ) {
            self.input = input
            self.output = output
            self.kept = kept
        }
    }

    /// Starts a command of the shell, posix_spawn(3) of `/bin/sh -c`.
    ///
    /// It inherits the environment, the working folder and standard error, and no descriptor beside
    /// those that `streams` names. Its signals act as at the start of a program.
    ///
    /// - Parameter variables: are added to its environment.
    public init(
        shell command: String, _ streams: Streams, variables: [(name: String, value: String)] = []
    ) throws(SystemFailure) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, streams.input, STDIN_FILENO)
        if let output = streams.output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        }
        for (from, number) in streams.kept {
            posix_spawn_file_actions_adddup2(&actions, from, number)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        Self.prepare(&attributes)
        var id: pid_t = 0
        let shell = "/bin/sh"
        let environment = Environment.all + variables.map { "\($0.name)=\($0.value)" }
        let code = Self.withCStrings([shell, "-c", command]) { arguments in
            Self.withCStrings(environment) { environment in
                posix_spawn(&id, shell, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw SystemFailure(call: "posix_spawn", code: code, path: shell) }
        descriptor = try Self.descriptor(of: id)
        self.id = id
    }

    /// The descriptor of a program, pidfd_open(2); ends the program if there is none.
    private static func descriptor(of id: pid_t) throws(SystemFailure) -> Descriptor {
        let outcome = Syscall.attempt("pidfd_open") {
            LinuxCall.system(LinuxCall.processDescriptorOpen, id, 0)
        }
        guard outcome.code == 0 else {
            end(id)
            throw SystemFailure(call: "pidfd_open", code: outcome.code)
        }
        return Descriptor(adopting: Int32(truncatingIfNeeded: outcome.value))
    }

    deinit { if end == nil { Self.end(id) } }

    /// Ends a program with all of its group, killpg(2), and waits for it, waitpid(2).
    @discardableResult
    private static func end(_ id: pid_t) -> End {
        killpg(id, SIGKILL)
        var status: Int32 = 0
        _ = Syscall.attempt("waitpid") { waitpid(id, &status, 0) }
        return End(status: status)
    }

    /// Sends a signal to the program and all of its group, unless it has ended, killpg(2).
    public func signal(_ signal: Signal) {
        if end == nil { killpg(id, signal.rawValue) }
    }

    /// Ends the program and all of its group now, unless it has ended, killpg(2) `SIGKILL`.
    public func kill() {
        if end == nil { killpg(id, SIGKILL) }
    }

    /// How the program ended; nil while it runs. The programs that it has started end with it.
    public mutating func poll() -> End? {
        if let end { return end }
        var state = siginfo_t()
        let id = id_t(self.id)
        // The program stays a zombie, so that nobody else can get the number of its group before
        // the rest of the group is ended.
        let outcome = Syscall.attempt("waitid") {
            waitid(P_PID, id, &state, WEXITED | WNOHANG | WNOWAIT)
        }
        guard outcome.code == 0, state.si_signo == SIGCHLD else { return nil }
        end = Self.end(self.id)
        return end
    }

    /// Signals that this process ignores or blocks reach a program that it starts.
    private static func prepare(_ attributes: inout posix_spawnattr_t) {
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    }

    private static func withCStrings<Value>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let copies = texts.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return body(copies)
    }
}

extension ChildProcess.End {
    /// - Parameter status: as waitpid(2) gives it.
    init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }
}
