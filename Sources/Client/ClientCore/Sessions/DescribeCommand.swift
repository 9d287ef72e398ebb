import CommandLine
import LinuxIO
import PlainText
import StreamClient
import Terminal
import WireProtocol

/// `runway describe`: what the daemon measures, computes and understands.
enum DescribeCommand {
    static let table = FlagTable(
        command: "runway describe",
        summary: "prints the metrics, statistics, phases, operations, errors and limits.",
        examples: ["runway describe", "runway describe --json | jq .limits"],
        flags: [Command.socketFlag, Command.timeoutFlag, Command.jsonFlag])

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        var link = try DaemonLink(flags)
        let line = try link.ask(#"{"op":"describe"}"#, for: "describe")
        try JSONOutput.print(line, flags) { JSONValue(line: line).map(text) ?? "" }
        return .success
    }

    static func text(_ value: JSONValue) -> ShownText {
        ShownText(lines: sections(value).joined(separator: "\n") + "\n")
    }

    private static func sections(_ value: JSONValue) -> [String] {
        section("METRIC", ["unit", "aggregation", "healthkit"], value["metrics"])
            + section(
                "DAY METRIC", ["unit", "min", "max", "decimals", "healthkit"], value["day_metrics"])
            + section("STATISTIC", ["metrics"], value["statistics"])
            + PhaseTableText(value).lines + [""] + choices(value)
            + words("OPERATION", value["operations"]) + words("WORD", value["words"])
            + words("POLICY", value["policies"]) + words("GOODBYE", value["byes"])
            + words("ERROR", value["errors"]) + words("PRESET", value["presets"], "ATHLETE")
            + words("RIGHT", value["rights"], "YOURS")
            + section("LIMIT", ["value", "unit", "reason"], value["limits"])
    }

    private static func section(
        _ title: String, _ columns: [String], _ rows: JSONValue?
    ) -> [String] {
        var table = TextTable(
            ([title] + columns.map { $0.uppercased() }).map { ($0, TextAlignment.left) })
        for row in rows?.items ?? [] {
            table.add((["name"] + columns).map { cell(row[$0]) })
        }
        return table.lines + [""]
    }

    /// The lists of words that requests and lines may hold.
    private static func choices(_ value: JSONValue) -> [String] {
        var table = TextTable([("CHOICE", .left), ("WORDS", .left)])
        for name in ["smoothing", "kinds", "parts", "faults"] where value[name] != nil {
            table.add([name, cell(value[name])])
        }
        return table.lines + [""]
    }

    private static func words(
        _ title: String, _ rows: JSONValue?, _ column: String = "MEANING"
    ) -> [String] {
        var table = TextTable([(title, .left), (column, .left)])
        for (name, meaning) in (rows?.fields ?? [:]).sorted(by: { $0.key < $1.key }) {
            table.add([name, cell(meaning)])
        }
        return table.lines + [""]
    }

    private static func cell(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text): text
        case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
        case .boolean(let flag): "\(flag)"
        case .array(let items): items.map { cell($0) }.joined(separator: " ")
        case .object, .null, nil: ""
        }
    }
}
