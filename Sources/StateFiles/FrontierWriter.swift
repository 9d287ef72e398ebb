import LinuxIO
import Synchronization
import Vocabulary

/// How far a fleet may have published, written down ahead of it: a value.
///
/// Where a restarted fleet stands follows the wall clock, which can have been set back: then lines
/// after its present have been published already, and a command that took effect among them would
/// make others of them. Therefore a promise that nothing beyond an instant has been published is
/// kept on the disk and renewed in time; after a restart commands take effect beyond it.
package struct Frontier: Sendable {
    /// Nothing beyond it was published before this process; nil if nothing was published at all.
    package let earlier: FleetInstant?
    /// What the last promise names, on the disk or on its way there.
    private(set) var promised: FleetInstant
    private let reach: FleetDuration
    private var isWriting = false

    /// - Parameters:
    ///   - earlier: the promise that was found.
    ///   - now: where the fleet begins.
    ///   - reach: how far ahead of the present a promise goes.
    init(earlier: FleetInstant?, at now: FleetInstant, reach: FleetDuration) {
        self.earlier = earlier
        self.reach = reach
        promised = max(Self.promise(at: now, reach), earlier ?? now)
    }

    /// Nothing is ever published beyond the last of ``FleetInstant/presents``.
    private static func promise(at now: FleetInstant, _ reach: FleetDuration) -> FleetInstant {
        min(now + reach, FleetInstant.presents.upperBound)
    }

    /// The promise to be written when the fleet comes to `now`; nil as long as half of the reach
    /// is left, or a write is under way.
    mutating func renew(at now: FleetInstant) -> FleetInstant? {
        let half = FleetDuration(ticks: reach.ticks / 2)
        let next = Self.promise(at: now, reach)
        guard !isWriting, now + half >= promised, next > promised else { return nil }
        isWriting = true
        promised = next
        return promised
    }

    /// A write has ended, well or not: after a failure the next promise is another try.
    mutating func finish() { isWriting = false }

    /// What a fleet that publishes no more leaves behind.
    func last(at now: FleetInstant) -> FleetInstant { max(now, earlier ?? now) }
}

/// Keeps a ``Frontier`` on the disk without keeping the engine waiting.
///
/// A disk that is silent is not waited for: what is published beyond the promise meanwhile can only
/// be told otherwise if the process dies, and the clock is set back, before the disk answers.
package final class FrontierWriter: Sendable {
    private let file: FrontierFile
    private let engine: QueueExecutor
    private let disk = QueueExecutor(label: "runway.frontier")
    private let state: Mutex<State>
    private let report: @Sendable (SystemFailure) -> Void

    private struct State {
        var frontier: Frontier
        /// Writes under way.
        var writes = 0
        var hasFailed = false
    }

    /// - Parameters:
    ///   - file: where promises are kept.
    ///   - engine: where it is called.
    ///   - report: called there when a promise cannot be kept, once until one can be again.
    package init(
        _ file: FrontierFile, _ frontier: Frontier, engine: QueueExecutor,
        report: @escaping @Sendable (SystemFailure) -> Void
    ) {
        self.file = file
        self.engine = engine
        self.report = report
        state = Mutex(State(frontier: frontier))
    }

    /// Renews the promise in time. Call it at every tick on the engine's executor, before anything
    /// up to `now` is published.
    package func note(_ now: FleetInstant) {
        engine.checkIsolated()
        guard let promise = state.withLock({ $0.frontier.renew(at: now) }) else { return }
        write(promise)
    }

    /// Says where a fleet has come to that publishes no more, so that the next start need not keep
    /// commands away from what was only promised. Nothing may be noted any more.
    package func end(at now: FleetInstant) {
        engine.checkIsolated()
        write(state.withLock { $0.frontier.last(at: now) })
    }

    /// Whether everything that was to be written has been, or could not be.
    package var isSettled: Bool { state.withLock { $0.writes == 0 } }

    private func write(_ promise: FleetInstant) {
        state.withLock { $0.writes += 1 }
        disk.run {
            var failure: SystemFailure?
            do throws(SystemFailure) {
                try self.file.promise(promise)
            } catch {
                failure = error
            }
            self.engine.run { [failure] in self.finish(failure) }
        }
    }

    private func finish(_ failure: SystemFailure?) {
        let isNews = state.withLock { state in
            state.writes -= 1
            state.frontier.finish()
            defer { state.hasFailed = failure != nil }
            return !state.hasFailed
        }
        if let failure, isNews { report(failure) }
    }
}
