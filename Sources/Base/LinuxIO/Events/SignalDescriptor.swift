import Glibc

/// Turns signals into something to read, signalfd(2).
///
/// A signal can be read here only while every thread blocks it, and no code can reach all threads
/// of a process with Dispatch. So `init` blocks the signals on the calling thread and installs a
/// handler for the others: the first time a signal arrives on a thread, the handler blocks it there
/// and sends it to the process again. A signal visits each thread at most once, and then it waits
/// for the descriptor. From the moment `init` returns, no signal to the process is lost and none
/// ends it. A signal to a single thread, pthread_kill(3), is seen only if that thread reads the
/// descriptor or does not block the signal yet; neither terminals nor kill(1) send such signals.
public struct SignalDescriptor: ~Copyable, Sendable {
    private let descriptor: Descriptor
    private let previous: [PreviousAction]

    private struct PreviousAction: Sendable {
        let signal: Signal
        let action: sigaction
    }

    /// Starts to receive the signals. A process has at most one descriptor for a signal at a time.
    public init(_ signals: [Signal]) throws(SystemFailure) {
        var set = Self.set(of: signals.map(\.rawValue))
        let flags = Int32(O_NONBLOCK | O_CLOEXEC)
        descriptor = Descriptor(
            adopting: try Syscall.check("signalfd") { LinuxCall.signalDescriptor(-1, &set, flags) })
        previous = signals.map { PreviousAction(signal: $0, action: Self.install($0)) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Restores what each signal did before, except on threads that block it by now.
    deinit {
        for entry in previous {
            var action = entry.action
            sigaction(entry.signal.rawValue, &action, nil)
        }
    }

    /// The descriptor's number, to wait for a signal with `Poll` or `EventPoll`.
    ///
    /// It can be readable for a moment without a signal, while a thread sends one on.
    public var raw: Int32 { descriptor.raw }

    /// The next signal that has come, nil when none has. Equal ones that wait count as one.
    public func next() throws(SystemFailure) -> Signal? {
        // `struct signalfd_siginfo` is 128 bytes long and begins with the number.
        var record = InlineArray<16, UInt64>(repeating: 0)
        let raw = raw
        var words = record.mutableSpan
        let outcome = words.withUnsafeMutableBytes { bytes in
            Syscall.attempt("read") { read(raw, bytes.baseAddress, bytes.count) }
        }
        switch outcome.code {
        case 0: return Signal(rawValue: Int32(truncatingIfNeeded: record[0]))
        case EAGAIN: return nil
        default: throw SystemFailure(call: "read", code: outcome.code)
        }
    }

    static func set(of numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    /// Whether a signal with this action goes to a descriptor.
    static func isTaken(_ action: sigaction) -> Bool {
        address(of: action) == unsafeBitCast(handler, to: UInt.self)
    }

    /// The handler, or 0 for the default and 1 for nothing at all.
    static func address(of action: sigaction) -> UInt {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    }

    /// Installs the handler that holds a signal back, and returns the former action.
    private static func install(_ signal: Signal) -> sigaction {
        var action = sigaction()
        var previous = sigaction()
        action.sa_flags = SA_RESTART | SA_SIGINFO
        // A thread on which several signals arrive sends them on in the order of their arrival.
        sigfillset(&action.sa_mask)
        action.__sigaction_handler.sa_sigaction = handler
        sigaction(signal.rawValue, &action, &previous)
        return previous
    }

    private typealias Handler =
        @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

    /// The handler makes only calls that signal-safety(7) allows: no memory, no Swift object.
    ///
    /// The thread goes on with the mask that lies in the interrupted context, whatever mask was
    /// set meanwhile: sigreturn(2). So the signal is added there.
    private static var handler: Handler {
        { number, _, context in
            let interrupted = context?.assumingMemoryBound(to: ucontext_t.self)
            if let interrupted { sigaddset(&interrupted.pointee.uc_sigmask, number) }
            kill(getpid(), number)
        }
    }
}

/// A signal that a program may want to hear of.
public enum Signal: Int32, Hashable, Sendable, CaseIterable {
    case hangUp = 1
    case interrupt = 2
    /// Ctrl-\ on a terminal.
    case quit = 3
    case user1 = 10
    case user2 = 12
    case terminate = 15
    /// The process runs again after a stop of whatever kind.
    case `continue` = 18
    /// Ctrl-Z on a terminal: the wish that the process stops itself.
    case suspend = 20
    case windowChange = 28

    /// Whether the process ignores the signal, as the program that started it may have wished.
    public var isIgnored: Bool {
        var action = sigaction()
        sigaction(rawValue, nil, &action)
        return SignalDescriptor.address(of: action) == unsafeBitCast(SIG_IGN, to: UInt.self)
    }

    /// Makes a write to a closed pipe an error instead of the end of the process.
    public static func ignoreBrokenPipe() {
        // SIGPIPE can be ignored, so that the call has no way to fail.
        _ = signal(SIGPIPE, SIG_IGN)
    }
}

extension Signal: CustomStringConvertible {
    /// The name of the signal as kill(1) prints it.
    public var description: String {
        switch self {
        case .hangUp: "HUP"
        case .interrupt: "INT"
        case .quit: "QUIT"
        case .user1: "USR1"
        case .user2: "USR2"
        case .terminate: "TERM"
        case .continue: "CONT"
        case .suspend: "TSTP"
        case .windowChange: "WINCH"
        }
    }
}
