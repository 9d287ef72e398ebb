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

/// From when to when `tail` is to show lines, as far as the flags say it by fleet time.
struct TailSpan {
    /// What says where it begins.
    private let beginFlag: String?
    private let begin: FleetInstant
    private let end: FleetInstant?
    private let present: FleetInstant

    /// - Parameter present: the fleet's, from the greeting.
    init(_ options: TailOptions, present: FleetInstant) {
        self.present = present
        end = options.until?.instant(at: present)
        if let since = options.since {
            (beginFlag, begin) = ("--since", since.instant(at: present))
        } else if case .time(let instant) = options.beginning {
            (beginFlag, begin) = ("--from", instant)
        } else if case .back(let span) = options.beginning {
            (beginFlag, begin) = ("--from", present - span)
        } else {
            let isOfNow = options.beginning == .now && options.lastLines == nil
            (beginFlag, begin) = (nil, isOfNow ? present : FleetInstant.presents.lowerBound)
        }
    }

    /// - Throws: where it begins in what is to come, or ends before it begins.
    func check() throws(ProgramFailure) {
        if let beginFlag, begin > present {
            throw ProgramFailure(
                .refused,
                "\(beginFlag): \(Self.text(begin)) lies ahead of the fleet's present, "
                    + "\(Self.text(present)); begin then, or at a time that has passed")
        }
        guard let end, end <= begin else { return }
        guard beginFlag != nil else {
            throw ProgramFailure.usage(
                UsageError(
                    "--until: \(Self.text(end)) has passed, and what is followed begins now",
                    suggestion: "say with --since or --last where it begins"))
        }
        throw ProgramFailure.usage(
            UsageError(
                "--until: \(Self.text(end)) is not after \(Self.text(begin)), where it begins",
                suggestion: "give a later end or an earlier beginning"))
    }

    private static func text(_ instant: FleetInstant) -> String {
        "\(CalendarTime(microseconds: instant.microseconds))"
    }
}
