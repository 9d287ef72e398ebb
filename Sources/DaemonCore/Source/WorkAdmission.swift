import CatchUp
import ChannelPipeline
import Configuration
import LinuxIO
import Vocabulary
import WireProtocol

/// How much live work is promised: what the ledger estimates, scaled by what ticks really take.
extension FleetSource {
    /// Refuses what cannot fit, before its lanes are looked at. O(1)
    func checkLeastWork(of request: SubscribeRequest) throws(WireError) {
        guard request.selection == .all else { return }
        try checkWork(
            ledger.leastWorkNeeded(request.shape, lanes: fleet.flownLaneCount + lanesToCome))
    }

    /// Refuses a start that would take more of the processor than is left. Those that are on their
    /// way to the disk count as if they were there. O(subscriptions)
    func checkWorkOfStart() throws(WireError) {
        let readers = feeds.followersOfAll { live.shape(of: $0) }
        try checkWork(
            ledger.workNeeded(
                ofLane: SessionName.firstStartedLane, times: 1 + pending.starts, readers))
    }

    /// Refuses what would take more of the processor than is left.
    ///
    /// - Parameter needed: by the ledger's estimate.
    func checkWork(_ needed: LiveWork) throws(WireError) {
        guard needed.average > 0 else { return }
        let slowness = slowness()
        let promised = Self.share(ledger.work.average) * slowness
        let wanted = Self.share(needed.average) * slowness
        let most = Double(limits.processorPercent) / 100
        let taken = shareTaken()
        guard taken < most else { throw overloaded(taken) }
        // Who looks at one session is heard even where others have taken all that there is.
        let bound = wanted < Self.tiny ? most * (1 + Self.reserve) : most
        guard promised + wanted <= bound else { throw noRoom(wanted, promised) }
        let peak = Self.share(ledger.work.peak + needed.peak) * slowness
        guard needed.peak == 0 || peak <= bound else { throw tooMuchAtOnce(peak) }
    }

    private func overloaded(_ taken: Double) -> WireError {
        WireError(
            .noRoom,
            reason: "The sessions that are followed take \(Self.percent(taken)) % of a processor, "
                + "and \(limits.processorPercent) % are allowed.",
            suggestion: "Try again later.")
    }

    private func noRoom(_ wanted: Double, _ promised: Double) -> WireError {
        let most = limits.processorPercent
        let free = max(0, most - Self.percent(promised))
        let remedy = "Select fewer sessions, metrics or statistics, or ask for lines less often"
        return WireError(
            .noRoom,
            reason: "It needs about \(Self.percent(wanted)) % of a processor, and \(free) of "
                + "\(most) % are free.",
            suggestion: Self.percent(wanted) <= most
                ? "\(remedy), or try again later." : "\(remedy): it does not fit even alone.")
    }

    private func tooMuchAtOnce(_ peak: Double) -> WireError {
        let milliseconds = Int(min(peak * 1000, 1e9).rounded(.up))
        return WireError(
            .noRoom,
            reason: "The lines that are due on one instant of the clock would take about "
                + "\(milliseconds) ms, and \(limits.processorPercent * 10) ms are allowed.",
            suggestion: "Align it to the sessions, or select fewer sessions, metrics or "
                + "statistics.")
    }

    /// The share of a processor that all who follow are estimated to take.
    func promisedShare() -> Double { Self.share(ledger.work.average) * slowness() }

    private static func share(_ work: Int) -> Double { Double(work) / 1e9 }

    /// The share that ticks take by now: of what they took in ten seconds, the part of those who
    /// are still here.
    private func shareTaken() -> Double {
        let now = MonotonicClock.now
        let promised = max(load.promised(at: now), 1)
        let here = min(1, Double(ledger.work.average) / Double(promised))
        return load.share(at: now) * here
    }

    /// By how much this machine is slower than the estimate: at least 1, because those who still
    /// catch up have been promised what they do not take yet.
    private func slowness() -> Double {
        // Two seconds show at once what has been added, ten what comes in waves.
        min(max(slowness(ofLast: 10), slowness(ofLast: 2), 1), Self.slowest)
    }

    /// What ticks took against what was promised then: those who have left took their share of it.
    private func slowness(ofLast seconds: Int) -> Double {
        let now = MonotonicClock.now
        let estimate = Self.share(load.promised(at: now, ofLast: seconds))
        guard estimate >= Self.measurable else { return 1 }
        return load.share(at: now, ofLast: seconds) / estimate
    }

    /// Below this share a tick costs more than what it does for lanes.
    private static var measurable: Double { 0.05 }
    /// A machine that was asleep, or a debugger.
    private static var slowest: Double { 4 }
    /// Below this share a request is tiny, and this part beyond the bound is kept for such.
    private static var tiny: Double { 0.001 }
    private static var reserve: Double { 0.05 }

    private static func percent(_ share: Double) -> Int { Int(min(share * 100, 1e9).rounded(.up)) }
}
