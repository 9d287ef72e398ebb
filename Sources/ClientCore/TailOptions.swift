import DaemonCore
import Settings
import Terminal
import WireProtocol

/// What the flags of `tail` ask for.
struct TailOptions {
    /// The flags themselves, which say what is followed and where.
    let flags: ParsedFlags
    let lineLimit: Int?
    let milliseconds: Int?
    let isJSON: Bool
    /// Whether another connection takes the place of a lost one; to a daemon that was started
    /// here there is none.
    let reconnects: Bool
    let palette: Palette
    /// Where the first subscription begins, unless an anchor file knows better.
    let beginning: StreamStart
    /// Where the anchor is kept.
    let anchorPath: String?

    init(_ flags: ParsedFlags) throws(StartFailure) {
        do throws(UsageError) {
            lineLimit = try flags.integer("-n", in: 1...Int.max)
            milliseconds = try flags.milliseconds("--for")
            palette = try flags.palette()
            try Self.refuseTwoBeginnings(flags)
        } catch {
            throw .usage(error)
        }
        self.flags = flags
        isJSON = flags.has("--json")
        reconnects = !flags.has("--no-reconnect") && !flags.has("--embedded")
        beginning = try ChannelFlags.request(flags, after: flags["--from"]).request.start
        anchorPath = flags["--anchor-file"]
    }

    /// The line to send; `after` as in a request.
    func request(after: String?) throws(StartFailure) -> String {
        try ChannelFlags.request(flags, after: after).line
    }

    private static func refuseTwoBeginnings(_ flags: ParsedFlags) throws(UsageError) {
        guard flags.has("--from"), flags.has("--anchor-file") else { return }
        throw UsageError(
            "--from says where to begin, and --anchor-file knows it",
            suggestion: "give one of the two")
    }
}
