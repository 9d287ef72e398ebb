import CommandLine
import FlightDisplay
import LinuxIO
import Readout
import StreamClient
import Terminal
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
    let form: OutputForm
    /// Whether a lost connection is made again. Never with an embedded daemon, which ends with the
    /// client.
    let reconnects: Bool
    let palette: Palette
    let time: TimeStyle
    /// The units of values in readable lines.
    let units: Units
    /// Whether text names the kind of each line, because several kinds look alike.
    let marksKind: Bool
    /// Where the first subscription begins, unless an anchor file overrides it.
    let beginning: StreamStart
    /// How many sessions or lanes are named; nil for all.
    let selected: Int?
    /// The moment of `--since`, or of `--from`, which replaces `beginning`; nil without one.
    let begin: FlagMoment?
    /// The number of lines of `--last`; nil without the flag.
    let lastLines: Int?
    /// The moment of `--until`, before which the output ends.
    let until: FlagMoment?
    /// The path of the anchor file; nil without one.
    let anchorPath: String?
    /// The flag that names the anchor file.
    var fileFlag = AnchorFile.flag
    /// How often the anchor file is written.
    var anchorInterval = AnchorSchedule.longestWait
    /// Whether the first attempt to connect is repeated too.
    var insists = false

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        do throws(UsageError) {
            lineLimit = try flags.integer("-n", in: 1...Int.max)
            span = try flags.span("--for")
            silence = try flags.span(Self.silenceFlag.name)
            palette = try flags.palette()
            begin = try flags.moment("--since") ?? Self.from(flags)
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
        beginning = begin == nil ? request.start : .now
        selected = request.selection.count
        marksKind = request.shape.kinds.intersection([.stat, .sample, .truth]).count > 1
        anchorPath = flags[AnchorFile.flag]
    }

    /// The moment of `--from`, which may also be an anchor or `start`.
    private static func from(_ flags: ParsedFlags) -> FlagMoment? {
        flags["--from"].flatMap { Moment(parsing: $0) }.map {
            FlagMoment(flag: "--from", moment: $0)
        }
    }

    static let silenceFlag = Flag(
        "--silence", value: "SPAN",
        "How long the daemon may be silent before the link counts as lost and is made again, at "
            + "least two of its beats (default: three).")

    /// The begin and the end in the fleet's time, by the clock of a greeting; nil without a flag.
    ///
    /// - Parameter isChecked: whether the output begins at `start`, and `until` must lie after it.
    func beginning(
        by greeting: JSONValue, isChecked: Bool
    ) throws(ProgramFailure) -> (start: StreamStart?, until: FleetInstant?) {
        let clock = try FleetClock(greeting, of: [begin, until]).moments
        let span: TailSpan
        let start: StreamStart?
        do throws(UsageError) {
            span = try TailSpan(self, by: clock)
            start = try begin?.start(by: clock, until: span.end)
        } catch {
            throw .usage(error)
        }
        if isChecked { try span.check() }
        return (start, span.end)
    }

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
    /// The instant before which the span ends; nil without an end.
    let end: FleetInstant?
    private let present: FleetInstant

    /// - Parameter clock: the fleet's clock, from the greeting.
    init(_ options: TailOptions, by clock: MomentClock) throws(UsageError) {
        present = clock.present
        end = try options.until?.instant(by: clock)
        if let moment = options.begin {
            (beginFlag, begin) = (moment.flag, try moment.instant(by: clock))
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
    /// The number of sessions or lanes that are named; nil for all.
    fileprivate var count: Int? {
        guard case .some(let selected) = self else { return nil }
        return selected.count
    }
}
