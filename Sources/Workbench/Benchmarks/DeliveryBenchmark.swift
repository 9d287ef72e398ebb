import LinuxIO
import StreamServer

/// The cost for a hub of handing a line to each of its subscribers, compared with bare sends of the
/// same bytes to the same sockets.
///
/// Sending takes most of the time, in the kernel. To count the instructions of the program alone,
/// which are the same every time, run
///
///     MALLOC_TRACE=/dev/null valgrind --tool=callgrind --toggle-collect='*HubC7publish*' \
///         Benchmarks delivery
///
/// and divide what it collects by the lines printed here: 152 a line with Swift 6.3 on x86-64.
enum DeliveryBenchmark {
    private static let subscribers = 500
    private static let roundTicks = 40
    private static let rounds = 9
    /// The greatest ratio of the hub's time to the time of the bare sends.
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

    /// The allocations allowed for the list of channels that have lines, made once a tick.
    private static let allowedAllocations = 8 * roundTicks

    /// - Parameter work: what is done with the sockets; the readers are not measured.
    private static func nanosecondsPerLine(_ work: () -> Int64) -> Double {
        Double(work()) * 1000 / Double(roundTicks * subscribers)
    }
}
