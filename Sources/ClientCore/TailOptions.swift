import CommandLine
import StreamClient
import Terminal
import Vocabulary
import WireProtocol

/// What the flags of `tail` ask for.
struct TailOptions {
    /// The flags themselves, which say what is followed and where.
    let flags: ParsedFlags
    let lineLimit: Int?
    let milliseconds: Int?
    let form: OutputForm
    /// Whether another connection takes the place of a lost one; to a daemon that was started
    /// here there is none.
    let reconnects: Bool
    let palette: Palette
    let time: TimeStyle
    /// Whether the kinds that are followed look alike as text.
    let marksKind: Bool
    /// Where the first subscription begins, unless an anchor file knows better.
    let beginning: StreamStart
    /// The moment that it begins with instead; nil for where `beginning` says.
    let since: FleetMoment?
    /// So many lines back it begins instead.
    let lastLines: Int?
    /// Lines from this moment on are no longer wanted.
    let until: FleetMoment?
    /// Where the anchor is kept.
    let anchorPath: String?

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        do throws(UsageError) {
            lineLimit = try flags.integer("-n", in: 1...Int.max)
            milliseconds = try flags.milliseconds("--for")
            palette = try flags.palette()
            since = try flags.moment("--since")
            until = try flags.moment("--until")
            lastLines = try flags.integer("--last", in: 1...LastLines.most)
            form = try OutputForm(flags)
            time = try flags.word("--time") ?? .utc
            try Self.refuseTwoBeginnings(flags)
        } catch {
            throw .usage(error)
        }
        self.flags = flags
        reconnects = !flags.has("--no-reconnect") && !flags.has("--embedded")
        let request = try ChannelFlags.request(flags, after: flags["--from"]).request
        beginning = request.start
        marksKind = request.shape.kinds.intersection([.stat, .sample, .truth]).count > 1
        anchorPath = flags["--anchor-file"]
    }

    /// The line to send; `after` as in a request.
    func request(after: String?) throws(ProgramFailure) -> String {
        try ChannelFlags.request(flags, after: after).line
    }

    private static func refuseTwoBeginnings(_ flags: ParsedFlags) throws(UsageError) {
        let given = ["--from", "--since", "--last"].filter(flags.has)
        guard given.count > 1 else { return }
        throw UsageError(
            "\(given.joined(separator: " and ")) each say where to begin",
            suggestion: "give one of them")
    }
}
