import ChannelPipeline
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
        let choices = feeds[number].choices
        if let channel = live.channel(
            recalling: opening.shape, choices, after: opening.beginning)
        {
            if opening.isResume { resumes.recalled += 1 }
            let recall = FleetFeed.Recall(channel, opening)
            live.follow(channel, choices)
            feeds[number].state = .recalling(recall)
            return advance(number, recall, bytes)
        }
        let patience = 2 * feeds.count + 16
        guard !opening.isOfNow || leaders.mayBegin(number, opening.shape, patience: patience)
        else { return false }
        if opening.isResume { resumes.recomputed += 1 }
        feedsComputed += 1
        let replay = live.replay(
            opening.shape, choices, from: opening.start, opened: opening.present,
            schedule: schedule)
        feeds[number].state = .replaying(replay)
        return advance(number, replay, bytes)
    }

    private func advance(_ number: Int, _ recall: FleetFeed.Recall, _ bytes: Int) -> Bool {
        let choices = feeds[number].choices
        guard live.recalls(recall.channel, after: recall.position) else {
            // The reader has been slower than the lines that followed.
            live.leave(recall.channel, choices)
            feeds[number].state = .opened(recall.rest)
            return false
        }
        while let position = live.recall(
            recall.channel, after: recall.position, bytes: bytes, into: &recalled)
        {
            recall.position = position
            guard recalled.bytes.count < bytes else { return false }
        }
        while recall.nextChoice < choices.count {
            guard recalled.bytes.count < bytes else { return false }
            live.appendSnapshot(of: choices[recall.nextChoice], to: &recalled)
            recall.nextChoice += 1
        }
        return true
    }

    private func advance(_ number: Int, _ replay: Replay, _ bytes: Int) -> Bool {
        leaders.progressed(number, replay.shape)
        return replay.advance(to: live.now, steps: Self.sliceSteps, bytes: bytes)
    }

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
        let feed = feeds[number]
        let channel: Int
        switch feed.state {
        case .opened: preconditionFailure("feed \(number) joins before it has begun")
        case .live(let joined): return joined
        case .recalling(let recall):
            ledger.endReplay(recall.shape, feed.choices)
            channel = recall.channel
        case .replaying(let replay):
            ledger.endReplay(replay.shape, feed.choices)
            leaders.remove(number, replay.shape)
            channel = live.join(replay)
        }
        feeds[number].state = .live(channel: channel)
        return channel
    }

    func close(_ number: Int) {
        let feed = feeds.remove(number)
        switch feed.state {
        case .opened(let opening): abandon(opening.shape, feed.choices)
        case .recalling(let recall):
            live.leave(recall.channel, feed.choices)
            abandon(recall.shape, feed.choices)
        case .replaying(let replay):
            leaders.remove(number, replay.shape)
            abandon(replay.shape, feed.choices)
        case .live(let channel):
            let shape = live.shape(of: channel)
            live.leave(channel, feed.choices)
            ledger.close(shape, feed.choices)
        }
    }

    private func abandon(_ shape: ChannelShape, _ choices: [LaneChoice]) {
        ledger.endReplay(shape, choices)
        ledger.close(shape, choices)
    }
}
