import Vocabulary

/// A sport with its kind, as numbers of the profile.
package struct FITSport: Hashable, Sendable {
    package static let running: Int64 = 1

    private let sport: Int64
    private let kind: Int64?

    /// The sport that a message tells of; nil if it tells of none.
    ///
    /// - Parameter field: the number of the sport's field; the next field has the kind.
    init?(_ message: FITMessage, field: UInt8) {
        guard let sport = message.integer(field) else { return nil }
        self.sport = sport
        kind = message.integer(field + 1)
    }

    /// The sport in words, unless the records are a runner's: running, walking, hiking, the
    /// treadmill among fitness equipment, and what is not told.
    var nameIfNotOnFoot: String? {
        let isOnFoot =
            [Self.generic, Self.running, 11, 17].contains(sport) || sport == 4 && kind == 1
        return isOnFoot ? nil : Self.name(of: sport)
    }

    private static let (generic, street, trail, track): (Int64, Int64, Int64, Int64) = (0, 2, 3, 4)

    /// The kind of running of a plan: track for repetitions of 800 m, trail for fartlek, generic
    /// for a recording, street for all others.
    static func kind(ofPlan name: String) -> Int64 {
        switch PlanKind(rawValue: name) {
        case .repetitions: track
        case .fartlek: trail
        case .easy, .long, .mission, .intervals, .tempo, .progression: street
        case nil: generic
        }
    }

    /// A sport in words, as the profile names it.
    private static func name(of sport: Int64) -> String {
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

/// Kinds of FIT files that people have beside activities.
enum FITFileKind {
    /// In words that follow "the file is".
    static func name(of kind: Int64) -> String {
        switch kind {
        case 1: "that of a device"
        case 2: "one of settings"
        case 5: "a workout"
        case 9: "one of body mass"
        case 15, 28, 32: "a day's monitoring"
        case 34: "a segment"
        case _: "of kind \(kind)"
        }
    }
}
