import Glibc

/// Turns signals into something to read, signalfd(2).
///
/// A signal can be read here only while no thread takes it the usual way, and in a process with
/// Dispatch nobody sees all threads. So the calling thread is made to hold the signals back, and
/// every other thread learns it from a handler: the first time a signal lands on it, it holds that
/// one back from then on and sends it again, which leaves it to the descriptor. From the moment
/// `init` returns no signal is lost and none ends the process.
package struct SignalDescriptor: ~Copyable, Sendable {
    private let descriptor: Descriptor
    private let previous: [PreviousAction]

    private struct PreviousAction: Sendable {
        let signal: Signal
        let action: sigaction
    }

    /// Starts to take the signals. A process has at most one taker of each at a time.
    package init(_ signals: [Signal]) throws(SystemFailure) {
        var set = Self.set(of: signals.map(\.rawValue))
        let flags = Int32(O_NONBLOCK | O_CLOEXEC)
        descriptor = Descriptor(
            adopting: try Syscall.check("signalfd") { LinuxCall.signalDescriptor(-1, &set, flags) })
        previous = signals.map { PreviousAction(signal: $0, action: Self.install($0)) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// What each signal did before, it does again, except on threads that hold it back by now.
    deinit {
        for entry in previous {
            var action = entry.action
            sigaction(entry.signal.rawValue, &action, nil)
        }
    }

    /// The number, to wait for a signal with `Poll` or `EventPoll`.
    ///
    /// It can be read for a moment with no signal to be had, while a thread sends one on.
    package var raw: Int32 { descriptor.raw }

    /// The next signal that has come, nil when none has. Equal ones that wait count as one.
    package func next() throws(SystemFailure) -> Signal? {
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

    private static func set(of numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    /// Installs the handler that holds a signal back, and returns what was there before.
    private static func install(_ signal: Signal) -> sigaction {
        var action = sigaction()
        var previous = sigaction()
        action.sa_flags = SA_RESTART
        // Only calls that signal-safety(7) allows, no memory and no Swift object.
        action.__sigaction_handler.sa_handler = { number in
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, number)
            pthread_sigmask(SIG_BLOCK, &set, nil)
            kill(getpid(), number)
        }
        sigaction(signal.rawValue, &action, &previous)
        return previous
    }
}
