import ChannelPipeline
import Configuration
import LinuxIO
import Vocabulary
import WireProtocol

/// How much live work is promised: what the ledger estimates, scaled by what ticks really take.
extension FleetSource {
    /// Refuses what would take more of the processor than is left.
    ///
    /// - Parameter needed: nanoseconds a second, by the ledger's estimate.
    func checkWork(_ needed: Int) throws(WireError) {
        let promised = promisedShare()
        let wanted = share(of: needed)
        guard needed > 0, (promised + wanted) * 100 > Double(limits.processorPercent) else {
            return
        }
        let most = limits.processorPercent
        let free = max(0, most - Self.percent(promised))
        let remedy = "Select fewer sessions, metrics or statistics, or ask for lines less often"
        throw WireError(
            .noRoom,
            reason: "It needs about \(Self.percent(wanted)) % of a processor, and \(free) of "
                + "\(most) % are free.",
            suggestion: Self.percent(wanted) <= most
                ? "\(remedy), or try again later." : "\(remedy): it does not fit even alone.")
    }

    /// The share of a processor that all who follow are estimated to take.
    func promisedShare() -> Double { share(of: ledger.work) }

    private func share(of work: Int) -> Double { Double(work) / 1e9 * slowness() }

    /// By how much this machine is slower than the estimate: at least 1, because those who still
    /// catch up have been promised what they do not take yet.
    private func slowness() -> Double {
        // Two seconds show at once what has been added, ten what comes in waves.
        min(max(slowness(ofLast: 10), slowness(ofLast: 2), 1), Self.slowest)
    }

    /// What ticks took against what was promised then: those who have left took their share of it.
    private func slowness(ofLast seconds: Int) -> Double {
        let now = MonotonicClock.now
        let estimate = Double(load.promised(at: now, ofLast: seconds)) / 1e9
        guard estimate >= Self.measurable else { return 1 }
        return load.share(at: now, ofLast: seconds) / estimate
    }

    /// Below this share a tick costs more than what it does for lanes.
    private static var measurable: Double { 0.05 }
    /// A machine that was asleep, or a debugger.
    private static var slowest: Double { 4 }

    private static func percent(_ share: Double) -> Int { Int(min(share * 100, 1e9).rounded(.up)) }
}
