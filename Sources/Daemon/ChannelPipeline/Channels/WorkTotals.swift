import Vocabulary

/// The work of all subscriptions, as a sum; a changed copy says what a change would bring.
struct WorkTotals: Sendable {
    private var ofChannels = LiveWork()
    private var ofFlights = 0
    /// Steps of all followed lanes in a thousand seconds.
    private var steps = 0
    private var channels = 0

    func work(_ model: WorkModel) -> LiveWork {
        LiveWork(
            average: ofChannels.average + flightWork(model).average, peak: ofChannels.peak)
    }

    /// The work of the flights, without what channels make of them.
    func flightWork(_ model: WorkModel) -> LiveWork {
        LiveWork(average: ofFlights + model.visits(steps: steps, channels: channels))
    }

    /// Replaces the load of one channel in the sums.
    mutating func change(_ work: ChannelWork, from old: ChannelLoad, to new: ChannelLoad) {
        let (old, new) = ((old, work.work(of: old)), (new, work.work(of: new)))
        ofChannels.average += new.1.average - old.1.average
        ofChannels.peak += new.1.peak - old.1.peak
        channels += (new.0.readers > 0 ? 1 : 0) - (old.0.readers > 0 ? 1 : 0)
    }

    /// Notes that `count` more lanes like `lane` are followed; fewer if below 0.
    mutating func fly(_ lane: LaneID, times count: Int = 1, _ model: WorkModel) {
        ofFlights += count * model.flight(lane)
        steps += count * model.steps(lane)
    }
}

/// Processor time.
extension WindowLedger {
    /// The work of all subscriptions, as if all were live.
    package var work: LiveWork { totals.work(model) }

    /// The work that one more subscription brings once it is live. O(lanes).
    package func workNeeded(_ shape: ChannelShape, _ choices: [LaneChoice]) -> LiveWork {
        let (channel, load, claims) = account(toRead: shape)
        var (after, more) = (totals, load)
        more.readers += 1
        for choice in choices {
            let aloft = model.aloft(choice.lane)
            more.readerLanes += aloft
            guard claims[choice.lane] == nil else { continue }
            more.lanes += aloft
            if flown[choice.lane] == nil { after.fly(choice.lane, model) }
        }
        after.change(channel, from: load, to: more)
        return after.work(model) - work
    }

    /// The least work that a subscription to `count` lanes can bring. O(1)
    package func leastWorkNeeded(_ shape: ChannelShape, lanes count: Int) -> LiveWork {
        let (channel, load, claims) = account(toRead: shape)
        let aloft = model.aloft(model.leastLane)
        var (after, more) = (totals, load)
        more.readers += 1
        more.readerLanes += count * aloft
        more.lanes += max(0, count - claims.count) * aloft
        after.fly(model.leastLane, times: max(0, count - flown.count), model)
        after.change(channel, from: load, to: more)
        return after.work(model) - work
    }

    /// The work that new lanes bring in the channels that take them in. O(channels)
    ///
    /// - Parameters:
    ///   - count: how many lanes like this one are new.
    ///   - readers: how many subscriptions follow them in each shape.
    package func workNeeded(
        ofLane lane: LaneID, times count: Int = 1, _ readers: [ChannelShape: Int]
    ) -> LiveWork {
        guard !readers.isEmpty else { return LiveWork() }
        let aloft = count * model.aloft(lane)
        var after = totals
        after.fly(lane, times: count, model)
        for (shape, readersOfShape) in readers {
            let (channel, load, _) = account(toRead: shape)
            var more = load
            more.lanes += aloft
            more.readerLanes += readersOfShape * aloft
            after.change(channel, from: load, to: more)
        }
        return after.work(model) - work
    }
}
