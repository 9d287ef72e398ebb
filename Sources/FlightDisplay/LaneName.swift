import Vocabulary

/// The lane that a name of a session, `s7.0`, or of a lane, `s7`, means; nil for one that no fleet
/// has.
package enum LaneName {
    package static func lane(of name: String) -> Int? {
        guard name.first == "s" else { return nil }
        let parts = name.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let lane = Int(parts[0]),
            (0..<SessionName.laneLimit).contains(lane)
        else { return nil }
        return parts.count == 2 && Int(parts[1]) == nil ? nil : lane
    }
}
