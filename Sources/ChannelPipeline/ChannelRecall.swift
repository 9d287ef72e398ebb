import Vocabulary

/// What a channel recalls, in a place that can be handed on: from the replay that computes it first
/// to the fleet that goes on with it.
final class ChannelRecall {
    var lines: RecentLines

    init(since: StreamPosition) { lines = RecentLines(since: since) }
}
