import Glibc
import Synchronization

/// What restores the terminal, in a form that the handler of a signal can use at any moment.
///
/// All of it lies in memory that is allocated once, before a handler is armed, and never freed.
/// What the handler runs makes only calls that signal-safety(7) allows and takes no lock of others:
/// no allocation, no Swift object, no lazy global.
///
/// It is `Sendable` since `content` and `leaveBytes` are touched only between `lock` and `unlock`,
/// or by a handler that has waited in vain for the lock and whose process is about to end; `former`
/// only by `arm`, before the handler that reads it is installed.
struct RawTerminalRestorer: @unchecked Sendable {
    static let leaveBytesMax = 1024
    /// How long a handler waits for a thread that is just entering, leaving or writing.
    private static let lockMilliseconds = 500
    /// How long the terminal may take to make room for the last bytes.
    private static let roomMilliseconds: Int32 = 100

    /// What threads, handlers and children after fork(2) read without a lock.
    struct Gate: ~Copyable {
        /// Whether there is a `RawTerminal`.
        let isHeld = Atomic<Bool>(false)
        let isBusy = Atomic<Bool>(false)
        /// The process that has entered the terminal, 0 for none: a child has not.
        let enteredBy = Atomic<pid_t>(0)
        /// The process that a signal is ending, 0 for none.
        let endingIn = Atomic<pid_t>(0)
    }

    struct Content {
        var descriptor: Int32 = -1
        /// The settings before this program changed them.
        var saved = termios()
        /// The settings that this program has made.
        var raw = termios()
        var leaveCount = 0
    }

    let gate: UnsafeMutablePointer<Gate>
    let content: UnsafeMutablePointer<Content>
    let leaveBytes: UnsafeMutablePointer<UInt8>
    /// What each signal did before, at its number.
    let former: UnsafeMutablePointer<sigaction>

    init() {
        gate = .allocate(capacity: 1)
        gate.initialize(to: Gate())
        content = .allocate(capacity: 1)
        content.initialize(to: Content())
        leaveBytes = .allocate(capacity: Self.leaveBytesMax)
        former = .allocate(capacity: Int(Self.signalNumberMax) + 1)
        former.initialize(repeating: sigaction(), count: Int(Self.signalNumberMax) + 1)
    }
}

extension RawTerminalRestorer {
    /// Keeps the descriptor and the sequence of a `RawTerminal` until `disarm`.
    func hold(_ descriptor: Int32, leave bytes: [UInt8]) {
        precondition(bytes.count <= Self.leaveBytesMax, "leave sequence of \(bytes.count) bytes")
        let wasHeld = gate.pointee.isHeld.exchange(true, ordering: .acquiringAndReleasing)
        precondition(!wasHeld, "entering the terminal: it is entered already")
        content.pointee = Content(descriptor: descriptor, leaveCount: bytes.count)
        for (index, byte) in bytes.enumerated() { leaveBytes[index] = byte }
    }

    /// Makes the terminal raw and returns the error number: 0 without one, EINTR when a signal is
    /// ending the process.
    func enter() -> Int32 {
        exclusively {
            var now = termios()
            guard tcgetattr(content.pointee.descriptor, &now) == 0 else { return errno }
            // After SIGSTOP, which no program can see, the settings may still be ours.
            if !isEntered || !Self.areAlike(now, content.pointee.raw) {
                content.pointee.saved = now
            }
            content.pointee.raw = Self.raw(from: content.pointee.saved)
            return makeRaw()
        }
    }

    /// Makes the terminal raw unless a handler is ending the process.
    ///
    /// A handler on another thread stores `endingIn` before it loads `enteredBy`; this function
    /// stores `enteredBy` before it loads `endingIn`. So at least one of the two sees the other.
    private func makeRaw() -> Int32 {
        let descriptor = content.pointee.descriptor
        let wasEntered = isEntered
        gate.pointee.enteredBy.store(getpid(), ordering: .sequentiallyConsistent)
        var code: Int32 = 0
        if gate.pointee.endingIn.load(ordering: .sequentiallyConsistent) == getpid() {
            code = EINTR
        } else if tcsetattr(descriptor, TCSANOW, &content.pointee.raw) == -1 {
            code = errno
        }
        guard code == 0 else {
            // The settings may be ours from before: then the handler that waits restores them.
            if code != EINTR || !wasEntered {
                gate.pointee.enteredBy.store(0, ordering: .sequentiallyConsistent)
            }
            return code
        }
        // A terminal may refuse a part of the settings.
        tcgetattr(descriptor, &content.pointee.raw)
        return 0
    }

    /// Writes as much as the terminal accepts at once: returns how many bytes, and why no more.
    func write(_ bytes: UnsafeRawBufferPointer) -> Syscall.Outcome<Int> {
        exclusively {
            guard isEntered else { return Syscall.Outcome(value: 0, code: EAGAIN) }
            var sent = 0
            while sent < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                let outcome = Syscall.attempt("write") {
                    Glibc.write(content.pointee.descriptor, rest.baseAddress, rest.count)
                }
                guard outcome.code == 0 else {
                    return Syscall.Outcome(value: sent, code: outcome.code)
                }
                sent += outcome.value
            }
            return Syscall.Outcome(value: sent, code: 0)
        }
    }

    /// Leaves the terminal if this process has entered it.
    func leave() { exclusively { leaveLocked() } }

    /// Runs `body` with all signals of this thread blocked and no handler running on another.
    ///
    /// SIGTTOU is among the blocked ones, so that the kernel lets a process in the background
    /// restore the terminal instead of stopping it.
    private func exclusively<Result>(_ body: () -> Result) -> Result {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        for number in Self.crashes { sigdelset(&all, number) }
        pthread_sigmask(SIG_BLOCK, &all, &before)
        while !lock() {}
        let result = body()
        unlock()
        pthread_sigmask(SIG_SETMASK, &before, nil)
        return result
    }

    /// No echo, no lines, no Ctrl-S; NOFLSH since Ctrl-C and Ctrl-Z would throw away output on its
    /// way to the screen, and tear a sequence in two.
    private static func raw(from saved: termios) -> termios {
        var raw = saved
        raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | IGNCR | INLCR | INPCK | ISTRIP | IXON | PARMRK)
        raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
        raw.c_lflag |= tcflag_t(ISIG | NOFLSH)
        withUnsafeMutableBytes(of: &raw.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        return raw
    }
}

/// The functions that a handler runs too.
extension RawTerminalRestorer {
    /// Whether this process has entered the terminal and not left it.
    var isEntered: Bool {
        gate.pointee.enteredBy.load(ordering: .sequentiallyConsistent) == getpid()
    }

    /// Leaves the terminal if this process has entered it, at once or within a fraction of a
    /// second.
    func leaveFromHandler() {
        gate.pointee.endingIn.store(getpid(), ordering: .sequentiallyConsistent)
        // Without this look a child after fork(2) would wait for a thread that it does not have.
        guard isEntered else { return }
        let isLocked = lock()
        leaveLocked()
        if isLocked { unlock() }
    }

    private func leaveLocked() {
        guard isEntered else { return }
        restoreSettings()
        sendLeave()
        gate.pointee.enteredBy.store(0, ordering: .sequentiallyConsistent)
    }

    /// In the background the settings may be another job's by now, and then they stay.
    private func restoreSettings() {
        let descriptor = content.pointee.descriptor
        var now = termios()
        guard tcgetattr(descriptor, &now) == 0 else { return }
        guard tcgetpgrp(descriptor) == getpgrp() || Self.areAlike(now, content.pointee.raw) else {
            return
        }
        tcsetattr(descriptor, TCSANOW, &content.pointee.saved)
    }

    /// Writes the leave sequence. If the terminal has no room for it within ``roomMilliseconds``,
    /// the output that it has not shown yet is discarded.
    private func sendLeave() {
        let descriptor = content.pointee.descriptor
        var sent = 0
        var attempts = 0
        while sent < content.pointee.leaveCount, attempts < 3 {
            let rest = content.pointee.leaveCount - sent
            let count = Glibc.write(descriptor, leaveBytes + sent, rest)
            if count > 0 { sent += count }
            guard count < 0 else { continue }
            guard errno == EAGAIN else { return }
            attempts += 1
            if !waitForRoom() {
                tcflush(descriptor, TCOFLUSH)
                sent = 0
            }
        }
    }

    private func waitForRoom() -> Bool {
        var entry = pollfd(fd: content.pointee.descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, Self.roomMilliseconds) > 0
    }

    private static func areAlike(_ first: termios, _ second: termios) -> Bool {
        first.c_iflag == second.c_iflag && first.c_oflag == second.c_oflag
            && first.c_cflag == second.c_cflag && first.c_lflag == second.c_lflag
    }

    private func lock() -> Bool {
        var waitedMilliseconds = 0
        while gate.pointee.isBusy.exchange(true, ordering: .acquiring) {
            guard waitedMilliseconds < Self.lockMilliseconds else { return false }
            poll(nil, 0, 1)
            waitedMilliseconds += 1
        }
        return true
    }

    private func unlock() { gate.pointee.isBusy.store(false, ordering: .releasing) }
}
