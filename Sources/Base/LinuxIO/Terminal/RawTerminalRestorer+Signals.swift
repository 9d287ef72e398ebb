import Glibc
import Synchronization

extension RawTerminalRestorer {
    static let signalNumberMax: Int32 = 64

    /// The signals of crashes: the kernel or the program itself ends the process for a mistake.
    static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS]
    /// All other signals, except for SIGQUIT, that end a process which does not handle them.
    private static let ends = [
        SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU,
        SIGXFSZ, SIGPOLL, SIGPWR, SIGSTKFLT,
    ]

    /// The only restorer of this process. The handlers use ``addressForHandler`` instead: they may
    /// not wait for a lazy global.
    static let shared: RawTerminalRestorer = {
        let place = UnsafeMutablePointer<RawTerminalRestorer>.allocate(capacity: 1)
        place.initialize(to: RawTerminalRestorer())
        addressForHandler = UInt(bitPattern: place)
        atexit { RawTerminalRestorer.shared.leave() }
        return place.pointee
    }()

    /// Arms the handlers, and a stack for them on this thread unless it has one.
    func arm() {
        Self.provideStack()
        // Another handler of these prints backtraces and ends the process: it is called afterwards.
        for number in Self.crashes + [SIGQUIT] {
            arm(number, Self.restore) { !Self.isIgnoredOrTaken($0) }
        }
        // The printer of backtraces would take Ctrl-\ for a crash and ask at the terminal what to
        // do: Ctrl-\ gets the default action.
        former[Int(SIGQUIT)] = sigaction()
        for number in Self.ends { arm(number, Self.restore, where: Self.isDefault) }
        arm(SIGTSTP, Self.disregard, where: Self.isDefault)
    }

    /// Puts back what the signals did before, except where others have changed it since.
    func disarm() {
        for number in Self.crashes + Self.ends + [SIGQUIT, SIGTSTP] {
            var now = sigaction()
            sigaction(number, nil, &now)
            if Self.isOurs(now) { sigaction(number, former + Int(number), nil) }
        }
        gate.pointee.isHeld.store(false, ordering: .releasing)
    }

    private func arm(_ number: Int32, _ handler: Handler, where mayReplace: (sigaction) -> Bool) {
        var now = sigaction()
        sigaction(number, nil, &now)
        guard !Self.isOurs(now), mayReplace(now) else { return }
        former[Int(number)] = now
        var action = sigaction()
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART
        sigfillset(&action.sa_mask)
        action.__sigaction_handler.sa_sigaction = handler
        sigaction(number, &action, nil)
    }

    private static func isDefault(_ action: sigaction) -> Bool {
        SignalDescriptor.address(of: action) == unsafeBitCast(SIG_DFL, to: UInt.self)
    }

    private static func isIgnoredOrTaken(_ action: sigaction) -> Bool {
        let address = SignalDescriptor.address(of: action)
        return address == unsafeBitCast(SIG_IGN, to: UInt.self) || SignalDescriptor.isTaken(action)
    }

    private static func isOurs(_ action: sigaction) -> Bool {
        let address = SignalDescriptor.address(of: action)
        return address == unsafeBitCast(restore, to: UInt.self)
            || address == unsafeBitCast(disregard, to: UInt.self)
    }

    /// Gives this thread a stack for handlers, as an overflow leaves no room on its own. The memory
    /// is never freed.
    private static func provideStack() {
        var present = stack_t()
        sigaltstack(nil, &present)
        guard present.ss_flags & Int32(SS_DISABLE) != 0 else { return }
        let size = 1 << 16
        var stack = stack_t()
        stack.ss_sp = .allocate(byteCount: size, alignment: 16)
        stack.ss_size = size
        sigaltstack(&stack, nil)
    }
}

extension RawTerminalRestorer {
    private typealias Handler =
        @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

    /// Leaves the terminal, and lets the signal do what it did before.
    private static var restore: Handler {
        { number, information, _ in
            let code = errno
            let place = UnsafePointer<RawTerminalRestorer>(bitPattern: addressForHandler)
            guard let place else { return }
            place.pointee.leaveFromHandler()
            sigaction(number, place.pointee.former + Int(number), nil)
            // A fault happens again when this handler returns, with its own details; any other
            // signal is raised again, and arrives when this handler returns.
            if !RawTerminalRestorer.isFault(number, information) { raise(number) }
            errno = code
        }
    }

    /// Ignores Ctrl-Z: a plain stop would leave the shell a raw terminal.
    private static var disregard: Handler { { _, _, _ in } }

    /// Whether the processor caused the signal; one that a process sent has a code up to 0.
    private static func isFault(
        _ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?
    ) -> Bool {
        guard let information, information.pointee.si_code > 0 else { return false }
        return number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE
    }
}

/// Where the handlers find the restorer.
///
/// The section makes the compiler refuse a value that needs initialisation at run time. No check of
/// exclusive access is needed: it is written once, before the first handler is installed, and only
/// read from then on.
@section(".data.terminal") @exclusivity(unchecked)
nonisolated(unsafe) private var addressForHandler: UInt = 0
