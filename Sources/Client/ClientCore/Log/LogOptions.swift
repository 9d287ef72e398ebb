import CivilTime
import CommandLine
import FlightDisplay
import LinuxIO
import Logbook
import StreamClient
import Terminal
import Vocabulary
import ZoneFiles

/// What the flags of `log` ask for.
struct LogOptions {
    var preferences: LogbookPreferences
    let place: LogbookPlace
    /// When the display ends by itself, counted from its start; nil for never.
    let span: Duration?
    let palette: Palette

    init(_ flags: ParsedFlags) throws(ProgramFailure) {
        span = try flags.span("--for")
        palette = try flags.palette()
        try flags.check("--symbols", isOneOf: Symbols.allCases.map(\.rawValue))
        var preferences = LogbookPreferences(
            symbols: Symbols(choice: flags["--symbols"]), units: try flags.units)
        preferences.weekStart = try flags.word("--week-starts") ?? preferences.weekStart
        if let goal = try flags.integer("--goal", in: LogbookPreferences.goalRange) {
            (preferences.goal, preferences.keepsGoal) = (goal, true)
        }
        preferences.isEmbedded = flags.has("--embedded")
        preferences.showsTruth = flags.has("--truth")
        self.preferences = preferences
        place = try Self.place(flags)
    }

    private static func place(_ flags: ParsedFlags) throws(ProgramFailure) -> LogbookPlace {
        let pages = ["--month", "--weeks", "--metric", "--run"].filter(flags.has)
        guard pages.count <= 1 else {
            throw .usage("\(pages[0]) and \(pages[1]) are two pages", suggestion: "give one")
        }
        if let page = ["--month", "--run"].first(where: flags.has), flags.has("--day") {
            throw .usage("\(page) says which days already", suggestion: "leave out --day")
        }
        if flags.has("--truth"), let page = pages.first, page != "--month" {
            throw .usage("\(page) shows no truth", suggestion: "leave out --truth, or \(page)")
        }
        let run = try run(flags)
        var place = LogbookPlace(lane: try lane(flags, run))
        if let run { (place.page, place.run) = (.run, run.description) }
        if flags.has("--weeks") { place.page = .weeks }
        try choose(metric: flags, &place)
        place.asked = try flags.day("--day")?.moment
        if case .day(.date(let number), second: _)? = place.asked {
            (place.asked, place.date) = (nil, CivilDate(dayNumber: number))
        }
        if let month = try month(flags) { (place.page, place.date) = (.month, month) }
        return place
    }

    private static func choose(
        metric flags: ParsedFlags, _ place: inout LogbookPlace
    ) throws(ProgramFailure) {
        let names = LogMetric.all.map(\.name).joined(separator: ", ")
        if let metric = try flags.value("--metric", allowed: names, read: LogMetric.init(named:)) {
            (place.page, place.metric) = (.metric, metric)
        }
        guard let days = try flags.integer("--days", in: LogbookPlace.daysRange) else { return }
        guard place.page == .metric else {
            throw .usage("--days is for a metric", suggestion: "add --metric NAME")
        }
        place.days = days
    }

    private static func month(_ flags: ParsedFlags) throws(ProgramFailure) -> CivilDate? {
        try flags.value("--month", allowed: "a month such as 2026-03") {
            CivilDate(parsing: $0 + "-01")
        }
    }

    private static func run(_ flags: ParsedFlags) throws(ProgramFailure) -> SessionName? {
        try flags.value("--run", allowed: "a session such as s7.12", read: SessionName.init(shown:))
    }

    /// The lane that the operand or `--session` names, such as `s7`; else the lane of `--run`.
    private static func lane(_ flags: ParsedFlags, _ run: SessionName?) throws(ProgramFailure)
        -> LaneID?
    {
        let named = flags["--session"]
        guard named == nil || flags.operand == nil else {
            throw .usage(
                "the athlete is named twice", suggestion: "give SESSION or --session, not both")
        }
        guard let operand = flags.operand ?? named else { return run?.lane }
        guard !operand.contains("."), let lane = LaneName.lane(of: operand) else {
            throw .usage(
                "\"\(operand)\" is no athlete",
                suggestion: SessionName(shown: operand) == nil
                    ? "give one such as s7" : "write --run \(operand)")
        }
        guard run.map({ $0.lane == lane }) ?? true else {
            throw .usage("the run is of another athlete", suggestion: "leave out \(operand)")
        }
        return lane
    }

    /// The lane to check against the fleet; nil for a lane that a command started.
    var fleetLane: LaneID? {
        place.chosenLane.flatMap { $0 < .firstStarted ? $0 : nil }
    }

    func state(follows: Bool) -> LogbookState {
        LogbookState(place, preferences, follows: follows) { try? TimeZoneRules.named($0) }
    }
}
