import Glibc
import LinuxIO
import Synchronization
import Testing

/// Signals belong to the whole process: each test uses one of its own, or a process of its own.
@Suite struct SignalTests {
    @Test func `a source tells its handler of each signal`() async throws {
        let executor = QueueExecutor(label: "signals")
        let (signals, continuation) = AsyncStream<Signal>.makeStream()
        let source = try SignalSource([.user1], on: executor) { signal in
            executor.checkIsolated()
            continuation.yield(signal)
        }
        var seen = 0
        kill(getpid(), SIGUSR1)
        for await signal in signals {
            #expect(signal == .user1)
            seen += 1
            if seen == 3 { break }
            kill(getpid(), SIGUSR1)
        }
        source.cancel()
        source.cancel()
        #expect(seen == 3)
    }

    @Test func `a descriptor becomes readable with the signal`() throws {
        let signals = try SignalDescriptor([.user2])
        #expect(try signals.next() == nil)
        #expect(try !Poll.readable(signals.raw, timeout: .zero))
        kill(getpid(), SIGUSR2)
        #expect(try waitForNext(signals) == .user2)
        #expect(try signals.next() == nil)
    }

    @Test func `one descriptor takes several signals, told apart`() async {
        await #expect(processExitsWith: .success) {
            let signals = try SignalDescriptor([.interrupt, .terminate, .hangUp])
            var seen: Set<Signal> = []
            for number in [SIGTERM, SIGINT, SIGHUP] { kill(getpid(), number) }
            while seen.count < 3 {
                _ = try Poll.readable(signals.raw, timeout: nil)
                while let signal = try signals.next() { seen.insert(signal) }
            }
            precondition(seen == [.interrupt, .terminate, .hangUp])
        }
    }

    @Test func `what a signal did before, it does again afterwards`() throws {
        var before = sigaction()
        var during = sigaction()
        var after = sigaction()
        sigaction(SIGWINCH, nil, &before)
        let signals = try SignalDescriptor([.windowChange])
        sigaction(SIGWINCH, nil, &during)
        discard(signals)
        sigaction(SIGWINCH, nil, &after)
        #expect(address(of: during) != address(of: before))
        #expect(address(of: after) == address(of: before))
    }

    @Test func `a cancelled source lets the signal end the process again`() async {
        await #expect(processExitsWith: .signal(SIGUSR1)) {
            let source = try SignalSource([.user1], on: QueueExecutor(label: "signals")) { _ in }
            source.cancel()
            pthread_kill(pthread_self(), SIGUSR1)
            var set = sigset_t()
            sigfillset(&set)
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
        }
    }

    @Test func `a broken pipe can be made an error`() async {
        await #expect(processExitsWith: .exitCode(3)) {
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            close(ends[0])
            Signal.ignoreBrokenPipe()
            exit(write(ends[1], "x", 1) == -1 && errno == EPIPE ? 3 : 4)
        }
    }

    @Test(arguments: [
        (Signal.hangUp, SIGHUP), (.interrupt, SIGINT), (.user1, SIGUSR1), (.user2, SIGUSR2),
        (.terminate, SIGTERM), (.windowChange, SIGWINCH), (.quit, SIGQUIT), (.continue, SIGCONT),
        (.suspend, SIGTSTP),
    ])
    func `each signal has its number`(signal: Signal, number: Int32) {
        #expect(signal.rawValue == number)
    }

    @Test func `every signal can be taken, the stops too`() async {
        await #expect(processExitsWith: .success) {
            let signals = try SignalDescriptor(Signal.allCases)
            for signal in Signal.allCases {
                kill(getpid(), signal.rawValue)
                _ = try Poll.readable(signals.raw, timeout: nil)
                while true {
                    guard let next = try signals.next() else { continue }
                    precondition(next == signal)
                    break
                }
            }
        }
    }

    @Test func `a signal comes to each other thread at most once, and always arrives`() async {
        await #expect(processExitsWith: .success) {
            let bystanders = Bystanders(count: 3)
            let signals = try SignalDescriptor([.user1])
            for _ in 1...200 {
                kill(getpid(), SIGUSR1)
                while try signals.next() == nil {
                    _ = try Poll.readable(signals.raw, timeout: nil)
                }
            }
            precondition(bystanders.interruptions <= 3)
        }
    }

    /// The descriptor may call too early, while a thread sends the signal on.
    private func waitForNext(_ signals: borrowing SignalDescriptor) throws -> Signal {
        while true {
            _ = try Poll.readable(signals.raw, timeout: nil)
            if let signal = try signals.next() { return signal }
        }
    }

    private func discard(_ signals: consuming SignalDescriptor) {}

    private func address(of action: sigaction) -> UInt {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    }
}

/// Threads that wait for signals and hold none back.
private struct Bystanders {
    private final class Counter: Sendable {
        let interruptions = Atomic<Int>(0)
    }

    private let counter = Counter()

    var interruptions: Int { counter.interruptions.load(ordering: .relaxed) }

    init(count: Int) {
        for _ in 0..<count {
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { context in
                    guard let context else { return nil }
                    let counter = Unmanaged<Counter>.fromOpaque(context).takeRetainedValue()
                    var none = sigset_t()
                    sigemptyset(&none)
                    pthread_sigmask(SIG_SETMASK, &none, nil)
                    while true {
                        pause()
                        counter.interruptions.add(1, ordering: .relaxed)
                    }
                }, Unmanaged.passRetained(counter).toOpaque())
        }
    }
}
