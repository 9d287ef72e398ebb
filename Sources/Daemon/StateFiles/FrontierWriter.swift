import LinuxIO
import Synchronization
import Vocabulary

/// The high-water mark of what a fleet has published, kept ahead of it. A value.
///
/// After a restart fleet time follows the wall clock, which may have been set back. Then lines
/// after the present have been published already, and a command among them would change them.
/// Therefore the disk holds a promise: nothing after this instant has been published. The promise
/// is renewed before the fleet reaches it, and after a restart commands take effect beyond it.
package struct Frontier: Sendable {
    /// The promise that earlier processes left: nothing after it was published. Nil if nothing was
    /// published at all.
    package let earlier: FleetInstant?
    /// The instant of the last promise, on the disk or on its way there.
    private(set) var promised: FleetInstant
    private let reach: FleetDuration
    private var isWriting = false

    /// - Parameters:
    ///   - earlier: the promise that the folder holds.
    ///   - now: the present of the fleet at its start.
    ///   - reach: how far ahead of the present a promise lies.
    init(earlier: FleetInstant?, at now: FleetInstant, reach: FleetDuration) {
        self.earlier = earlier
        self.reach = reach
        promised = max(Self.promise(at: now, reach), earlier ?? now)
    }

    // No fleet publishes anything after the last of the presents.
    private static func promise(at now: FleetInstant, _ reach: FleetDuration) -> FleetInstant {
        min(now + reach, FleetInstant.presents.upperBound)
    }

    /// The promise to write now that the fleet is at `now`; nil while more than half of the reach
    /// is left, and while a write is under way.
    mutating func renew(at now: FleetInstant) -> FleetInstant? {
        let half = FleetDuration(ticks: reach.ticks / 2)
        let next = Self.promise(at: now, reach)
        guard !isWriting, now + half >= promised, next > promised else { return nil }
        isWriting = true
        promised = next
        return promised
    }

    /// Ends a write, successful or not. After a failure the next promise is the next attempt.
    mutating func finish() { isWriting = false }

    /// The promise that a fleet leaves when it publishes no more.
    func last(at now: FleetInstant) -> FleetInstant { max(now, earlier ?? now) }
}

/// Writes the promises of a ``Frontier`` to the disk, on a queue of its own.
///
/// The engine never waits for these writes. If the disk is late, lines beyond the promise are
/// published. A command can change such lines only if the process dies, and the clock is set back,
/// before the disk answers.
package final class FrontierWriter: Sendable {
    private let file: FrontierFile
    private let engine: QueueExecutor
    private let disk = QueueExecutor(label: "runway.frontier")
    private let state: Mutex<State>
    private let report: @Sendable (SystemFailure) -> Void

    private struct State {
        var frontier: Frontier
        /// The number of writes under way.
        var writes = 0
        var hasFailed = false
    }

    /// - Parameters:
    ///   - file: the file of the promises.
    ///   - engine: the executor on which this writer is called.
    ///   - report: called on `engine` at the first of several failures in a row.
    package init(
        _ file: FrontierFile, _ frontier: Frontier, engine: QueueExecutor,
        report: @escaping @Sendable (SystemFailure) -> Void
    ) {
        self.file = file
        self.engine = engine
        self.report = report
        state = Mutex(State(frontier: frontier))
    }

    /// Renews the promise if necessary. Call it at every tick, on the engine's executor, before
    /// anything up to `now` is published.
    package func note(_ now: FleetInstant) {
        engine.checkIsolated()
        guard let promise = state.withLock({ $0.frontier.renew(at: now) }) else { return }
        write(promise)
    }

    /// Writes how far the fleet has really published, now that it publishes no more. The next start
    /// can then let commands take effect earlier. Do not call ``note(_:)`` after this.
    package func end(at now: FleetInstant) {
        engine.checkIsolated()
        write(state.withLock { $0.frontier.last(at: now) })
    }

    /// Whether no write is under way.
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
