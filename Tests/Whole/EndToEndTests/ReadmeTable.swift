import Glibc
import Testing

/// What each command of README.md must print.
struct ReadmeRow: CustomTestStringConvertible, Sendable {
    /// How it ends.
    enum End {
        case alone
        /// By a signal, once all that is expected has come.
        case signal
    }

    let command: String
    let end: End
    /// What comes on standard output, or on standard error if it `isDaemon`.
    let expected: [String]
    var isDaemon = false
    /// Whether a daemon flies beside it, and what its environment sets besides.
    var needsDaemon = false
    var settings = ""
    /// Whether it has a terminal.
    var isOnTerminal = false
    /// Commands that come before it.
    var after: [String] = []
    /// A command that runs beside it, and is waited for before it is ended by a signal.
    var beside: String?
    /// How often it is run, one after another.
    var times = 1
    /// What must hold of all that it said, besides.
    var holds: @Sendable (ReadmeSandbox, [Program.Outcome]) throws -> Void = { _, _ in }

    var testDescription: String { command }

    /// A daemon that is ended once it has said so.
    static func daemon(
        _ command: String, _ expected: String..., after: [String] = [], times: Int = 1,
        holds: @escaping @Sendable (ReadmeSandbox, [Program.Outcome]) throws -> Void = { _, _ in }
    ) -> ReadmeRow {
        ReadmeRow(
            command: command, end: .signal, expected: expected, isDaemon: true, after: after,
            times: times, holds: holds)
    }

    /// The programs that it needs and that are none of ours.
    var tools: [String] {
        let words = command.split(separator: " ")
        return ["jq", "nc"].filter { words.contains($0[...]) } + (isOnTerminal ? ["script"] : [])
    }

    /// The line for the shell: what `swift run` builds is built, and `script` is a terminal.
    var line: String {
        let swiftRun = "swift run -c release "
        let own = command.hasPrefix(swiftRun) ? String(command.dropFirst(swiftRun.count)) : command
        return isOnTerminal ? "script -qfec 'stty rows 24 cols 100; exec \(own)' /dev/null" : own
    }
}

enum ReadmeTable {
    static let daemon = "runwayd --state fleet &"
    static let export = "runway export --seed 42 --sessions 10 --out runs"

    static let rows = programRows + daemonRows + clientRows

    private static let programRows = [
        ReadmeRow(
            command: "swift run -c release runway live --embedded", end: .signal,
            expected: ["PACE /km", "HEART RATE bpm", "DISTANCE", "LIVE"], isOnTerminal: true),
        ReadmeRow(
            command: "swift run -c release runway log s0 --embedded --seed 42 "
                + "--epoch 2026-01-01T00:00:00Z --time-zone Europe/Berlin --day 2026-05-28",
            end: .signal,
            expected: ["LOGBOOK s0", "male, 33", "14 910", "13.37 km", "s0.147", "LIVE"],
            isOnTerminal: true),
        ReadmeRow(
            command: ".ci/install && PATH=~/.local/bin:$PATH", end: .alone,
            expected: ["installed below "]
        ) { sandbox, _ in
            let found = try sandbox.run("~/.local/bin/runway -V && ~/.local/bin/runwayd -V")
            let versions = found.output.split(separator: "\n").map { $0.prefix { $0 != "(" } }
            let page = try sandbox.run("gunzip -c ~/.local/share/man/man1/runway-tail.1.gz")
            #expect(page.output.hasPrefix(".Dd "), "\(page.errors)")
            #expect(versions == ["runway 0.1.0 ", "runwayd 0.1.0 "], "\(found)")
        },
        .daemon(
            daemon, "flying 3 sessions", "keeping the state in", "/run/runway/runwayd.sock",
            times: 2
        ) { _, outcomes in
            let fleets = outcomes.map { outcome in
                outcome.errors.split(separator: ", ").filter {
                    $0.hasPrefix("seed ") || $0.hasPrefix("epoch ") || $0.hasPrefix("identity ")
                }
            }
            #expect(fleets[0].count == 3 && fleets[0] == fleets[1], "\(fleets)")
        },
        ReadmeRow(
            command: "runway status", end: .alone, expected: ["DAEMON", "sessions", "seed 42"],
            needsDaemon: true),
        ReadmeRow(
            command: "runway sessions", end: .alone, expected: ["SESSION", "s2.0"],
            needsDaemon: true),
        ReadmeRow(
            command: "runway start", end: .alone, expected: ["s600000.0 starts at "],
            needsDaemon: true),
    ]

    private static let daemonRows = [
        ReadmeRow.daemon(
            "runwayd --sessions 10 --seed 42", "flying 10 sessions, seed 42,", "listening on"),
        .daemon(
            "runwayd --replay runs/s0.0.csv --speed 10", "flying 1 session,", "speed 10,",
            "listening on", after: [export]),
        .daemon(
            "runwayd --device optical --faults faults.txt", "device optical, faults 1",
            "listening on"),
        .daemon(
            "runwayd --schedule days --route park.gpx", "over 1 route, by days in", "listening on",
            after: ["\(export) --format gpx && cp runs/s2.0.gpx park.gpx"]),
        .daemon(
            "runwayd --schedule days --athletes config/athletes.json5", "flying 3 sessions",
            "3 athletes as ordered", "by days in", "listening on"),
        .daemon("runwayd --without-pauses", "faults 0, without pauses", "listening on"),
        .daemon(
            "runwayd --schedule days --epoch 2026-01-01 --state life", "flying 3 sessions",
            "epoch 2026-01-01T00:00:00", "by days in", "keeping the state in", "listening on"),
        ReadmeRow(
            command: "runwayd --config config/runwayd.json5 --check-config", end: .alone,
            expected: ["config/runwayd.json5 is right", "memory at most: "]),
        ReadmeRow(
            command: "runwayd --config config/runwayd.json5 --print-config", end: .alone,
            expected: ["where it comes from", "sessions: 3,", "// default"]),
    ]

    private static let clientRows = [
        ReadmeRow(
            command: "runway tail --session s0 -n 20", end: .alone,
            expected: ["-- seed 42", "bpm"], needsDaemon: true),
        ReadmeRow(
            command: "runway tail --json -n 20 --anchor-file A", end: .alone, expected: [],
            needsDaemon: true, times: 2
        ) { _, outcomes in
            let lines = Line.all(in: outcomes.map(\.output).joined()).filter { $0.number != nil }
            #expect(Set(lines.compactMap(\.anchor)).count == 40, "none comes twice")
        },
        ReadmeRow(
            command: "runway query --session s0 --from 1h --interval 10m", end: .alone,
            expected: ["HEART RATE BPM AVERAGE"], needsDaemon: true
        ) { _, outcomes in #expect(outcomes[0].output.count { $0 == "\n" } > 6) },
        ReadmeRow(
            command: "runway plot --seed 42 --session s0 --out run.html", end: .alone,
            expected: []
        ) { sandbox, outcomes in
            #expect(outcomes[0].errors == "written: run.html\n")
            let page = try sandbox.read("run.html")
            #expect(page.contains("<svg"))
        },
        ReadmeRow(
            command: "runway export --athletes config/athletes.json5 --from 2026-03-01 "
                + "--to 2026-03-29 --answers answers.csv",
            end: .alone, expected: []
        ) { sandbox, _ in
            let rows = try sandbox.read("answers.csv").split(separator: "\n")
            #expect(rows.count == 1 + 3 * 28)
            let ill = rows.filter { $0.contains(",ill 2026-03-05/2026-03-08") }
            #expect(ill.count == 4 && ill.allSatisfy { $0.hasPrefix("s2,Cleo,2026-03-0") })
        },
        ReadmeRow(
            command: "runway tail --session s0 --since 1h --until 30m --smooth ema2:5s",
            end: .alone, expected: ["-- seed 42", "bpm"], needsDaemon: true
        ) { _, outcomes in
            let lines = outcomes[0].output.split(separator: "\n").filter { !$0.hasPrefix("--") }
            #expect(lines.count == 1800, "one a second")
        },
        ReadmeRow(
            command: "runway tail --json --kinds phase --from start -n 5 "
                + "| jq -c 'select(.to) | [.session, .to]'",
            end: .alone, expected: ["\",\"takeoff\"]\n"], needsDaemon: true
        ) { _, outcomes in #expect(outcomes[0].output.count { $0 == "\n" } == 5) },
        ReadmeRow(
            command: "runway tail --json --from start -n 1000 --anchor-file F >> F.ndjson",
            end: .alone, expected: [], needsDaemon: true, times: 2
        ) { sandbox, _ in
            let lines = Line.all(in: try sandbox.read("F.ndjson")).filter { $0.number != nil }
            #expect(lines.count == 2000)
            #expect(Set(lines.compactMap(\.anchor)).count == 2000, "none comes twice")
        },
        ReadmeRow(
            command: "runway record --every 5m --align clock --window 5m --kinds stat,entry "
                + "--metrics latitude_deg,longitude_deg --out where",
            end: .signal, expected: [], needsDaemon: true,
            settings: "RUNWAY_SCHEDULE=days RUNWAY_SPEED=600 ",
            beside: "runway tail --json --kinds entry --metrics latitude_deg -n 30"
        ) { sandbox, _ in
            let lines = try sandbox.names(in: "where").filter { $0.hasSuffix(".ndjson") }
                .flatMap { Line.all(in: try sandbox.read("where/\($0)")) }
            let positions = lines.filter { $0.word("metric") == "longitude_deg" }
            #expect(!positions.isEmpty)
            #expect(Set(lines.compactMap(\.anchor)).count == lines.count, "none comes twice")
        },
        ReadmeRow(
            command: "runway load --subscribers 20 --warm-up 1s --for 3s --assert unaccounted==0",
            end: .alone, expected: ["PASS (1 of 1)"], needsDaemon: true),
        ReadmeRow(command: export, end: .alone, expected: []) { sandbox, outcomes in
            let names = try sandbox.names(in: "runs")
            #expect(names == (0...9).map { "s\($0).0.csv" })
            #expect(outcomes[0].errors == "10 sessions of seed 42 in runs\n")
        },
        ReadmeRow(
            command: "nc -U $XDG_RUNTIME_DIR/runway/runwayd.sock", end: .signal, expected: [],
            needsDaemon: true),
    ]

    /// What no test can run, and why.
    static let unrunnable = [
        "systemctl --user enable --now runwayd.socket": "it needs a service manager of the user's",
        "RUNWAY_RECORD_GOLDEN=1 swift test --filter GoldenSession": "it writes golden files",
    ]
}
