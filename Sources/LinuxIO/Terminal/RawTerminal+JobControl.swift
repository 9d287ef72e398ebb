import Glibc

extension RawTerminal {
    /// Leaves the terminal, stops the process group as Ctrl-Z does, and enters again.
    ///
    /// It returns after the continue, in the foreground; draw everything. What had been written but
    /// not sent is gone. A group that no shell would continue is not stopped. Throws when the
    /// terminal has gone meanwhile.
    ///
    /// When a signal that ends the program waits in a `SignalDescriptor`, it returns at once
    /// without having entered, in the background too, and frames are refused: read that signal.
    public mutating func suspend() throws(SystemFailure) {
        RawTerminalRestorer.shared.leave()
        Self.stopProcessGroup()
        try resume()
    }

    /// Enters again after a continue; draw everything. The stop before it may have been SIGSTOP,
    /// which no program can see.
    ///
    /// The terminal's present settings are restored later, unless they are still ours. In the
    /// background it stops again, as the shell expects. It does no harm where there was no stop,
    /// and returns early as `suspend()` does. Throws when the terminal has gone.
    public mutating func resume() throws(SystemFailure) {
        try Self.makeRaw(raw)
        restart(with: enterSequence)
    }

    /// Makes the terminal raw as soon as it is this job's, unless the program is about to end.
    static func makeRaw(_ raw: Int32) throws(SystemFailure) {
        let code = withInterruptingContinue { waitForForeground(raw) }
        if code == EINTR { return }
        guard code == 0 else { throw SystemFailure(call: "ioctl", code: code, path: path) }
        let failure = RawTerminalRestorer.shared.enter()
        guard failure == 0 || failure == EINTR else {
            throw SystemFailure(call: "tcsetattr", code: failure, path: path)
        }
    }

    /// Waits until the terminal is this job's.
    ///
    /// It asks to end a break, which changes nothing as there is none. Before that request the
    /// kernel stops the process group with SIGTTOU until the shell has handed the terminal over.
    ///
    /// - Returns: the error number, EINTR when the program is about to end.
    private static func waitForForeground(_ raw: Int32) -> Int32 {
        while true {
            if isEndPending { return EINTR }
            let outcome = Syscall.once("ioctl") { ioctl(raw, UInt(TIOCCBRK), 0) }
            if outcome.code != EINTR { return outcome.code }
        }
    }

    /// Runs `body` with SIGCONT interrupting its calls.
    ///
    /// Who ends a stopped job sends it that signal and then SIGCONT. If the call were made again
    /// without a look at what is pending, the kernel would stop the job again at once.
    private static func withInterruptingContinue(_ body: () -> Int32) -> Int32 {
        var set = sigset_t()
        var before = sigset_t()
        var former = sigaction()
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGCONT, &action, &former)
        sigemptyset(&set)
        sigaddset(&set, SIGCONT)
        pthread_sigmask(SIG_UNBLOCK, &set, &before)
        let result = body()
        pthread_sigmask(SIG_SETMASK, &before, nil)
        sigaction(SIGCONT, &former, nil)
        return result
    }

    private static var isEndPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return [SIGHUP, SIGINT, SIGQUIT, SIGTERM].contains { sigismember(&pending, $0) == 1 }
    }

    /// Stops the process group as the terminal would.
    ///
    /// This process ignores the signal to the group and stops by one to this thread: so it stops
    /// only once, and has been stopped when the call returns.
    private static func stopProcessGroup() {
        var stop = sigset_t()
        var before = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_BLOCK, &stop, &before)
        var former = sigaction()
        var action = sigaction()
        action.__sigaction_handler.sa_handler = SIG_IGN
        sigaction(SIGTSTP, &action, &former)
        kill(0, SIGTSTP)
        action.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(SIGTSTP, &action, nil)
        raise(SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, nil)
        sigaction(SIGTSTP, &former, nil)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
