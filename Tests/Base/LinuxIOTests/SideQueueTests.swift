import Dispatch
import Testing

@testable import LinuxIO

@Suite struct SideQueueTests {
    /// How much is being done, now and at most.
    private final class Gauge: Sendable {
        private let lock = DispatchQueue(label: "gauge")
        private nonisolated(unsafe) var counts = (now: 0, most: 0, ended: 0)

        func enter() {
            lock.sync {
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
        }

        func leave() { lock.sync { counts.now -= 1 } }
        func end() { lock.sync { counts.ended += 1 } }
        var most: Int { lock.sync { counts.most } }
        var ended: Int { lock.sync { counts.ended } }
    }

    @Test(arguments: 1...3)
    func `every piece is done once, by no more threads than allowed`(threads: Int) {
        let (queue, gauge) = (SideQueue<Int>(), Gauge())
        var results: [Int: Int] = [:]
        for round in 0..<20 {
            for number in round * 10..<round * 10 + 10 {
                queue.add(number, threads: threads) {
                    gauge.enter()
                    defer { gauge.leave() }
                    return number * number
                } then: {
                    gauge.end()
                }
            }
            while results.count < round * 10 + 10 {
                for (number, result) in queue.consume() {
                    #expect(results[number] == nil)
                    results[number] = result
                }
            }
        }
        #expect(results == Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, $0 * $0) }))
        #expect(gauge.most <= threads)
        while gauge.ended < 200 {}
    }
}
