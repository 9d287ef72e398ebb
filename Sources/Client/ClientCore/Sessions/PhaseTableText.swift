import PlainText
import Terminal
import Vocabulary
import WireProtocol

/// The phases of a daemon's self-description with their thresholds, in words and numbers.
///
/// A number that is missing, or beyond all bounds, is shown as `?`.
struct PhaseTableText {
    private let phases: [JSONValue]
    private let levels: JSONValue?

    init(_ description: JSONValue) {
        phases = description["phases"]?.items ?? []
        levels = description["levels"]
    }

    /// The table and what its columns mean, without a newline.
    var lines: [String] {
        var table = TextTable([
            ("PHASE", .left), ("BEGINS WHEN HEART RATE", .left), ("GOES ON WHILE IT", .left),
            ("HELD FOR", .left), ("LASTS", .left),
        ])
        for row in phases.flatMap(rows) { table.add(row) }
        return table.lines + remarks
    }

    private var remarks: [String] {
        guard levels != nil else { return [] }
        return [
            "",
            "% is of the heart-rate reserve: 0 % is the resting heart rate, 100 % the maximal one.",
            "A trend outranks a level. HELD FOR is how long it must be so before the phase begins.",
            "LASTS is how long before heart rate can end it, and "
                + "\(seconds(levels?["return_dwell_s"])) before it can lead back.",
        ]
    }

    /// One row, and a second one for other conditions that begin the phase or keep it.
    private func rows(of phase: JSONValue) -> [[String]] {
        let name = phase["name"]?.text ?? "?"
        let (hold, dwell) = (seconds(phase["hold_s"]), seconds(phase["dwell_s"]))
        let least = "\(dwell) or more"
        switch Phase(rawValue: name) {
        case .preflight: return [[name, "(the session begins)", "(the run has not begun)", "", ""]]
        case .takeoff: return takeoff(name, dwell)
        case .climb:
            return [
                [name, level("high", "enter", "or above"), level("high", "leave", "or above")]
                    + [hold, least],
                ["", trend("rising", "enter", "rises"), trend("rising", "leave", "rises"), "", ""],
            ]
        case .cruise: return [[name, "does neither", "does neither", hold, least]]
        case .descent:
            return [
                [name, level("low", "enter", "or below"), level("low", "leave", "or below")]
                    + [hold, least],
                [
                    "", trend("falling", "enter", "falls"), trend("falling", "leave", "falls"), "",
                    "",
                ],
            ]
        case .approach:
            return [[name, "(the last part begins)", "(the run has not ended)", "", ""]]
        case .touchdown: return [[name, "(the run ends)", "(for good)", "", ""]]
        case nil: return [[name, "", "", hold, least]]
        }
    }

    private func takeoff(_ name: String, _ dwell: String) -> [[String]] {
        let end = levels?["takeoff"]
        let longest = seconds(end?["time_limit_s"])
        return [
            [name, "(the run begins)", "is below \(percent(end?["until_fraction"])), or", ""]
                + ["\(dwell) or more,"],
            [
                "", "", "rises by over \(percent(end?["until_trend"]))/min", "",
                "\(longest) or less",
            ],
        ]
    }

    private func level(_ name: String, _ edge: String, _ side: String) -> String {
        "is at \(percent(levels?[name]?[edge])) \(side), or"
    }

    private func trend(_ name: String, _ edge: String, _ verb: String) -> String {
        "\(verb) by \(percent(levels?[name]?[edge]))/min or more"
    }

    /// The percentage without a sign: the words say whether it rises or falls.
    private func percent(_ fraction: JSONValue?) -> String {
        let hundredths = fraction?.double.map { ($0.magnitude * 100).rounded() }
        return hundredths.flatMap(Int.init(exactly:)).map { "\($0) %" } ?? "?"
    }

    private func seconds(_ value: JSONValue?) -> String {
        value?.integer.map { "\($0) s" } ?? "?"
    }
}
