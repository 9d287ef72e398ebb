import CommandLine
import Vocabulary
import WireProtocol

/// Where the lines of `tail` begin and end, as its flags say.
struct TailBounds {
    /// Where the first subscription begins; now if `begin` replaces it.
    private(set) var beginning = StreamStart.now
    /// The moment of `--since`, or of `--from`; nil without one.
    let begin: FlagMoment?
    /// The moment of `--until`, before which the output ends.
    let until: FlagMoment?
    /// The number of lines of `--last`; nil without the flag.
    let lastLines: Int?

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        // `--from` may also name an anchor, or `start`.
        let from = flags["--from"].flatMap { Moment(parsing: $0) }
        begin = try flags.moment("--since") ?? from.map { FlagMoment(flag: "--from", moment: $0) }
        until = try flags.moment("--until")
        lastLines = try flags.integer("--last", in: 1...LastLines.most)
    }

    static func refuseTwoBeginnings(_ flags: ParsedFlags) throws(ProgramFailure) {
        let given = ["--from", "--since", "--last"].filter(flags.has)
        guard given.count > 1 else { return }
        throw .usage(
            "\(given.joined(separator: " and ")) each say where to begin",
            suggestion: "give one of them")
    }

    /// Sets where the request says that the subscription begins, unless a moment replaces it.
    mutating func begin(at start: StreamStart) {
        if begin == nil { beginning = start }
    }

    /// The begin and the end in the fleet's time, by the clock of a greeting; nil without a flag.
    ///
    /// - Parameter isChecked: whether the output begins at `start`, and `until` must lie after it.
    func resolve(
        by greeting: JSONValue, isChecked: Bool
    ) throws(ProgramFailure) -> (start: StreamStart?, until: FleetInstant?) {
        let clock = try FleetClock(greeting, of: [begin, until]).moments
        let span = try TailSpan(self, by: clock)
        let start = try begin?.start(by: clock, until: span.end)
        if isChecked { try span.check() }
        return (start, span.end)
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
    init(_ bounds: TailBounds, by clock: MomentClock) throws(ProgramFailure) {
        present = clock.present
        end = try bounds.until?.instant(by: clock)
        if let moment = bounds.begin {
            (beginFlag, begin) = (moment.flag, try moment.instant(by: clock))
        } else {
            let isOfNow = bounds.beginning == .now && bounds.lastLines == nil
            (beginFlag, begin) = (nil, isOfNow ? present : FleetInstant.presents.lowerBound)
        }
    }

    /// - Throws: if the span begins in the future, or ends before it begins.
    func check() throws(ProgramFailure) {
        if let beginFlag, begin > present {
            throw ProgramFailure(
                .refused,
                "\(beginFlag): \(begin.text) lies ahead of the fleet's present, "
                    + "\(present.text); begin then, or at a time that has passed")
        }
        guard let end, end <= begin else { return }
        guard beginFlag != nil else {
            throw ProgramFailure.usage(
                "--until: \(end.text) has passed, and what is followed begins now",
                suggestion: "say with --since or --last where it begins")
        }
        throw ProgramFailure.usage(
            "--until: \(end.text) is not after \(begin.text), where it begins",
            suggestion: "give a later end or an earlier beginning")
    }
}
