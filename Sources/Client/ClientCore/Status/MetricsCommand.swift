import CommandLine
import LinuxIO
import PlainText
import StreamClient
import WireProtocol

/// `runway metrics`: prints the daemon's status for Prometheus.
enum MetricsCommand {
    static let table = FlagTable(
        command: "runway metrics",
        summary: "prints how the daemon is in the text format of Prometheus.",
        examples: [
            "runway metrics",
            "runway metrics > runway.prom.new && mv runway.prom.new runway.prom",
        ],
        flags: [Command.socketFlag, Command.timeoutFlag])

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        var link = try DaemonLink(flags)
        let text = MetricsText(try link.status().1, limits: link.greeting["limits"])
        try StandardStream.output.print(text.shown)
        return .success
    }
}

/// A `status` line in the text format of Prometheus, version 0.0.4.
///
/// Names begin with `runway_`, counters end in `_total`, units are seconds and bytes. Fields that
/// the line lacks are left out.
struct MetricsText {
    /// A metric that is one field of the status line.
    private struct Row {
        let name: String
        let kind: Kind
        let field: String
        let help: String
    }

    private enum Kind: String {
        case counter, gauge
    }

    private(set) var text = ""
    var shown: ShownText { ShownText(lines: text) }

    /// - Parameter limits: the limits of the greeting.
    init(_ status: JSONValue, limits: JSONValue?) {
        addBuild(status)
        for row in Self.rows { add(row, status[row.field]?.double) }
        add(
            "runway_lines_lost_total", "Data lines that slow readers did not get.",
            byReason: status["lines_lost_by_reason"])
        add(
            "runway_refused_by_user_total", "What was refused because its user may have no more.",
            byReason: status["refused_by_user"])
        add("runway_byes_total", "Connections that the daemon ended.", byReason: status["byes"])
        add(
            "runway_stock_used", "What is used of what the fleet keeps, by limit.", .gauge,
            by: "limit", status["stocks"])
        add(
            "runway_stock_used_by_one", "The most that one user has of it.", .gauge, by: "limit",
            status["stocks_of_one"])
        for row in Self.limitRows { add(row, limits?[row.field]?.double) }
        add("runway_resumes_total", "Anchors resumed, by source.", byReason: status["resumes"])
        add(
            Self.gauge("fleet_late_seconds", "", "How far the fleet is behind its schedule."),
            status["fleet_late_us"]?.double.map { $0 / 1_000_000 })
        addLateness(
            status["tick_late_us"], "runway_tick_lateness_seconds", "How late the ticks began.")
        addLateness(
            status["send_late_us"], "runway_send_lateness_seconds",
            "From when a live line was due until the kernel had its last byte.")
    }

    private static let rows = [
        gauge("uptime_seconds", "uptime_s", "Time since the daemon's start."),
        gauge("sessions", "sessions", "Lanes of the fleet, each of which flies a session."),
        gauge("channels", "channels", "Different computations that somebody follows."),
        gauge("lanes_followed", "lanes_followed", "Lanes flown because somebody follows them."),
        gauge("lanes_catching_up", "lanes_catching_up", "Lanes to be brought to the present."),
        gauge("connections", "connections", "Connections open now."),
        gauge("connections_waiting", "connections_waiting", "Connections that lag behind now."),
        gauge("subscriptions", "subscriptions", "Subscriptions open now."),
        counter("connections_accepted", "connections_accepted", "Connections accepted."),
        counter("requests", "requests", "Lines that clients have sent."),
        counter("requests_refused", "requests_refused", "Requests answered by an error."),
        counter("lines_sent", "lines_sent", "Data lines that the kernel has taken."),
        counter("lines_replayed", "lines_replayed", "Lines of the past that were made."),
        counter("replays_braked", "replays_braked", "Times that a replay waited for its rate."),
        counter("lines_replaced", "lines_replaced", "Data lines replaced by newer ones."),
        counter("gaps", "gaps", "Gaps announced to slow readers."),
        counter("warnings", "warnings", "Warnings to readers that fall behind."),
        counter("sent_bytes", "bytes_sent", "Bytes that the kernel has taken."),
        gauge("waiting_bytes", "bytes_waiting", "Memory that waiting lines take now."),
        gauge("waiting_bytes_max", "bytes_waiting_max", "The most that waiting lines have taken."),
        gauge("outbox_lines_max", "outbox_lines_max", "The most lines that waited for one."),
        gauge("outbox_bytes_max", "outbox_bytes_max", "The most bytes that waited for one."),
        gauge("window_bytes", "bytes_windows", "Memory set aside for windows now."),
        gauge("memory_bound_bytes", "memory_bound_bytes", "The most memory that limits allow."),
        gauge("resident_memory_bytes", "memory_resident_bytes", "Resident memory."),
        gauge("load_ratio", "load", "Share of a processor that ticks take."),
        gauge("load_promised_ratio", "load_promised", "Share that all subscriptions may take."),
        counter("cpu_seconds", "cpu_s", "Time on processors, of user and system."),
    ]

    private static let limitRows = [
        gauge("connections_limit", "clients", "The most connections at once."),
        gauge("waiting_limit_bytes", "waiting_bytes", "The most that waiting lines may take."),
        gauge("window_limit_bytes", "window_bytes", "The most that windows may take."),
    ]

    private static func gauge(_ name: String, _ field: String, _ help: String) -> Row {
        Row(name: "runway_\(name)", kind: .gauge, field: field, help: help)
    }

    private static func counter(_ name: String, _ field: String, _ help: String) -> Row {
        Row(name: "runway_\(name)_total", kind: .counter, field: field, help: help)
    }
}

extension MetricsText {
    private mutating func addHead(_ name: String, _ kind: String, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n"
    }

    private mutating func add(_ row: Row, _ value: Double?) {
        guard let value else { return }
        addHead(row.name, row.kind.rawValue, row.help)
        text += "\(row.name) \(Self.number(value))\n"
    }

    private mutating func addBuild(_ status: JSONValue) {
        let server = status["server"]?.text ?? ""
        let version = server.split(separator: " ").last.map(String.init) ?? ""
        addHead("runway_build_info", "gauge", "The daemon's version and its fleet's identity.")
        text += "runway_build_info{version=\"\(Self.escaped(version))\","
        text += "identity=\"\(Self.escaped(status["identity"]?.text ?? ""))\"} 1\n"
    }

    private mutating func add(_ name: String, _ help: String, byReason counts: JSONValue?) {
        add(name, help, .counter, by: "reason", counts)
    }

    private mutating func add(
        _ name: String, _ help: String, _ kind: Kind, by label: String, _ counts: JSONValue?
    ) {
        guard let counts = counts?.fields, !counts.isEmpty else { return }
        addHead(name, kind.rawValue, help)
        for (value, count) in counts.sorted(by: { $0.key < $1.key }) {
            let number = Self.number(count.double ?? 0)
            text += "\(name){\(label)=\"\(Self.escaped(value))\"} \(number)\n"
        }
    }

    private mutating func addLateness(_ late: JSONValue?, _ name: String, _ help: String) {
        guard let late, let count = late["count"]?.double, let sum = late["sum"]?.double else {
            return
        }
        addHead(name, "histogram", help)
        let bounds = (late["below"]?.fields ?? [:]).compactMap { bound, number in
            Int(bound).map { ($0, number.double ?? 0) }
        }
        for (bound, number) in bounds.sorted(by: { $0.0 < $1.0 }) {
            let edge = Self.number(Double(bound) / 1_000_000)
            text += "\(name)_bucket{le=\"\(edge)\"} \(Self.number(number))\n"
        }
        text += "\(name)_bucket{le=\"+Inf\"} \(Self.number(count))\n"
        text += "\(name)_sum \(Self.number(sum / 1_000_000))\n"
        text += "\(name)_count \(Self.number(count))\n"
    }

    /// Whole numbers without a point.
    private static func number(_ value: Double) -> String {
        Int(exactly: value).map { "\($0)" } ?? "\(value)"
    }

    private static func escaped(_ text: String) -> String {
        text.plain.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : "\($0)" }.joined()
    }
}
