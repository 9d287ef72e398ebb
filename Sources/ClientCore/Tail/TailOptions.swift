import CommandLine
import FlightDisplay
import LinuxIO
import StreamClient
import Terminal
import Vocabulary
import WireProtocol

/// What the flags of `tail` ask for.
struct TailOptions {
    /// The flags themselves, of which the subscription is made.
    let flags: ParsedFlags
    let lineLimit: Int?
    /// When the output ends by itself, counted from its start; nil for never.
    let span: Duration?
    let form: OutputForm
    /// Whether a lost connection is made again. Never with an embedded daemon, which ends with the
    /// client.
    let reconnects: Bool
    let palette: Palette
    let time: TimeStyle
    /// Of readable lines.
    let units: Units
    /// Whether text names the kind of each line, because several kinds look alike.
    let marksKind: Bool
    /// Where the first subscription begins, unless an anchor file overrides it.
    let beginning: StreamStart
    /// How many sessions or lanes are named; nil for all.
    let selected: Int?
    /// The moment of `--since`, which replaces `beginning`; nil without the flag.
    let since: FleetMoment?
    /// The number of lines of `--last`; nil without the flag.
    let lastLines: Int?
    /// The moment of `--until`, before which the output ends.
    let until: FleetMoment?
    /// The path of the anchor file; nil without one.
    let anchorPath: String?
    /// The flag that names it.
    var fileFlag = TailOptions.anchorFlag
    /// How often that file is written.
    var anchorInterval = AnchorSchedule.longestWait
    /// Whether the first attempt to connect is repeated too.
    var insists = false

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        do throws(UsageError) {
            lineLimit = try flags.integer("-n", in: 1...Int.max)
            span = try flags.span("--for")
            palette = try flags.palette()
            since = try flags.moment("--since")
            until = try flags.moment("--until")
            lastLines = try flags.integer("--last", in: 1...LastLines.most)
            form = try OutputForm(flags)
            time = try Self.time(flags)
            units = try flags.units
            try Self.refuseTwoBeginnings(flags)
        } catch {
            throw .usage(error)
        }
        self.flags = flags
        reconnects = !flags.has("--no-reconnect") && !flags.has("--embedded")
        let request = try ChannelFlags.request(flags, after: flags["--from"]).request
        beginning = request.start
        selected = request.selection.count
        marksKind = request.shape.kinds.intersection([.stat, .sample, .truth]).count > 1
        anchorPath = flags[Self.anchorFlag]
    }

    static let anchorFlag = "--anchor-file"

    /// The `subscribe` line to send.
    func request(after: String?) throws(ProgramFailure) -> String {
        try ChannelFlags.request(flags, after: after).line
    }

    private static func time(_ flags: ParsedFlags) throws(UsageError) -> TimeStyle {
        let time: TimeStyle = try flags.word("--time") ?? .utc
        guard time == .local, let fault = LocalTime.zoneFault else { return time }
        throw UsageError(
            "--time local: the zone's file \(fault)",
            suggestion: "have TZ name a zone, such as Europe/Berlin")
    }

    private static func refuseTwoBeginnings(_ flags: ParsedFlags) throws(UsageError) {
        let given = ["--from", "--since", "--last"].filter(flags.has)
        guard given.count > 1 else { return }
        throw UsageError(
            "\(given.joined(separator: " and ")) each say where to begin",
            suggestion: "give one of them")
    }
}

/// The span of fleet time that the flags of `tail` select, for a check before anything is shown.
struct TailSpan {
    /// The flag that says where the span begins; nil without one.
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

    /// - Throws: if the span begins in the future, or ends before it begins.
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

extension SessionSelection {
    /// How many are selected by name; nil for all.
    fileprivate var count: Int? {
        guard case .some(let selected) = self else { return nil }
        return selected.count
    }
}
