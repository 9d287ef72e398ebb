import CommandLine
import LinuxIO
import Readout
import Terminal
import Vocabulary

/// How `tail` writes lines: their form, and what readable lines have besides.
struct OutputStyle {
    let form: OutputForm
    let units: Units
    private let palette: Palette
    private let time: TimeStyle
    /// Whether text names the kind of each line, because several kinds look alike.
    private(set) var marksKind = false

    init(_ flags: ParsedFlags, _ palette: Palette) throws(ProgramFailure) {
        self.palette = palette
        form = try OutputForm(flags)
        time = try Self.time(flags)
        units = try flags.units
    }

    private static func time(_ flags: ParsedFlags) throws(ProgramFailure) -> TimeStyle {
        let time: TimeStyle = try flags.word("--time") ?? .utc
        guard time == .local, let fault = LocalTime.zoneFault else { return time }
        throw .usage(
            "--time local: the zone's file \(fault)",
            suggestion: "have TZ name a zone, such as Europe/Berlin")
    }

    /// Notes which kinds of lines come.
    mutating func mark(_ kinds: Set<LineKind>) {
        marksKind = kinds.intersection([.stat, .sample, .truth]).count > 1
    }

    /// - Parameter now: the machine's clock, microseconds since 1970.
    func formatter(now: Int64) -> LineFormatter {
        var formatter = LineFormatter(
            palette: palette, times: LineTimes(time, now: now), marksKind: marksKind, units: units)
        if case .full = form { formatter.namesStatistics = true }
        return formatter
    }
}

/// The form in which `tail` writes lines.
enum OutputForm {
    /// For people: the most telling statistics, as far as a terminal has room.
    case short
    /// For people: every statistic by its name.
    case full
    /// The daemon's own lines, unchanged.
    case json
    case template(LineTemplate)

    private enum Word: String, CaseIterable {
        case short, full, json, template
    }

    static let flags = [
        Flag(
            "--output", value: "FORM", of: .word(["short", "full", "json", "template"]),
            "short: text for people, as wide as the terminal, where ~ marks what is smoothed; "
                + "full: every statistic by its name; json: as --json; template: as --template "
                + "says (default: short)."),
        Flag(
            "--template", value: "TEXT",
            "The form of a line, such as '{session} {heart_rate_bpm.average}': paths into the "
                + "line's JSON, as --json prints it; - where it has none; {{ and }} for braces. "
                + "Gaps are told on standard error."),
    ]

    /// The form that the flags ask for.
    ///
    /// - Throws: for a form that does not exist, a template with a mistake, or flags that
    ///   contradict each other.
    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        let word: Word? = try flags.word("--output")
        try Self.refuseTwoForms(flags, word)
        let implied: Word = flags.has("--template") ? .template : .short
        switch word ?? (flags.has("--json") ? .json : implied) {
        case .short: self = .short
        case .full: self = .full
        case .json:
            try Self.refuseTime(flags)
            self = .json
        case .template:
            try Self.refuseTime(flags)
            self = .template(try Self.template(flags))
        }
    }

    private static func template(_ flags: ParsedFlags) throws(ProgramFailure) -> LineTemplate {
        guard let text = flags["--template"] else {
            throw .usage(
                "--output template needs the template",
                suggestion: "add --template '{session} {heart_rate_bpm.average}'")
        }
        return try LineTemplate(parsing: text)
    }

    private static func refuseTwoForms(_ flags: ParsedFlags, _ word: Word?) throws(ProgramFailure) {
        let given = [
            flags.has("--json") ? ("--json", Word.json) : nil,
            word.map { ("--output \($0.rawValue)", $0) },
            flags.has("--template") ? ("--template", .template) : nil,
        ].compactMap(\.self)
        guard let first = given.first, let other = given.first(where: { $0.1 != first.1 }) else {
            return
        }
        throw .usage(
            "\(first.0) and \(other.0) are two forms of a line", suggestion: "give one of the two")
    }

    private static func refuseTime(_ flags: ParsedFlags) throws(ProgramFailure) {
        guard flags.has("--time") else { return }
        throw .usage(
            "--time is for text, and JSON and templates have the times of the daemon",
            suggestion: "leave it out, or choose --output short or full")
    }
}
