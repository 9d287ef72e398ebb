import CommandLine
import LinuxIO
import PlainText
import Readout
import StreamClient
import Vocabulary
import WireProtocol

/// Which sessions `runway sessions` lists, and in what order.
struct SessionsQuestion {
    /// The order and the filter; nil lists all sessions by lane.
    private let sorted: SortedSessionsRequest?
    /// The most sessions to list.
    private let most: Int
    /// The named sessions, a lane for its present session; empty for all.
    private let named: [SelectedSessions]

    static let flags = [
        Flag("--session", value: "NAMES", "Sessions or lanes, such as s0,s7.2 (default: all)."),
        Flag(
            "--sort", value: "COLUMN", of: .word(SessionColumn.all.map(\.name)),
            "\(SessionColumn.all.map(\.name).joined(separator: ", ")) (default: lane)."),
        Flag("--descending", "Sort the other way round; missing values stay last."),
        Flag(
            "--phase", value: "PHASE", of: .word(Phase.allCases.map(\.rawValue)),
            "Only those in this phase of the flight."),
        Flag(
            "--match", value: "TEXT",
            "Only those with a word that begins so: in name, plan, recording or athlete."),
        Flag("--top", value: "N", "At most so many (default: all)."),
    ]

    /// The flags that choose lanes, whatever they fly.
    static let flagsOfLanes = flags.filter { ["--session", "--match", "--top"].contains($0.name) }

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        most = try flags.integer("--top", in: 1...LaneID.limit) ?? LaneID.limit
        let column = try flags.value(
            "--sort", allowed: "one of \(SessionColumn.all.map(\.name).joined(separator: ", "))",
            read: SessionColumn.init(name:))
        let phase: Phase? = try flags.word("--phase")
        let match = try flags.value(
            "--match", allowed: "a text of 1 to \(ProtocolLimits.matchBytes) bytes"
        ) { (1...ProtocolLimits.matchBytes).contains($0.utf8.count) ? $0 : nil }
        named = try Self.named(flags)
        let isSorted =
            column != nil || phase != nil || match != nil || flags.has("--descending")
        sorted =
            isSorted
            ? SortedSessionsRequest(
                by: column ?? .lane, isDescending: flags.has("--descending"), phase: phase,
                match: match) : nil
    }

    private static func named(_ flags: ParsedFlags) throws(ProgramFailure) -> [SelectedSessions] {
        guard flags.has("--session") else { return [] }
        let others = ["--sort", "--descending", "--phase", "--match", "--top"]
        if let other = others.first(where: flags.has) {
            throw .usage(
                "\(other) chooses among all sessions, and some are named",
                suggestion: "leave out \(other) or the names")
        }
        return try flags.value("--session", allowed: "sessions or lanes such as s0,s7.2") { text in
            let names = text.split(separator: ",").map { SelectedSessions(parsing: String($0)) }
            let found = names.compactMap(\.self).filter { !$0.isBook }
            return found.isEmpty || found.count < names.count ? nil : found
        } ?? []
    }

    /// Prints the daemon's lines with `--json`, else a text of all sessions.
    static func print(
        _ flags: ParsedFlags, _ text: ([JSONValue], Units, GreetedRights) -> ShownText
    ) throws(ProgramFailure) -> ExitCode {
        let (question, units) = try (SessionsQuestion(flags), flags.units)
        var link = try DaemonLink(flags)
        var sessions: [JSONValue] = []
        var output = JSONOutput()
        try question.ask(&link) { line, page throws(ProgramFailure) in
            if flags.has("--json") { return try output.print(line) }
            sessions += page["sessions"]?.items ?? []
            return true
        }
        if !flags.has("--json") {
            let rights = GreetedRights(link.greeting)
            try StandardStream.output.print(text(sessions, units, rights))
        }
        return .success
    }

    /// Asks page by page, and hands on each answer once the daemon has looked at every lane.
    ///
    /// - Parameter take: is called with the answer, raw and parsed; returns whether to go on.
    func ask(
        _ link: inout DaemonLink,
        _ take: (ArraySlice<UInt8>, JSONValue) throws(ProgramFailure) -> Bool
    ) throws(ProgramFailure) {
        for selected in named {
            let (line, page) = try ask(&link, for: selected)
            guard try take(line, page) else { return }
        }
        guard named.isEmpty else { return }
        var (place, left) = (0, most)
        var patience = Patience()
        while left > 0 {
            let line = try link.ask(request(from: place, atMost: left), for: "sessions")
            guard let page = JSONValue(line: line) else { return }
            if patience.asksAgain(after: page) { continue }
            guard try take(line, page) else { return }
            left -= page["sessions"]?.items.count ?? 0
            // The limit ends the loop for a daemon that answers with ever higher lanes.
            guard let next = page["next"]?.integer, next > place, next < LaneID.limit
            else { return }
            place = next
        }
    }

    /// The page that holds one session alone.
    private func ask(
        _ link: inout DaemonLink, for selected: SelectedSessions
    ) throws(ProgramFailure) -> (ArraySlice<UInt8>, JSONValue) {
        var patience = Patience()
        while true {
            let line = try link.ask(request(from: selected.lane.index, atMost: 1), for: "sessions")
            let page = JSONValue(line: line) ?? .null
            if patience.asksAgain(after: page) { continue }
            let name = page["sessions"]?.items.first?["session"]?.text ?? ""
            let found = SelectedSessions(parsing: name)
            guard let found, found.lane == selected.lane, [nil, found.lap].contains(selected.lap)
            else {
                throw ProgramFailure(
                    .refused, "\(selected) does not fly now; see runway sessions for what does")
            }
            return (line, page)
        }
    }

    /// Limits how often a page is asked for again while not all lanes are at the present.
    ///
    /// In a fleet without subscribers each answer brings more lanes to the present. A fleet that
    /// flies faster than the answers never has all lanes there, so the number of tries is limited.
    struct Patience {
        private var brought = -1
        private var fruitless = 0

        /// Whether to ask for this page again.
        mutating func asksAgain(after page: JSONValue) -> Bool {
            guard let total = page["total"]?.integer, let now = page["brought"]?.integer,
                now < total
            else { return false }
            fruitless = now > brought ? 0 : fruitless + 1
            // Once all lanes have been flown, `brought` counts lanes flown lately, and may fall.
            brought = max(brought, now)
            return fruitless < Self.fruitlessMost
        }

        private static let fruitlessMost = 5
    }

    /// - Parameter place: a lane, or how many sessions come before the page of an order.
    func request(from place: Int, atMost most: Int) -> String {
        let limit = min(most, ProtocolLimits.sessionsPage)
        var line = LineBuffer()
        line.append(#"{"op":"sessions""#)
        line.appendField(sorted == nil ? "from" : "offset", place)
        line.appendField("limit", limit)
        if let sorted {
            line.appendField("sort", sorted.column.name)
            if sorted.isDescending { line.append(#","descending":true"#) }
            line.appendField("phase", sorted.phase?.rawValue)
            line.appendField("match", sorted.match)
        }
        line.append("}")
        return line.text
    }
}
