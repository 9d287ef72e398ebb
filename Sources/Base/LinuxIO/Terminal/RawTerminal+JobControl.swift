import Glibc

extension RawTerminal {
    /// Leaves the terminal, stops the process group as Ctrl-Z does, and enters again.
    ///
    /// It returns after the continue, in the foreground; draw everything. Output that was written
    /// but not sent is lost. A group that no shell would continue is not stopped. Throws when the
    /// terminal has gone meanwhile.
    ///
    /// When a signal that ends the program waits in a `SignalDescriptor`, it returns at once
    /// without having entered, in the background too, and frames are refused: read that signal.
    public mutating func suspend() throws(SystemFailure) {
        RawTerminalRestorer.shared.leave()
        JobControl.stop(by: SIGTSTP) { kill(0, SIGTSTP) }
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
        let code = JobControl.waitForForeground(raw)
        if code == EINTR { return }
        guard code == 0 else { throw SystemFailure(call: "ioctl", code: code, path: path) }
        let failure = RawTerminalRestorer.shared.enter()
        guard failure == 0 || failure == EINTR else {
            throw SystemFailure(call: "tcsetattr", code: failure, path: path)
        }
    }
}

/// What a job owes the shell that has started it, credentials(7) and the controlling terminal of
/// POSIX.
enum JobControl {
    /// Stops the process until the terminal is this job's.
    ///
    /// - Returns: the error number: EINTR when the program is about to end, EIO for a job that no
    ///   shell would continue.
    static func waitForForeground(_ raw: Int32) -> Int32 {
        while true {
            // To end a stopped job, one sends it the signal that ends it and then SIGCONT.
            if isEndPending { return EINTR }
            let code = ask(raw)
            guard code == EINTR else { return code }
            if isEndPendingSoon { return EINTR }
            stop(by: SIGTTOU) {}
        }
    }

    /// Asks the terminal to end a break, which changes nothing as there is none.
    ///
    /// In the background the kernel sends SIGTTOU to the whole group instead. On a thread that
    /// blocks the signal, as Dispatch's threads do, it would take the program for one that may
    /// write all the same. The signal interrupts the call; this process stops afterwards.
    ///
    /// - Returns: the error number, EINTR in the background.
    private static func ask(_ raw: Int32) -> Int32 {
        var former = sigaction()
        sigaction(SIGTTOU, nil, &former)
        let isIgnored =
            SignalDescriptor.address(of: former) == unsafeBitCast(SIG_IGN, to: UInt.self)
        var action = former
        if !isIgnored {
            action = sigaction()
            action.__sigaction_handler.sa_handler = { _ in }
        }
        sigaction(SIGTTOU, &action, nil)
        let code = unblocking(SIGTTOU) {
            Syscall.once("ioctl") { ioctl(raw, UInt(TIOCCBRK), 0) }.code
        }
        sigaction(SIGTTOU, &former, nil)
        return code
    }

    private static var isEndPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return [SIGHUP, SIGINT, SIGQUIT, SIGTERM].contains { sigismember(&pending, $0) == 1 }
    }

    /// Whether a signal that ends the program is pending within a tenth of a second: the thread
    /// that got one may be about to send it on, and this process would stop with it. On a busy
    /// machine that thread may wait for a processor, and nothing shows it.
    private static var isEndPendingSoon: Bool {
        for _ in 0..<20 {
            if isEndPending { return true }
            poll(nil, 0, 5)
        }
        return isEndPending
    }

    /// Stops the process as a signal of the terminal would.
    ///
    /// It ignores the signal that its group gets meanwhile and stops by a signal to this thread: so
    /// it stops only once, and has been stopped when the call returns.
    ///
    /// - Parameter tellGroup: sends the signal to the others of the group.
    static func stop(by number: Int32, _ tellGroup: () -> Void) {
        var set = SignalDescriptor.set(of: [number])
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, &set, &before)
        var former = sigaction()
        var action = sigaction()
        action.__sigaction_handler.sa_handler = SIG_IGN
        sigaction(number, &action, &former)
        tellGroup()
        action.__sigaction_handler.sa_handler = SIG_DFL
        sigaction(number, &action, nil)
        raise(number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        sigaction(number, &former, nil)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Runs `body` with a signal that may come to this thread.
    private static func unblocking(_ number: Int32, _ body: () -> Int32) -> Int32 {
        var set = SignalDescriptor.set(of: [number])
        var before = sigset_t()
        pthread_sigmask(SIG_UNBLOCK, &set, &before)
        let result = body()
        pthread_sigmask(SIG_SETMASK, &before, nil)
        return result
    }
}
