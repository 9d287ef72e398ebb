import PlainText
import Readout
import Terminal
import WireProtocol

/// What only the simulator knows.
extension LineFormatter {
    /// What only the simulator knows of a sample.
    func truth(_ line: JSONValue) -> [ShownText] {
        func number(_ name: String, _ decimals: Int) -> String {
            line[name]?.double.map { NumberText.fixed($0, decimals) } ?? "?"
        }
        let phase = line["true_phase"]?.text ?? ""
        let cells: [ShownText] = [
            "true \(paint(phase, phase.padded(to: 9, .left)))",
            "driven \(number("driven_heart_rate_bpm", 1).padded(to: 5, .right)) bpm",
            "intensity \(number("intensity", 2))", "\(words(line["part"]?.text ?? ""))",
        ]
        let faults = (line["faults"]?.items ?? []).compactMap(\.text).map(words)
        let told =
            faults.isEmpty ? [] : [palette.paint("\(faults.joined(separator: ", "))", .caution)]
        return cells + told + replaced(line)
    }

    /// What is behind a day: `truth  ill 2026-03-05 to 2026-03-08 (ordered)  speed -4.0 %`.
    func dayTruth(_ line: JSONValue) -> [ShownText] {
        let findings = (line["findings"]?.items ?? []).map { finding -> ShownText in
            func text(_ name: String) -> String { finding[name]?.text ?? "?" }
            let (first, last) = (text("first"), text("last"))
            let dates = first == last ? first : "\(first) to \(last)"
            let name = palette.paint("\(words(text("finding")))", .caution)
            return "\(name) \(dates) (\(text("source")))"
        }
        let speed = line["speed_percent"]?.double.map { NumberText.fixed($0, 1) } ?? "?"
        return [palette.paint("truth", .bold)] + findings + ["speed \(speed) %"]
    }
}
