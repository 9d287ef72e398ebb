import CommandLine
import StreamClient
import Vocabulary
import WireProtocol

/// What the flags of `tail` ask for.
struct TailOptions {
    /// The flags themselves, from which the request for the subscription is made.
    let flags: ParsedFlags
    let lineLimit: Int?
    /// When the output ends by itself, counted from its start; nil for never.
    let span: Duration?
    /// How long a link may be silent before it counts as lost; nil for the default.
    let silence: Duration?
    let style: OutputStyle
    /// Whether a lost connection is made again. Never with an embedded daemon, which ends with the
    /// client.
    let reconnects: Bool
    /// Where the lines begin, unless an anchor file overrides it, and where they end.
    let bounds: TailBounds
    /// How many sessions or lanes are named; nil for all.
    let selected: Int?
    /// The path of the anchor file; nil without one.
    let anchorPath: String?
    /// The flag that names the anchor file.
    var fileFlag = AnchorFile.flag
    /// How often the anchor file is written.
    var anchorInterval = AnchorSchedule.longestWait
    /// Whether the first attempt to connect is repeated too.
    var insists = false

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        lineLimit = try flags.integer("-n", in: 1...Int.max)
        span = try flags.span("--for")
        silence = try flags.span(Self.silenceFlag.name)
        let palette = try flags.palette()
        var bounds = try TailBounds(flags)
        var style = try OutputStyle(flags, palette)
        try TailBounds.refuseTwoBeginnings(flags)
        self.flags = flags
        reconnects = !flags.has("--no-reconnect") && !flags.has("--embedded")
        let request = try ChannelFlags.request(flags, after: flags["--from"]).request
        bounds.begin(at: request.start)
        style.mark(request.shape.kinds)
        (self.bounds, self.style) = (bounds, style)
        selected = request.selection.count
        anchorPath = flags[AnchorFile.flag]
    }

    static let silenceFlag = Flag(
        "--silence", value: "SPAN",
        "How long the daemon may be silent before the link counts as lost and is made again, at "
            + "least two of its beats (default: three).")

    /// The `subscribe` line to send.
    func request(after: String?) throws(ProgramFailure) -> String {
        try ChannelFlags.request(flags, after: after).line
    }
}

extension SessionSelection {
    /// The number of sessions or lanes that are named; nil for all.
    fileprivate var count: Int? {
        guard case .some(let selected) = self else { return nil }
        return selected.count
    }
}
