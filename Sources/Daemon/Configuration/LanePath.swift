import Vocabulary
import WireProtocol

/// A path to a file, of one lane or for all of them: `s3=hill.gpx`, or `park.gpx`.
struct LanePath: CustomStringConvertible {
    /// Nil for all lanes.
    let lane: LaneID?
    let path: String

    init(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.count == 2 ? SelectedSessions(parsing: parts[0]) : nil
        lane = name.flatMap { $0.lap == nil ? $0.lane : nil }
        path = lane == nil ? text : String(parts[1])
    }

    init(_ lane: LaneID?, _ path: String) { (self.lane, self.path) = (lane, path) }

    func located(_ locate: (String) -> String) -> LanePath { LanePath(lane, locate(path)) }

    var description: String { lane.map { "s\($0)=\(path)" } ?? path }
}
