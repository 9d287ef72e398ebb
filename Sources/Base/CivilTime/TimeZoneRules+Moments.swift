import Vocabulary

/// What the words of a moment mean in a zone.
extension TimeZoneRules: CivilZone {
    package func dayNumber(at instant: FleetInstant) -> Int { date(at: instant).dayNumber }

    package func start(ofDay number: Int) -> FleetInstant {
        startOrNext(of: CivilDate(dayNumber: number))
    }

    package func wall(_ second: Int, ofDay number: Int) -> WallInstant {
        let date = CivilDate(dayNumber: number)
        let instant = instant(of: date, second: second)
        let shown = local(instant)
        if shown.date == date, shown.second == second { return .at(instant) }
        return start(of: date) == nil ? .noDay : .skipped(instant)
    }
}
