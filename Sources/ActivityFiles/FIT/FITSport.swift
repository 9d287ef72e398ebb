import Vocabulary

/// Numbers of the profile for sports and their kinds.
package enum FITSport {
    package static let running: Int64 = 1

    /// Whether the records are a runner's: running, walking, hiking, the treadmill among fitness
    /// equipment, and what is not told.
    static func isOnFoot(_ sport: Int64, kind: Int64?) -> Bool {
        [generic, running, 11, 17].contains(sport) || sport == 4 && kind == 1
    }

    private static let (generic, street, trail, track): (Int64, Int64, Int64, Int64) = (0, 2, 3, 4)

    /// Where a plan is run: its repetitions of 800 m on a track, fartlek on trails, a recording
    /// nobody knows where, all else on streets.
    static func kind(ofPlan name: String) -> Int64 {
        switch PlanKind(rawValue: name) {
        case .repetitions: track
        case .fartlek: trail
        case .easy, .long, .mission, .intervals, .tempo, .progression: street
        case nil: generic
        }
    }

    /// A sport in words, as the profile names it.
    static func name(of sport: Int64) -> String {
        let names: [Int64: String] = [
            2: "cycling", 3: "a transition", 4: "on fitness equipment", 5: "swimming",
            6: "basketball", 7: "soccer", 8: "tennis", 10: "training",
            12: "cross-country skiing", 13: "alpine skiing", 14: "snowboarding", 15: "rowing",
            16: "mountaineering", 18: "multisport", 19: "paddling", 21: "e-biking", 25: "golf",
            30: "inline skating", 31: "rock climbing", 32: "sailing", 33: "ice skating",
            35: "snowshoeing", 37: "stand-up paddling", 41: "kayaking", 53: "diving",
        ]
        return names[sport] ?? "sport \(sport)"
    }
}
