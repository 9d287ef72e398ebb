import ChannelPipeline
import Configuration
import LinuxIO
import StreamServer
import Vocabulary
import WireProtocol

/// How much live work is promised: the ledger's estimate, scaled by what ticks really take.
extension Subscriptions {
    /// Refuses a subscription that cannot fit, before its lanes are looked at. O(1)
    func checkLeastWork(
        of request: SubscribeRequest, for claimant: Claimant
    ) throws(WireError) {
        guard request.selection == .all else { return }
        try checkWork(
            ledger.leastWorkNeeded(
                request.shape, lanes: fleet.flownLaneCount + clockwork.lanesToCome),
            for: claimant)
    }

    /// Refuses work that would take more of the processor than is left for a user.
    ///
    /// - Parameters:
    ///   - needed: the work, by the ledger's estimate.
    ///   - own: what the user holds; what its subscriptions hold if left out.
    func checkWork(
        _ needed: LiveWork, for claimant: Claimant = .operating, holding own: LiveWork? = nil
    ) throws(WireError) {
        guard needed.average > 0 else { return }
        let taken = shareTaken()
        guard taken < most else { throw overloaded(taken) }
        let own = own ?? holding(of: claimant.user).work
        let (wanted, room) = room(
            for: claimant, needed.average, holding: own.average, of: ledger.work.average)
        guard Self.work(wanted) <= room.free else { throw noRoom(wanted, room) }
        guard needed.peak > 0 else { return }
        let (peak, peakRoom) = self.room(
            for: claimant, needed.peak, holding: own.peak, of: ledger.work.peak)
        guard Self.work(peak) <= peakRoom.free else { throw tooMuchAtOnce(peak, peakRoom) }
    }

    private var most: Double { Double(limits.processorPercent) / 100 }

    /// The wanted share of a processor, and the room that is free for the user; by the estimates.
    private func room(
        for claimant: Claimant, _ needed: Int, holding own: Int, of total: Int
    ) -> (wanted: Double, SharedRoom) {
        let slowness = slowness()
        let wanted = Self.share(needed) * slowness
        let held = Self.share(own) * slowness
        // A user who looks at one session is served even if others have taken all that there is.
        let isTiny = claimant.isOperator ? wanted < Self.tiny : wanted + held < Self.tiny
        let room = SharedRoom(
            for: isTiny ? .operating : claimant, holding: Self.work(held),
            of: Self.work(Self.share(total) * slowness),
            among: shares.holders(with: claimant.user),
            limit: Self.work(isTiny ? most * (1 + Self.reserve) : most), name: "processor_percent"
        ) { "\(Self.percent(Self.share($0))) % of a processor" }
        return (wanted, room)
    }

    private func overloaded(_ taken: Double) -> WireError {
        WireError(
            .noRoom,
            reason: "The sessions that are followed take \(Self.percent(taken)) % of a processor, "
                + "and \(limits.processorPercent) % are allowed.",
            suggestion: "Try again later.")
    }

    private func noRoom(_ wanted: Double, _ room: SharedRoom) -> WireError {
        shares.noteRefused()
        let free = Int(Self.share(room.free) * 100)
        return room.refusal(
            "It needs about \(Self.percent(wanted)) % of a processor, and \(free) of "
                + "\(limits.processorPercent) % are free",
            remedy: "Select fewer sessions, metrics or statistics, or ask for lines less often",
            couldFit: Self.work(wanted) <= room.most)
    }

    private func tooMuchAtOnce(_ peak: Double, _ room: SharedRoom) -> WireError {
        shares.noteRefused()
        let all = peak + Self.share(ledger.work.peak) * slowness()
        let milliseconds = Int(min(all * 1000, 1e9).rounded(.up))
        return room.refusal(
            "The lines that are due on one instant of the clock would take about "
                + "\(milliseconds) ms, and \(limits.processorPercent * 10) ms are allowed",
            remedy: "Align it to the sessions, or select fewer sessions, metrics or statistics",
            couldFit: true)
    }

    /// The share of a processor that all subscriptions are estimated to take.
    func promisedShare() -> Double { Self.share(ledger.work.average) * slowness() }

    private static func share(_ work: Int) -> Double { Double(work) / 1e9 }
    private static func work(_ share: Double) -> Int { Int(min(share, 1e8) * 1e9) }

    /// The share that ticks take now: their share in the last ten seconds, times the part of the
    /// work promised then that is still promised.
    private func shareTaken() -> Double {
        let now = MonotonicClock.now
        let promised = max(clockwork.load.promised(at: now), 1)
        let here = min(1, Double(ledger.work.average) / Double(promised))
        return clockwork.load.share(at: now) * here
    }

    /// By how much this machine is slower than the estimate: at least 1, because subscriptions that
    /// still catch up have been promised work that they do not take yet.
    private func slowness() -> Double {
        // Two seconds show at once what has been added, ten seconds show what comes in waves.
        min(max(slowness(ofLast: 10), slowness(ofLast: 2), 1), Self.slowest)
    }

    /// What ticks took against what was promised then, also to subscriptions that have ended since.
    private func slowness(ofLast seconds: Int) -> Double {
        let now = MonotonicClock.now
        let estimate = Self.share(clockwork.load.promised(at: now, ofLast: seconds))
        guard estimate >= Self.measurable else { return 1 }
        return clockwork.load.share(at: now, ofLast: seconds) / estimate
    }

    /// Below this share the ticks themselves cost more than their work for lanes.
    private static var measurable: Double { 0.05 }
    /// More than this shows a machine that was asleep, or a debugger.
    private static var slowest: Double { 4 }
    /// Below this share a request is tiny; ``reserve`` is the part beyond the limit kept for such.
    private static var tiny: Double { 0.001 }
    private static var reserve: Double { 0.05 }

    private static func percent(_ share: Double) -> Int { Int(min(share * 100, 1e9).rounded(.up)) }
}
