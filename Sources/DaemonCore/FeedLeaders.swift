import ChannelPipeline
import Vocabulary

/// Which feed of those that begin now brings a shape to the present for all of them.
///
/// When many subscribe at once to the same sessions, or to some of those that another takes all of,
/// one computes and the others wait for what it brings into memory. A leader whose reader does not
/// read loses the lead.
struct FeedLeaders {
    /// What a leader computes; nil is all lanes.
    private struct Work: Hashable {
        let shape: ChannelShape
        let lanes: [LaneChoice]?
        /// Nil for one that brings lanes from the starts of their sessions.
        var row: Int?
    }

    private struct Leader {
        let feed: Int
        /// When it made progress last.
        var tick: Int64
    }

    private var leaders: [Work: Leader] = [:]
    private var works: [Int: Work] = [:]
    /// Who was told to wait when it was asked about last.
    private(set) var waiting: Set<Int> = []
    private var mayGo = false

    /// How many at once go on from where lanes stood: while one reads, others are worked for.
    private static var rows: Int { 8 }

    /// How many ticks others wait for a leader that makes no progress: 200 ms.
    static var patienceTicks: Int64 { 10 }

    /// Whether a feed may compute now; it leads then, unless another does.
    ///
    /// - Parameters:
    ///   - lanes: what it follows; nil is all.
    ///   - isStanding: whether it goes on from where these lanes stood. It waits only for others
    ///     that do.
    ///   - tick: how many ticks of the daemon there have been.
    mutating func mayBegin(
        _ feed: Int, _ shape: ChannelShape, _ lanes: [LaneChoice]?, isStanding: Bool = false,
        at tick: Int64
    ) -> Bool {
        let own = Work(shape: shape, lanes: lanes, row: isStanding ? feed % Self.rows : nil)
        waiting.remove(feed)
        for work in isStanding ? [own] : [own, Work(shape: shape, lanes: nil)] {
            guard let leader = leaders[work], leader.feed != feed else { continue }
            guard tick - leader.tick >= Self.patienceTicks else {
                waiting.insert(feed)
                return false
            }
            letWaitingGo()
        }
        if let deposed = leaders[own]?.feed { works[deposed] = nil }
        leaders[own] = Leader(feed: feed, tick: tick)
        works[feed] = own
        return true
    }

    /// Notes that a feed has made progress.
    mutating func progressed(_ feed: Int, at tick: Int64) {
        if let work = works[feed] { leaders[work]?.tick = tick }
    }

    /// Notes that a feed has joined or ended.
    mutating func remove(_ feed: Int) {
        waiting.remove(feed)
        guard let work = works.removeValue(forKey: feed) else { return }
        leaders[work] = nil
        letWaitingGo()
    }

    /// Whether a feed was told to wait when it was asked about last.
    func isWaiting(_ feed: Int) -> Bool { waiting.contains(feed) }

    var hasWaiting: Bool { !waiting.isEmpty }

    /// Whether a leader has gone since the last call for whom others waited.
    mutating func takeRelease() -> Bool {
        defer { mayGo = false }
        return mayGo
    }

    private mutating func letWaitingGo() { mayGo = mayGo || !waiting.isEmpty }
}
