import ChannelPipeline
import Configuration
import LinuxIO
import StateFiles
import StreamServer

/// How a daemon ends.
extension Daemon {
    /// How long peers may take to read their farewell.
    static let farewellMicroseconds: Int64 = 1_000_000

    /// Says goodbye to all peers and ends once they have read it, or after a second.
    package func stop(because reason: String) {
        guard endBy == nil else { return }
        log(.info, "ending: \(reason)")
        log.tellRepeats(at: .max)
        endBy = clock() + Self.farewellMicroseconds
        service?.end(at: clock())
        hub.sayGoodbye()
        frontier?.end(at: source.live.now)
        executor.run { [weak self] in
            self?.assumeIsolated { $0.finishFarewell(at: $0.clock()) }
        }
    }

    /// Ends if every peer has been told everything, or the time for it is over.
    ///
    /// - Parameter now: microseconds of the monotonic clock.
    func finishFarewell(at now: Int64) {
        let isDone = hub.isDrained && frontier?.isSettled ?? true
        guard !hasEnded, isDone || now >= (endBy ?? now) else { return }
        timer?.cancel()
        readiness?.cancel()
        signals?.cancel()
        hub.close()
        hasEnded = true
        for waiter in waiters { waiter.resume() }
        waiters.removeAll()
    }

    /// Returns once the daemon has ended.
    package func waitUntilEnd() async {
        guard !hasEnded else { return }
        await withCheckedContinuation { waiters.append($0) }
    }
}
