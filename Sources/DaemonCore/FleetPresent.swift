import ChannelPipeline
import CommandLine
import Configuration
import StateFiles
import Vocabulary

/// Where a fleet stands that starts now, and whether it can stand there.
struct FleetPresent {
    let clock: ClockPoint
    /// Now, microseconds since 1970.
    let wall: Int64
    /// Of the state directory; nil if nothing is kept.
    let folder: String?

    /// - Throws: where no fleet can stand: fleet time that has run for long at a high speed, or a
    ///   clock that is far off, can leave what anchors can name. A machine's clock that has not
    ///   been set is a failure that passes.
    func instant() throws(StartFailure) -> FleetInstant {
        try checkClock()
        let now = clock.instant(at: wall)
        guard FleetInstant.presents.contains(now), now < FleetInstant.presents.upperBound else {
            throw StartFailure(.usage, Self.reason(now, folder: folder))
        }
        return now
    }

    private static func reason(_ now: FleetInstant, folder: String?) -> String {
        let of = folder.map { " of the state directory \($0)" } ?? ""
        let remedy = folder == nil ? "" : ", or name another directory with --state"
        return "fleet time\(of) has come to \(CalendarTime(microseconds: now.microseconds)), and "
            + "fleets fly from 1970 to November 2666; set the machine's clock\(remedy)"
    }

    /// Without a state directory, only in real time does the clock say where the fleet stands.
    private func checkClock() throws(StartFailure) {
        guard folder != nil || clock.speed == .realTime else { return }
        try MachineClock.check(wall)
    }
}
