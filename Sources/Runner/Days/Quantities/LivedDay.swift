import CivilTime
import Vocabulary

/// A date of an athlete with its nights: what its quantities are made of.
struct LivedDay {
    let course: DayCourse
    let night: Night
    /// When the athlete falls asleep in the next night, mostly before the date's end.
    let nextBed: FleetInstant
    /// The night that ends on the date, whether or not the watch saw it.
    let sleep: Sleep?
    let nap: Sleep?
    let wear: Wear

    /// Nil if the zone skips the date. Takes some ten microseconds.
    init?(_ days: AthleteDays, _ date: CivilDate) {
        guard let span = days.zone.day(date) else { return nil }
        course = DayCourse(days, date, span)
        night = course.night(endingOn: date)
        nextBed = course.nextBed
        let (sleep, nap) = (course.sleep(night), course.nap())
        self.sleep = sleep
        self.nap = days.habitsOrder == nil ? nap : nap?.beside(sleep, nextBed)
        wear = Wear(course, night, next: nextBed)
    }

    var quarters: [QuarterHour] { course.quarters(sleep, nap, nextBed, wear) }
}
