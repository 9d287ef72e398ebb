import CommandLine
import LinuxIO
import PlainText
import StreamClient
import WireProtocol

/// `runway clients`: who is connected, and how each of them reads.
enum ClientsCommand {
    static let table = FlagTable(
        command: "runway clients", summary: "lists who is connected, and how each of them reads.",
        examples: [
            "runway clients", "runway clients --json | jq -c '.clients[] | [.pid, .state]'",
        ],
        flags: [Command.socketFlag, Command.timeoutFlag, Command.jsonFlag])

    /// More than any daemon has: one that counts on and on would be asked for ever.
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
    /// Whose names are asked for.
    let ownProcess: Int
    var user: (UInt32) -> String? = UserAccount.name
    var process: (Int32) -> ProcessFacts? = ProcessFacts.init(of:)

    init(_ ownProcess: Int32) { self.ownProcess = Int(ownProcess) }
}
