import CatchUp
import ChannelPipeline
import Vocabulary
import WireProtocol

/// How far subscriptions are on their way to the present.
extension Subscriptions {
    /// The lanes of all subscriptions that are on their way to the present, and how many of them
    /// have been brought to where the subscription begins, or have come to it. O(subscriptions).
    ///
    /// Subscriptions that wait or recall are left out: another's replay most often computes what
    /// they wait for.
    var catchingUp: (brought: Int, of: Int) {
        var (left, lanes) = (0, 0)
        for arrival in feeds.arriving.values {
            left += arrival.unseen.lanes.count
            lanes += arrival.laneCount
        }
        for replay in feeds.replays {
            left += replay.lanesLeft
            lanes += replay.choices.count
        }
        return (lanes - left, lanes)
    }

    /// The progress of all of them, for the end of a sentence; empty if there are none.
    var progress: String {
        let (brought, lanes) = catchingUp
        return lanes > 0 ? ", lanes caught up: \(brought) of \(lanes)" : ""
    }

    func progress(of number: FeedID, at now: MonotonicInstant) -> CatchUpProgress? {
        if let arrival = feeds.arrival(of: number) {
            return CatchUpProgress(
                lanes: arrival.laneCount, lanesToCome: arrival.unseen.lanes.count,
                secondsLeft: coming.pace.seconds(for: arrival.stepsLeft, at: now))
        }
        return feeds.replay(of: number).map {
            CatchUpProgress(lanes: $0.choices.count, lanesToCome: $0.lanesLeft)
        }
    }

    /// About how long until no subscription waits for lanes; nil while none does.
    func secondsOfArrivals(at now: MonotonicInstant) -> Double? {
        feeds.arriving.values.map(\.stepsLeft).max().flatMap {
            coming.pace.seconds(for: $0, at: now)
        }
    }
}

/// How fast lanes are flown for subscriptions that wait for them.
struct ArrivalPace {
    /// Since when subscriptions have waited without a break; nil while none does.
    private var began: MonotonicInstant?
    private var steps = 0

    /// Notes that steps of lanes were flown, or have been asked for by `now`.
    mutating func note(_ steps: Int, at now: MonotonicInstant) {
        began = began ?? now
        self.steps += steps
    }

    /// Nobody waits any more.
    mutating func rest() { self = ArrivalPace() }

    /// How long a number of steps takes at the pace so far; nil while that is not known.
    func seconds(for steps: Int, at now: MonotonicInstant) -> Double? {
        guard let began, self.steps > 0, now > began else { return nil }
        return Double(steps) * (now - began).inSeconds / Double(self.steps)
    }
}
