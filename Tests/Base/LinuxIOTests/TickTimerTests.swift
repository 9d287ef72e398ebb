import Glibc
import LinuxIO
import Synchronization
import TestSupport
import Testing
import Vocabulary

@Suite struct TickTimerTests {
    private let executor = QueueExecutor(label: "ticks")

    @Test func `it calls again and again, on the queue`() async {
        let (ticks, continuation) = AsyncStream<MonotonicInstant>.makeStream()
        let timer = TickTimer(on: executor) { [executor] in
            executor.checkIsolated()
            continuation.yield(MonotonicClock.now)
        }
        let start = MonotonicClock.now + .milliseconds(1)
        timer.start(at: start, every: .milliseconds(1))
        let instants = await first(5, of: ticks)
        timer.cancel()
        #expect(instants.allSatisfy { $0 >= start })
        #expect(instants == instants.sorted())
    }

    @Test func `calls never run ahead of the schedule, which merges what was missed`() async {
        let (ticks, continuation) = AsyncStream<MonotonicInstant>.makeStream()
        let timer = TickTimer(on: executor) { continuation.yield(MonotonicClock.now) }
        let period = Duration.milliseconds(2)
        let start = MonotonicClock.now
        timer.start(at: start, every: period)
        let instants = await first(20, of: ticks)
        timer.cancel()
        for (index, instant) in instants.enumerated() {
            #expect(instant >= start + period * index, "call \(index)")
        }
    }

    @Test func `its thread is as nice as the process, whatever its queue asks for`() async {
        let (ticks, continuation) = AsyncStream<Int32>.makeStream()
        let timer = TickTimer(on: executor) { continuation.yield(niceness(of: 0)) }
        timer.start(at: 1, every: .milliseconds(1))
        #expect(await first(1, of: ticks) == [niceness(of: id_t(getpid()))])
        timer.cancel()
    }

    @Test func `a start long past is made up by one call`() async {
        let (ticks, continuation) = AsyncStream<Void>.makeStream()
        let timer = TickTimer(on: executor) { continuation.yield() }
        let hour = Duration.seconds(3600)
        timer.start(at: 1, every: hour)
        #expect(await first(1, of: ticks).count == 1)
        timer.cancel()
    }

    @Test func `a timer cancelled on its queue is silent`() async {
        let calls = Atomic(0)
        let timer = TickTimer(on: executor) { calls.add(1, ordering: .relaxed) }
        // Due at once, the call can only wait behind the work that cancels it.
        await onQueue {
            timer.start(at: 1, every: .milliseconds(1))
            timer.cancel()
        }
        await onQueue {}
        #expect(calls.load(ordering: .relaxed) == 0)
    }

    @Test func `a timer can be started again, running or not`() async {
        let (ticks, continuation) = AsyncStream<Void>.makeStream()
        let timer = TickTimer(on: executor) { continuation.yield() }
        let hour = Duration.seconds(3600)
        timer.start(at: MonotonicClock.now + hour, every: hour)
        timer.start(at: 1, every: .milliseconds(1))
        #expect(await first(3, of: ticks).count == 3)
        timer.cancel()
        timer.cancel()
        timer.start(at: 1, every: .milliseconds(1))
        #expect(await first(3, of: ticks).count == 3)
        timer.cancel()
    }

    @Test func `a period of nothing traps`() async {
        await #expect(processExitsWith: .failure) {
            TickTimer(on: QueueExecutor(label: "ticks")) {}
                .start(at: 1, every: .zero)
            exit(EXIT_SUCCESS)
        }
    }

    private func first<Element: Sendable>(
        _ count: Int, of stream: AsyncStream<Element>
    ) async -> [Element] {
        var elements: [Element] = []
        for await element in stream {
            elements.append(element)
            if elements.count == count { break }
        }
        return elements
    }

    private func onQueue(_ work: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            executor.run {
                work()
                continuation.resume()
            }
        }
    }
}
