import CommandLine
import LinuxIO
import PlainText
import StreamClient
import Terminal
import WireProtocol

/// `runway clients`: lists the connected clients, and how fast each of them reads.
enum ClientsCommand {
    static let table = FlagTable(
        command: "runway clients", summary: "lists who is connected, and how each of them reads.",
        examples: [
            "runway clients", "runway clients --json | jq -c '.clients[] | [.pid, .state]'",
        ],
        flags: [Command.socketFlag, Command.timeoutFlag, Command.jsonFlag])

    /// More clients than any daemon has: ends the loop if a daemon's pages never end.
    private static let most = 1 << 20

    static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> ExitCode {
        var link = try DaemonLink(flags)
        var clients: [JSONValue] = []
        var output = JSONOutput()
        var next: Int? = 0
        while let from = next {
            let line = try link.ask(#"{"op":"clients","from":\#(from)}"#, for: "clients")
            if flags.has("--json"), try !output.print(line) { return .success }
            let page = JSONValue(line: line)
            let rows = page?["clients"]?.items ?? []
            clients += rows
            next = page?["next"]?.integer.flatMap { number in
                number > from && !rows.isEmpty && clients.count < most ? number : nil
            }
        }
        if !flags.has("--json") {
            let text = ClientsText(
                clients, people: PeerNames(CurrentProcess.id), now: ProcessFacts.nowMicroseconds)
            let columns = StandardStream.output.terminalSize?.columns
            try StandardStream.output.print(text.shown(columns: columns))
        }
        return .success
    }
}

/// The names of users and processes of this machine.
struct PeerNames {
    /// The number of this program's own process.
    let ownProcess: Int
    var user: (UInt32) -> String? = UserAccount.name
    var process: (Int32) -> ProcessFacts? = ProcessFacts.init(of:)

    init(_ ownProcess: Int32) { self.ownProcess = Int(ownProcess) }
}

/// The rows of `clients` lines as a table.
struct ClientsText {
    private let clients: [JSONValue]
    private let people: PeerNames
    private let now: Int64
    /// User names by number, each looked up once: a user may have thousands of connections.
    private let users: [Int: String]
    /// Whether the daemon tells the shares of users.
    private let tellsShares: Bool

    /// - Parameters:
    ///   - people: looks up the names of users and processes.
    ///   - now: microseconds since the machine was started.
    init(_ clients: [JSONValue], people: PeerNames, now: Int64) {
        self.clients = clients
        self.people = people
        self.now = now
        tellsShares = clients.contains { $0["user_shares"] != nil }
        let numbers = Set(clients.compactMap { $0["uid"]?.integer })
        users = Dictionary(
            uniqueKeysWithValues: numbers.compactMap { number in
                UInt32(exactly: number).flatMap(people.user).map { (number, $0) }
            })
    }

    /// - Parameter columns: the terminal's width; nil for a table of any width.
    func shown(columns: Int?) -> ShownText {
        ShownText(lines: lines(columns: columns).joined(separator: "\n") + "\n")
    }

    func lines(columns: Int?) -> [String] {
        var table = TextTable(
            [
                ("NUMBER", .right), ("NAME", .left), ("USER", .left), ("PID", .right),
                ("PROCESS", .left), ("SUBS", .right), ("WAITING", .right), ("LINES", .right),
                ("LOST", .right), ("LAST READ", .right), ("STATE", .left), ("SENT", .right),
                ("CONNECTED", .right),
            ] + (tellsShares ? [("USER HOLDS", .right)] : []))
        let knowsProcesses = isSameMachine
        for client in clients { table.add(row(client, knowsProcesses: knowsProcesses)) }
        return table.lines(fitting: columns)
    }

    private func row(_ client: JSONValue, knowsProcesses: Bool) -> [String] {
        func number(_ name: String) -> String { client[name]?.integer.map { "\($0)" } ?? "-" }
        func count(_ name: String) -> String {
            client[name]?.integer.map(QuantityText.count) ?? "-"
        }
        let user = client["uid"]?.integer.map { number in
            (client["user"]?.text ?? users[number]).map { "\(number) (\($0))" } ?? "\(number)"
        }
        let waiting = client["bytes_waiting"]?.integer.map(QuantityText.bytes)
        let state = client["state"]?.text?.replacing("_", with: " ")
        let connected = client["connected_ms"]?.integer.map { Self.span(milliseconds: $0) }
        return [
            number("number"), client["name"]?.text ?? "-", user ?? "-", number("pid"),
            knowsProcesses ? process(client) ?? "-" : "-", number("subscriptions"),
            waiting ?? "-", count("lines_waiting"), count("lines_lost"), Self.lastRead(client),
            state ?? "-", count("lines_sent"), connected ?? "-",
        ] + (tellsShares ? [Self.share(client)] : [])
    }

    /// The largest of the user's shares in the daemon's common limits: `12 % of windows`.
    private static func share(_ client: JSONValue) -> String {
        let shares = ["windows", "processor", "waiting"].compactMap { name in
            client["user_shares"]?[name]?.integer.map { (name, $0) }
        }
        guard let most = shares.max(by: { $0.1 < $1.1 }), most.1 > 0 else { return "-" }
        return "\(most.1) % of \(most.0)"
    }

    /// Whether process numbers mean the same to the daemon as to this program, judged by this
    /// program's own connection: a daemon in another container has other numbers.
    private var isSameMachine: Bool {
        clients.contains { $0["pid"]?.integer == people.ownProcess }
    }

    /// The name of the connected process; nil if the process has ended, even if a later process has
    /// the same number.
    private func process(_ client: JSONValue) -> String? {
        guard let number = client["pid"]?.integer.flatMap({ Int32(exactly: $0) }),
            let span = client["connected_ms"]?.integer, (0...Int.max / 1000).contains(span),
            let facts = people.process(number)
        else { return nil }
        return facts.startedMicroseconds <= now - Int64(span) * 1000 ? facts.name : nil
    }

    private static func lastRead(_ client: JSONValue) -> String {
        client["last_read_ms"]?.integer.map { "\(span(milliseconds: $0)) ago" } ?? "never"
    }

    /// `0.4 s`, `12.5 s`, `5 min 6 s`.
    private static func span(milliseconds: Int) -> String {
        guard (0..<60_000).contains(milliseconds) else {
            return QuantityText.duration(seconds: milliseconds / 1000)
        }
        return "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
    }
}
