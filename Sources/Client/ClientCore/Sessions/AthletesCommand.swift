import CommandLine
import PlainText
import Readout
import Terminal
import Vocabulary
import WireProtocol

/// `runway athletes`: lists who flies in which lane.
enum AthletesCommand {
    static let table = FlagTable(
        command: "runway athletes", summary: "lists who flies in which lane.",
        examples: [
            "runway athletes", "runway athletes --match Ada",
            "runway athletes --json | jq .sessions[].athlete",
        ],
        flags: [Command.socketFlag, Command.timeoutFlag] + SessionsQuestion.flagsOfLanes
            + [Command.unitsFlag, Command.jsonFlag],
        operand: "[SESSION...]", operandFlag: "--session")

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        try SessionsQuestion.print(flags) { text($0, $1, $2) }
    }

    static func text(
        _ sessions: [JSONValue], _ units: Units = .metric,
        _ rights: GreetedRights = GreetedRights(nil)
    ) -> ShownText {
        let numbers = [
            "AGE", "HEIGHT \(units.lengthName)", "MASS \(units.massName)", "REST bpm", "MAX bpm",
        ]
        var table = TextTable(
            [("LANE", .left), ("NAME", .left), ("SEX", .left)] + numbers.map { ($0, .right) })
        for session in sessions { table.add(row(session, units, rights)) }
        return ShownText(lines: table.lines.joined(separator: "\n") + "\n")
    }

    private static func row(
        _ session: JSONValue, _ units: Units, _ rights: GreetedRights
    ) -> [String] {
        let athlete = session["athlete"]
        func shown(_ value: JSONValue?, _ right: String, _ text: (Double) -> String) -> String {
            guard rights.reads(right) else { return GreetedRights.mark }
            return value?.double.map(text) ?? "-"
        }
        func whole(_ number: Double) -> String { NumberText.fixed(number, 0) }
        let name = athlete?["name"] ?? session["recording"]
        let height = athlete?["height_m"]?.double.map { metres in
            NumberText.fixed(units.stride(metres: metres), 2)
        }
        return [
            session["lane"]?.integer.map { "s\($0)" } ?? "-", name?.text ?? "-",
            athlete?["sex"]?.text ?? "-", athlete?["age"]?.integer.map { "\($0)" } ?? "-",
            height ?? "-",
            shown(athlete?["mass_kg"], DayMetric.bodyMass.name) {
                NumberText.fixed(units.mass(kilograms: $0), 1)
            },
            shown(
                session["resting_heart_rate_bpm"], DayMetric.restingHeartRate.name, whole),
            shown(session["maximal_heart_rate_bpm"], Metric.heartRate.name, whole),
        ]
    }
}
