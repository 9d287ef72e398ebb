import CatchUp
import ChannelPipeline
import Vocabulary
import WireProtocol

/// What subscriptions are told of commands that have been forgotten.
extension Subscriptions {
    /// Forgets commands that are no longer in the journal. Replays go on with what they know.
    func forget(_ forgotten: ForgottenSessions) {
        beginReplays(before: forgotten.retention)
        live.forget(forgotten)
        for replay in feeds.replays { replay.goOn(with: fleet) }
    }

    /// Whether replays keep few enough books of what was forgotten before. Each time that the fleet
    /// forgets, replays that lag behind may keep one book more.
    var mayForgetAgain: Bool { Replay.bookCount(of: feeds.replays) < Self.mostBooks }
    private static var mostBooks: Int { 4 }

    /// Begins the replays of subscriptions that need what is about to be forgotten: a replay that
    /// began later would not know it.
    private func beginReplays(before retention: CommandRetention) {
        guard let oldest = retention.latest else { return }
        for waiting in feeds.endWaits(before: StreamPosition(after: oldest)) {
            if let leaving = waiting.leaving {
                live.leave(leaving.channel, choices(of: leaving.lanes))
            }
            feeds.begin(waiting.feed, with: replay(of: waiting.opening))
        }
    }

    /// The oldest instant at which all lines of a selection can be computed; nil if that is as old
    /// as fleet time.
    ///
    /// - Parameters:
    ///   - fromStart: whether only sessions that fly now are asked for.
    ///   - withEntries: whether entries by hand are asked for.
    func oldestInstant(
        of selection: SessionSelection, fromStart: Bool = false, withEntries: Bool = false
    ) -> FleetInstant? {
        let retention = fleet.commands.retention
        let entries = withEntries ? retention.entries : nil
        guard case .some(let selected) = selection else {
            let sessions = fromStart ? retention.own : retention.latestOfSessions
            return [sessions, entries].compactMap { $0 }.max()
        }
        let oldest = selected.map { selected in
            if selected.flownLane < .firstStarted { return retention.own }
            return fleet.commands.isForgotten(selected.flownLane) ? retention.started : nil
        }
        return (oldest + [entries]).compactMap { $0 }.max()
    }

    func oldestInstant(
        of request: SubscribeRequest, fromStart: Bool = false
    ) -> FleetInstant? {
        oldestInstant(
            of: request.selection, fromStart: fromStart,
            withEntries: request.shape.kinds.contains(.entry))
    }

    /// Refuses a subscription while the fleet stands before the instant since which its commands
    /// are known, as it may after a restart with the clock set back.
    func checkClock(for request: SubscribeRequest) throws(WireError) {
        guard let oldest = oldestInstant(of: request), live.present < StreamPosition(after: oldest)
        else { return }
        throw WireError(
            .clockBehind,
            reason:
                "Live commands are kept from \(oldest.calendarTime) on, and the fleet's present "
                + "is \(live.now.calendarTime): the machine's clock was set back.",
            suggestion: "Try again then, or set the machine's clock and start the daemon again.")
    }

    /// Refuses sessions that are asked for by name and from their start, and whose commands have
    /// been forgotten.
    func checkRemembered(_ selection: SessionSelection) throws(WireError) {
        guard case .some(let selected) = selection, let oldest = fleet.commands.retention.own else {
            return
        }
        for sessions in selected {
            guard !sessions.isBook, let lap = sessions.lap else { continue }
            let session = SessionName(lane: sessions.lane, lap: lap)
            guard let settled = fleet.settled(session), settled < oldest,
                session.lane < .firstStarted
            else { continue }
            throw expired(before: oldest)
        }
    }

    /// - Parameter oldest: the instant from which on lines can be computed.
    func expired(before oldest: FleetInstant) -> WireError {
        let anchor = Anchor(identity: fleet.identity, position: StreamPosition(after: oldest))
        let what =
            oldest == FleetInstant.presents.lowerBound ? "Fleets fly" : "Live commands are kept"
        return WireError(
            .anchorExpired, reason: "\(what) from \(oldest.calendarTime) on, and it is older.",
            suggestion: "Use \"\(anchor)\", the oldest that works.", field: "after")
    }
}
