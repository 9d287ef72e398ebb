import ChannelPipeline
import LinuxIO

/// A fleet that comes to the present is brought there on two processors, if there are two.
///
/// The second thread works only while nobody follows anything live: then there is no line that it
/// could hold up. One feed at a time is helped, some lanes at a time, and nothing waits for it but
/// the end of that feed's own catching up.
extension FleetSource {
    /// Lanes of a feed that are on their way on another thread.
    struct SideWork {
        let feed: Int
        let task: SideTask<BroughtLanes>
    }

    /// About how many steps of lanes another thread takes at a time: a tenth of a second. On a busy
    /// machine it waits for its next ones as long as the engine's thread does for a processor.
    static var sideSteps: Int { 128_000 }

    /// Takes back what another thread has brought for a replay, and gives it the next lanes.
    func shareWork(of replay: Replay, _ number: Int) {
        if let work = sideWork, work.feed == number, let lanes = work.task.take() {
            replay.rejoin(lanes)
            sideWork = nil
        }
        guard sideWork == nil, hasSecondProcessor, live.laneCount == 0,
            let detachment = replay.detach(steps: Self.sideSteps)
        else { return }
        sideWork = SideWork(feed: number, task: SideTask { detachment.bring() })
    }
}
