import CommandLine
import Vocabulary
import WireProtocol

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
