import CivilTime
import FlightDisplay
import Readout
import Terminal
import Vocabulary

extension LogbookState {
    package mutating func take(_ key: Key, at now: MonotonicInstant) -> DisplayWish {
        pass(to: now)
        if key == .control("c") { return .quit }
        if key == .control("l") { return .redraw }
        if help != nil {
            if help?.take(key, LogHelp.sections, size) == false { help = nil }
            return .nothing
        }
        notice = nil
        commands.doubt = nil
        if takeInPrompt(key) || takeAnswer(key) { return .nothing }
        switch key {
        case .character(let character): return take(character)
        case .right: step(by: 1)
        case .left: step(by: -1)
        case .down: stride(by: 1)
        case .up: stride(by: -1)
        case .pageDown: leap(by: 1)
        case .pageUp: leap(by: -1)
        case .home: place.row = 0
        case .tab: turn(by: 1)
        case .backTab: turn(by: -1)
        case .enter: enter()
        case .escape, .backspace: open(.day)
        case .delete: askToRemove()
        case .end, .control, .unknown, .mouse: break
        }
        return .nothing
    }

    private mutating func take(_ character: Character) -> DisplayWish {
        switch character {
        case "q", "Q": return .quit
        case "?", "h": help = HelpScroll()
        case "d": open(.day)
        case "m": open(.month)
        case "w": open(.weeks)
        case "v": open(.metric)
        case "r": openRun()
        case "b": openBody()
        case "t": go(to: nil)
        case "/": prompt = LogPrompt(.date)
        case "g": prompt = LogPrompt(.goal)
        case "a": askToAdd()
        case "x": askToRemove()
        case "N": turnAthlete(by: 1)
        case "P": turnAthlete(by: -1)
        case "A": prompt = LogPrompt(.athlete)
        case "u": preferences.units = preferences.units.next
        case "n": step(by: 1)
        case "p": step(by: -1)
        case "j": stride(by: 1)
        case "k": stride(by: -1)
        case "]": turn(by: 1)
        case "[": turn(by: -1)
        case "s": changeWeekStart()
        case "y": preferences.symbols = preferences.symbols.next
        case _: break
        }
        return .nothing
    }

    private mutating func open(_ page: LogbookPlace.Page) {
        if page != place.page { place.row = 0 }
        place.page = page
        if page != .run { place.run = nil }
    }

    private mutating func openRun() {
        // The page of values reads no runs; the day does.
        guard place.page != .metric else { return open(.day) }
        guard let run = shownRun else {
            return notice =
                hasRuns ? "there is no run on this day" : "no run of this day is known yet"
        }
        open(.run)
        place.run = run
    }

    private mutating func enter() {
        switch place.page {
        case .month: open(.day)
        case .weeks:
            guard let date else { return }
            place.date = chosenWeek(date)
            open(.day)
        case .day: openRun()
        case .run: open(.day)
        case .metric: break
        }
    }

    private mutating func changeWeekStart() {
        preferences.weekStart = preferences.weekStart.next
        notice = "weeks begin on \(preferences.weekStart.weekdays[0].long)"
    }
}

/// Moving through the calendar.
extension LogbookState {
    /// - Parameter date: the date to show; nil follows the present day.
    private mutating func go(to date: CivilDate?) {
        let limits = Self.dateLimits
        place.date =
            date == today ? nil : date.map { min(max($0, limits.lowerBound), limits.upperBound) }
        place.row = 0
        if place.page == .run { open(.day) }
    }

    /// The dates of fleet time.
    static let dateLimits = CivilDate(dayNumber: 10_957)...CivilDate(dayNumber: 84_005)

    private mutating func move(days: Int) {
        guard let date else { return }
        go(to: date.adding(days: days))
    }

    /// Moves by a day, by a week on the page of weeks, or by a run.
    private mutating func step(by count: Int) {
        switch place.page {
        case .day, .month, .metric: move(days: count)
        case .weeks: move(days: 7 * count)
        case .run: stepRun(by: count)
        }
    }

    /// Moves by a week, by a row of a list, or by a line of a run.
    private mutating func stride(by count: Int) {
        switch place.page {
        case .day, .month: move(days: 7 * count)
        case .weeks: place.row = min(max(place.row - count, 0), LogbookPlace.weeks - 1)
        case .metric: place.row = min(max(place.row + count, 0), max(0, listedValues.count - 1))
        case .run: place.row = min(max(place.row + count, 0), max(0, logCount - 1))
        }
    }

    private mutating func leap(by count: Int) {
        guard let date else { return }
        switch place.page {
        case .day, .month: go(to: date.adding(months: count))
        case .weeks: move(days: 7 * LogbookPlace.weeks * count)
        case .metric: move(days: place.days * count)
        case .run: stride(by: 10 * count)
        }
    }

    /// Turns to the next metric, or to the next of a day's several runs.
    private mutating func turn(by count: Int) {
        switch place.page {
        case .metric:
            let all = metrics
            let index = all.firstIndex(of: place.metric) ?? 0
            place.metric = all[(index + count + all.count) % all.count]
            place.row = 0
        case .day:
            let runs = date.map(runs)?.count ?? 0
            guard runs > 1 else { return }
            place.row = (place.row + count + runs) % runs
        case .run: place.side = place.side.turned(by: count, hasTrack: hasTrack)
        case .month, .weeks: break
        }
    }

    private mutating func stepRun(by count: Int) {
        guard let run = shownRun, let range = runRange else { return }
        let runs = runs(in: range)
        guard let index = runs.firstIndex(where: { $0.session == run }),
            runs.indices.contains(index + count)
        else { return notice = "no \(count > 0 ? "later" : "earlier") run is known" }
        let next = runs[index + count]
        place.run = next.session
        place.row = 0
        let date = calendar?.date(at: next.start)
        place.date = date == today ? nil : date
    }

    /// The first day of the chosen week; row 0 is the newest week.
    func chosenWeek(_ date: CivilDate) -> CivilDate {
        preferences.weekStart.start(of: date).adding(days: -7 * place.row)
    }

    private var logCount: Int {
        shownRun.flatMap { shelf[flight: $0] }?.log.entries.count ?? 0
    }

    /// Whether the page of a run shows a track.
    var hasTrack: Bool { shownRun.flatMap { shelf[flight: $0] }?.ground.hasPlaces ?? false }
}
