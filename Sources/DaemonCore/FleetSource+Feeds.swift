import ChannelPipeline
import Statistics
import StreamServer
import Vocabulary
import WireProtocol

/// How a subscription catches up with the present and goes on with it.
extension FleetSource {
    func advance(_ number: Int, bytes: Int) -> Bool {
        switch feeds[number].state {
        case .opened(let opening): begin(number, opening, bytes)
        case .recalling(let recall): advance(number, recall, bytes)
        case .replaying(let replay): advance(number, replay, bytes)
        case .live: true
        }
    }

    /// Takes what is missing from memory if it is there, else begins to compute it.
    private func begin(_ number: Int, _ opening: FleetFeed.Opening, _ bytes: Int) -> Bool {
        if mayRecall(opening), let channel = channel(recalling: opening),
            let snapshots = opening.snapshots ?? snapshots(of: opening)
        {
            leaders.remove(number)
            if opening.isResume { resumes.recalled += 1 }
            let recall = FleetFeed.Recall(channel, opening, snapshots)
            live.follow(channel, opening.choices)
            feeds[number].state = .recalling(recall)
            return advance(number, recall, bytes)
        }
        guard !opening.isOfNow || mayBegin(number, opening) else { return false }
        if opening.isResume { resumes.recomputed += 1 }
        if opening.standing == nil { feedsComputed += 1 }
        let replay = live.replay(
            opening.shape, opening.choices, from: opening.start, opened: opening.present,
            tellsSnapshots: !opening.hasBeenTold, standing: opening.standing, schedule: schedule)
        feeds[number].state = .replaying(replay)
        return advance(number, replay, bytes)
    }

    private func mayBegin(_ number: Int, _ opening: FleetFeed.Opening) -> Bool {
        if opening.standing != nil || isLive(opening) {
            return leaders.mayGoOn(number, opening.shape, at: lastTick)
        }
        let lanes = followsAll(number) ? nil : opening.choices
        return leaders.mayBegin(number, opening.shape, lanes, at: lastTick)
    }

    func channel(recalling opening: FleetFeed.Opening) -> Int? {
        live.channel(recalling: opening.shape, opening.choices, after: opening.beginning)
    }

    /// How the sessions stood at the beginning; nil if that is no longer known, or if they are so
    /// many that it would take too long at once.
    private func snapshots(of opening: FleetFeed.Opening) -> FleetFeed.Snapshots? {
        guard opening.choices.count <= Self.snapshotsAtOnce else { return nil }
        let snapshots = FleetFeed.Snapshots()
        let isKnown = live.appendSnapshots(
            of: opening.choices, after: opening.beginning, to: &snapshots.block)
        return isKnown ? snapshots : nil
    }

    /// Notes how the sessions stand for those who begin now and whose turn has not come, before the
    /// fleet goes on: their lines may come from memory then, but what was before them does not.
    func noteBeginnings() {
        var room = Self.lanesAtOnce
        for number in openedNow {
            guard case .opened(let opening) = feeds[number].state, opening.isOfNow else { continue }
            noteLanes(for: opening, room: &room)
            guard mayRecall(opening), opening.snapshots == nil, channel(recalling: opening) != nil
            else { continue }
            opening.snapshots = snapshots(of: opening)
        }
        openedNow.removeAll(keepingCapacity: openedNow.count < 1000)
    }

    /// A few milliseconds. More lanes than that say more in a few ticks than is kept.
    private static var snapshotsAtOnce: Int { 1024 }

    private func advance(_ number: Int, _ recall: FleetFeed.Recall, _ bytes: Int) -> Bool {
        let snapshots = recall.snapshots.block.entries.count
        while recall.told < snapshots {
            recalled.append(recall.snapshots.block, lines: recall.told..<recall.told + 1)
            recall.told += 1
            guard recalled.bytes.count < bytes else { return false }
        }
        guard live.recalls(recall.channel, after: recall.position) else {
            guard recalled.isEmpty else { return false }
            // The reader has been slower than the lines that followed.
            live.leave(recall.channel, choices(of: feeds[number]))
            let rest = recall.rest
            feeds[number].state = .opened(rest)
            return false
        }
        while let position = live.recall(
            recall.channel, after: recall.position, bytes: bytes,
            isPaced: schedule.speed.isPaced, into: &recalled)
        {
            recall.position = position
            guard recalled.bytes.count < bytes else { return false }
        }
        return true
    }

    private func advance(_ number: Int, _ replay: Replay, _ bytes: Int) -> Bool {
        leaders.progressed(number, at: lastTick)
        handLanes(of: replay)
        shareWork(of: replay, number)
        return replay.advance(to: live.now, steps: Self.sliceSteps, bytes: bytes)
    }

    func isWaiting(_ number: Int) -> Bool { leaders.isWaiting(number) }

    func takeReleases() -> Int { leaders.takeReleases() }

    func takeLines(of number: Int, _ body: (borrowing LineBlock) -> Void) {
        switch feeds[number].state {
        case .recalling:
            body(recalled)
            recalled.removeAll()
        case .replaying(let replay): replay.takeLines(body)
        case .opened, .live: return
        }
    }

    func join(_ number: Int) -> Int {
        let channel: Int
        switch feeds[number].state {
        case .opened: preconditionFailure("feed \(number) joins before it has begun")
        case .live(let joined): return Int(joined)
        case .recalling(let recall):
            channel = recall.channel
            endReplay(number, recall.opening.shape, recall.opening.choices)
        case .replaying(let replay):
            leaders.remove(number)
            channel = live.join(replay, following: choices(of: feeds[number]))
            endReplay(number, replay.shape, replay.choices)
        }
        feeds[number].state = .live(channel: Int32(channel))
        return channel
    }

    /// - Parameter replayed: the lanes that have been caught up, of which some may have ended.
    private func endReplay(_ number: Int, _ shape: ChannelShape, _ replayed: [LaneChoice]) {
        ledger.endReplay(shape, replayed)
        guard case .all = feeds[number].choice, replayed.count > allChoices.count else { return }
        let flying = Set(allChoices.map(\.lane))
        for choice in replayed where !flying.contains(choice.lane) {
            ledger.remove(choice.lane, shape, isReplaying: false)
        }
    }

    private func followsAll(_ number: Int) -> Bool {
        switch feeds[number].choice {
        case .all: true
        case .some: false
        }
    }

    private func choices(of feed: FleetFeed) -> [LaneChoice] {
        switch feed.choice {
        case .all: allChoices
        case .some(let choices): choices
        }
    }

    func close(_ number: Int) {
        let feed = feeds.remove(number)
        openedNow.remove(number)
        leaders.remove(number)
        switch feed.state {
        case .opened(let opening):
            abandon(opening.shape, opening.choices)
        case .recalling(let recall):
            live.leave(recall.channel, choices(of: feed))
            abandon(recall.opening.shape, recall.opening.choices)
        case .replaying(let replay):
            if sideWork?.feed == number { sideWork = nil }
            abandon(replay.shape, replay.choices)
        case .live(let channel):
            let shape = live.shape(of: Int(channel))
            live.leave(Int(channel), choices(of: feed))
            ledger.close(shape, choices(of: feed))
        }
    }

    private func abandon(_ shape: ChannelShape, _ choices: [LaneChoice]) {
        ledger.endReplay(shape, choices)
        ledger.close(shape, choices)
    }
}
