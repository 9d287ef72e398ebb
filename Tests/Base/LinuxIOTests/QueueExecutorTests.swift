import Dispatch
import Glibc
import LinuxIO
import Synchronization
import Testing

@Suite struct QueueExecutorTests {
    @Test func `a timer's handler enters the actor without a hop`() async {
        let (ticks, continuation) = AsyncStream<Int>.makeStream()
        let counter = Counter { continuation.yield($0) }
        await counter.start()
        var seen: [Int] = []
        for await tick in ticks {
            seen.append(tick)
            if seen.count == 5 { break }
        }
        await counter.stop()
        #expect(seen == [1, 2, 3, 4, 5])
    }

    @Test func `work and awaited calls run one after another on the queue`() async {
        let counter = Counter { _ in }
        for _ in 0..<100 {
            counter.executor.run { [counter] in counter.assumeIsolated { $0.count() } }
        }
        #expect(await counter.total == 100)
    }

    @Test func `waiting ends with the work that was there, or with the patience`() {
        let executor = QueueExecutor(label: "waited for")
        let work = Mutex(0)
        for _ in 0..<100 { executor.run { work.withLock { $0 += 1 } } }
        #expect(executor.wait(within: .seconds(60)))
        #expect(work.withLock { $0 } == 100)
        let gate = DispatchGroup()
        gate.enter()
        executor.run { gate.wait() }
        #expect(!executor.wait(within: .milliseconds(1)))
        gate.leave()
        #expect(executor.wait(within: .seconds(60)))
    }

    @Test func `entering the actor from elsewhere traps`() async {
        await #expect(processExitsWith: .failure) {
            func enter(_ counter: Counter) { counter.assumeIsolated { $0.count() } }
            enter(Counter { _ in })
            exit(EXIT_SUCCESS)
        }
    }

    private actor Counter {
        nonisolated let executor = QueueExecutor(label: "counter")
        private let report: @Sendable (Int) -> Void
        private var timer: TickTimer?
        private(set) var total = 0

        init(report: @escaping @Sendable (Int) -> Void) { self.report = report }

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
        }

        func start() {
            let timer = TickTimer(on: executor) { [weak self] in
                self?.assumeIsolated { $0.count() }
            }
            timer.start(at: MonotonicClock.now, every: .milliseconds(1))
            self.timer = timer
        }

        func stop() { timer?.cancel() }

        func count() {
            total += 1
            report(total)
        }
    }
}
