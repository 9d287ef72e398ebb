import Vocabulary
import WireProtocol

/// Which session is worth looking at first.
enum FlightChoice {
    /// The lane of the first session in mid-flight, a mission if there is one.
    ///
    /// - Parameter sessions: as the daemon lists them.
    static func lane(among sessions: [JSONValue]) -> Int? {
        let best = sessions.enumerated().max { left, right in
            (interest(left.element), right.offset) < (interest(right.element), left.offset)
        }
        return best?.element["session"]?.text.flatMap(LaneName.lane)
    }

    private static func interest(_ session: JSONValue) -> Int {
        let stage: Int
        switch session["phase"]?.text.flatMap(Phase.init(rawValue:)) {
        case .climb, .cruise, .descent: stage = 6
        case .takeoff: stage = 4
        case .approach: stage = 2
        case .preflight, .touchdown, nil: stage = 0
        }
        return session["mission"] == nil ? stage : stage + 1
    }
}
