import CommandLine
import LinuxIO
import PlainText
import StreamClient
import Terminal
import WireProtocol

/// A `status` line as groups of rows.
struct StatusText {
    let status: JSONValue
    let limits: JSONValue?
    /// Finds the name of a user.
    var users: (UInt32) -> String? = { _ in nil }

    var shown: ShownText { ShownText(lines: lines.joined(separator: "\n") + "\n") }

    var lines: [String] {
        let groups = [
            ("DAEMON", daemon), ("CLIENTS", clients), ("LINES", dataLines),
            ("TICKS", lateness("tick_late_us", begun: "begun")),
            ("SENT AFTER DUE", lateness("send_late_us", begun: "lines")),
            ("MEMORY", memory), ("LARGEST SHARE OF A USER", shares),
        ]
        var table = TextTable([("", .left), ("", .right), ("", .left)])
        for (title, rows) in groups where !rows.isEmpty {
            table.add(["", "", ""])
            table.add([title, "", ""])
            for row in rows { table.add(["  \(row.name)", row.value, row.remark]) }
        }
        return Array(table.lines.dropFirst(2))
    }

    private typealias Row = (name: String, value: String, remark: String)

    private var daemon: [Row] {
        [
            ("server", text("server"), ""), ("up", duration("uptime_s"), ""),
            ("identity", text("identity"), seed),
            ("fleet time", text("t"), "speed \(speed), \(count("rate_hz")) Hz"),
        ] + commands + [
            (
                "sessions", count("sessions") + shard,
                "\(count("lanes_followed")) followed, in \(counted("channels", "channel"))"
            ),
            (
                "device", text("device"),
                counted("faults_scripted", "scripted fault")
                    + (status["pauses"] == .boolean(false) ? ", without pauses" : "")
            ),
            ("processor time", duration("cpu_s"), share),
        ]
    }

    /// The fleet's seed, which the daemon tells only to users who may read everything.
    private var seed: String {
        status["seed"] == nil
            ? "seed: \(GreetedRights.mark)" : "seed \(count("seed", grouped: false))"
    }

    /// A row that exists only after the machine's clock was set back.
    private var commands: [Row] {
        status["commands_from"]?.text.map { [("commands from", $0, "the clock was set back")] }
            ?? []
    }

    private var clients: [Row] {
        [
            ("connections", count("connections"), limit("clients") { QuantityText.count($0) }),
            ("falling behind", count("connections_waiting"), counted("warnings", "warning")),
            ("accepted", count("connections_accepted"), ""),
            ("subscriptions", count("subscriptions"), ""),
            ("requests", count("requests"), "\(count("requests_refused")) refused"),
        ] + refusedByUser + stocks
    }

    /// A row for each limit of which one user holds a tenth or more.
    private var stocks: [Row] {
        let names = ["starts_ever", "entries", "removed_entries", "kept_commands"]
        return names.compactMap { name in
            guard let amount = status["stocks_of_one"]?[name]?.integer,
                let user = status["stocks_users"]?[name]?.integer,
                let limit = limits?[name]?.integer, amount >= limit / 10
            else { return nil }
            return (
                name, QuantityText.count(amount),
                "of \(shown(user)), of \(QuantityText.count(limit)) in all"
            )
        }
    }

    /// A row that exists only if a user was refused something because a share was used up.
    private var refusedByUser: [Row] {
        let counts = ["clients", "subscriptions", "requests", "shares"].compactMap { name in
            status["refused_by_user"]?[name]?.integer.flatMap { $0 > 0 ? (name, $0) : nil }
        }
        guard !counts.isEmpty else { return [] }
        let parts = counts.map { "\(QuantityText.count($1)) \($0)" }.joined(separator: ", ")
        return [
            (
                "beyond a user's", QuantityText.count(counts.reduce(0) { $0 + $1.1 }), parts
            )
        ]
    }

    private var dataLines: [Row] {
        [
            ("sent", count("lines_sent"), bytes("bytes_sent")),
            ("lost", count("lines_lost"), counted("gaps", "gap")),
            ("replaced", count("lines_replaced"), "by newer ones"),
            ("replayed", count("lines_replayed"), "\(count("replays_braked")) times braked"),
            ("resumed", "\(resumed("recalled")) from memory", "\(resumed("recomputed")) computed"),
        ]
    }

    private func lateness(_ name: String, begun: String) -> [Row] {
        let late = status[name]
        let quantiles = [
            ("p50", "p50", "half"), ("p99", "p99", "99 %"), ("p99.9", "p99_9", "99.9 %"),
            ("max", "max", "all"),
        ]
        return [(begun, late?["count"]?.integer.map(QuantityText.count) ?? "-", "")]
            + quantiles.map { title, name, share in
                let value = late?[name]?.integer.map { QuantityText.latency(microseconds: $0) }
                return (title, value ?? "-", "\(share) at most so late")
            }
    }

    private var memory: [Row] {
        [
            ("resident", bytes("memory_resident_bytes"), "at most \(bytes("memory_bound_bytes"))"),
            (
                "waiting lines", bytes("bytes_waiting"),
                "\(limit("waiting_bytes", QuantityText.bytes)), most \(bytes("bytes_waiting_max"))"
            ),
            ("windows", bytes("bytes_windows"), limit("window_bytes", QuantityText.bytes)),
        ]
    }

    /// The users with the largest shares in the common limits; no row for a limit nobody uses.
    private var shares: [Row] {
        let rows = [
            ("windows", "windows"), ("processor", "processor"), ("waiting", "waiting lines"),
        ]
        return rows.compactMap { field, name in
            guard let share = status["shares"]?[field], let percent = share["percent"]?.integer
            else { return nil }
            let user = share["user"]?.integer.map(shown)
            return (name, "\(percent) %", user ?? "a user that nobody knows")
        }
    }

    /// `user 1001 (ann)`.
    private func shown(_ user: Int) -> String {
        let name = UInt32(exactly: user).flatMap(users)
        return "user \(user)\(name.map { " (\($0))" } ?? "")"
    }

    private func resumed(_ source: String) -> String {
        status["resumes"]?[source]?.integer.map(QuantityText.count) ?? "-"
    }

    private func text(_ name: String) -> String { status[name]?.text ?? "-" }

    private func count(_ name: String, grouped: Bool = true) -> String {
        status[name]?.integer.map { grouped ? QuantityText.count($0) : "\($0)" } ?? "-"
    }

    private func counted(_ name: String, _ noun: String) -> String {
        status[name]?.integer.map { QuantityText.counted($0, noun) } ?? "- \(noun)s"
    }

    private func bytes(_ name: String) -> String {
        status[name]?.integer.map(QuantityText.bytes) ?? "-"
    }

    private func duration(_ name: String) -> String {
        status[name]?.integer.map { QuantityText.duration(seconds: $0) } ?? "-"
    }

    private func limit(_ name: String, _ text: (Int) -> String) -> String {
        limits?[name]?.integer.map { "of \(text($0))" } ?? ""
    }

    private var shard: String {
        guard let shard = status["shard"]?.text else { return "" }
        return " of \(count("fleet_sessions")), shard \(shard)"
    }

    private var speed: String {
        guard let speed = status["speed"]?.double else { return text("speed") }
        return Int(exactly: speed).map { "\($0)" } ?? "\(speed)"
    }

    /// The share of one processor that the daemon has used since its start.
    private var share: String {
        guard let used = status["cpu_s"]?.double, let up = status["uptime_s"]?.double, up > 0
        else { return "" }
        let permille = Int((used / up * 1000).rounded())
        return "\(permille / 10).\(permille % 10) % of a processor"
    }
}
