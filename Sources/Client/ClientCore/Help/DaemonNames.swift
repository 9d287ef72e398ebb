import CommandLine
import LinuxIO
import StreamClient
import Vocabulary
import WireProtocol

/// Names that a running daemon knows, for the completion of shells; none if none answers.
enum DaemonNames {
    /// How long a running daemon may take until its names are left out, in milliseconds.
    private static let patience = 40

    /// The names that may stand as the word, at most a page of them.
    ///
    /// A name that a shell could take for anything but a word is left out, whatever the daemon
    /// says.
    static func candidates(
        of completion: Completion, _ socket: String?
    ) -> [Completion.Candidate] {
        guard
            [WordDomain.Kind.sessions, .metrics, .dayMetrics, .queryMetrics].contains(
                completion.domain.kind)
        else {
            return []
        }
        let candidates = SocketLocation(
            flag: socket, variable: Environment.value("RUNWAY_SOCKET"),
            runtimeDirectory: Environment.value("XDG_RUNTIME_DIR")
        ).candidates
        // Each wait for a daemon ends by itself; all of them together, whatever it does, so.
        ProcessDeadline.set(patience)
        guard var link = try? DaemonLink(candidates: candidates, patience: .milliseconds(patience))
        else {
            return []
        }
        let found =
            completion.domain.kind == .sessions
            ? sessions(&link, completion.prefix) : metrics(&link, completion.domain.kind)
        return found.filter {
            $0.word.hasPrefix(completion.prefix) && $0.word.utf8.allSatisfy(isOfName)
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        case _: false
        }
    }

    /// Lanes; behind the dot of a session's name the sessions.
    private static func sessions(
        _ link: inout DaemonLink, _ prefix: String
    ) -> [Completion.Candidate] {
        var line = LineBuffer()
        line.append(#"{"op":"sessions""#)
        line.appendField("limit", ProtocolLimits.sessionsPage)
        if !prefix.isEmpty {
            line.appendField("sort", "lane")
            line.appendField("match", prefix)
        }
        line.append("}")
        let page = (try? link.ask(line.text, for: "sessions")).flatMap { JSONValue(line: $0) }
        return (page?["sessions"]?.items ?? []).compactMap { session in
            guard let name = session["session"]?.text else { return nil }
            let plan = session["plan"]?.text ?? ""
            let word = prefix.contains(".") ? name[...] : name.prefix { $0 != "." }
            return Completion.Candidate(String(word), plan)
        }
    }

    private static func metrics(
        _ link: inout DaemonLink, _ domain: WordDomain.Kind
    ) -> [Completion.Candidate] {
        let rights = GreetedRights(link.greeting)
        guard let line = try? link.ask(#"{"op":"describe"}"#, for: "describe"),
            let answer = JSONValue(line: line)
        else { return [] }
        let fields: [String] =
            switch domain {
            case .metrics: ["metrics"]
            case .dayMetrics: ["day_metrics"]
            case _: ["metrics", "day_metrics"]
            }
        return fields.flatMap { answer[$0]?.items ?? [] }.compactMap { row in
            guard let name = row["name"]?.text, rights.reads(name) else { return nil }
            // Nobody enters a position or a stage of sleep by hand.
            let isOfPeople = DayMetric(named: name).map(DayMetric.ofPeople.contains) ?? true
            guard domain != .dayMetrics || isOfPeople else { return nil }
            return Completion.Candidate(name, row["unit"]?.text ?? "")
        }
    }
}
