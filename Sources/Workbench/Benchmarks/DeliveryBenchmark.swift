import LinuxIO
import StreamServer

/// What it costs a hub to hand a line to each of its subscribers, beside bare sends of the same
/// bytes to the same sockets.
///
/// Sending takes most of it, in the kernel. For the instructions of the program alone, which are
/// the same at every run:
///
///     MALLOC_TRACE=/dev/null valgrind --tool=callgrind --toggle-collect='*HubC7publish*' \
///         Benchmarks delivery
///
/// and divide what it has collected by the lines that are told here: 152 of Swift 6.3 on x86-64.
enum DeliveryBenchmark {
    private static let subscribers = 500
    private static let roundTicks = 40
    private static let rounds = 9
    /// Times as long as the bare sends take.
    private static let greatestRatio = 1.6

    /// - Returns: whether ratio and allocations are as promised.
    static func run() -> Bool {
        AllocationCount.prepare()
        var hub: [Double] = []
        var bare: [Double] = []
        do throws(SystemFailure) {
            let scene = try DeliveryScene(subscribers: subscribers)
            for _ in 0..<rounds {
                hub.append(nanosecondsPerLine { scene.publish(ticks: roundTicks) })
                bare.append(nanosecondsPerLine { scene.sendBare(ticks: roundTicks) })
            }
            let ratio = Median.of(zip(hub, bare).map { $0 / $1 })
            print("delivery       \(Int(Median.of(hub))) ns a line, \(scene.delivered) lines to")
            print("               \(subscribers) subscribers, generation and encoding included")
            print("bare sends     \(Int(Median.of(bare))) ns a line")
            print("ratio          \((ratio * 100).rounded() / 100), \(greatestRatio) allowed")
            let allocations = AllocationCount.during { scene.publish(ticks: roundTicks) }
            print("allocations    \(allocations) in \(roundTicks) ticks, ", terminator: "")
            print("\(allowedAllocations) allowed: none for a line")
            return ratio <= greatestRatio && allocations <= allowedAllocations
        } catch {
            print("delivery       \(error)")
            return false
        }
    }

    /// The list of channels that have lines, made once a tick.
    private static let allowedAllocations = 8 * roundTicks

    /// - Parameter work: what is done with the sockets; who reads is not measured.
    private static func nanosecondsPerLine(_ work: () -> Int64) -> Double {
        Double(work()) * 1000 / Double(roundTicks * subscribers)
    }
}
