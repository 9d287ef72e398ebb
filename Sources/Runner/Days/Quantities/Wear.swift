import CivilTime
import Vocabulary

/// When the watch is off on a date: in nights and on days without it, while it is charged, and for
/// weeks in a drawer.
struct Wear {
    /// Whether it is worn in the night that ends on the date.
    let isWornAtNight: Bool
    /// Whether it is on at any time of the date.
    let isEverWorn: Bool
    /// The time of the date without it, in no order.
    private let gaps: [Range<FleetInstant>]

    init(_ course: DayCourse, _ night: Night, next nextBed: FleetInstant) {
        let (days, date, span) = (course.days, course.date, course.span)
        isWornAtNight = days.wearsWatch(inNightEndingOn: date)
        let habits = days.habits.wear
        let stream = course.stream(.wear)
        func counter(_ draw: Int) -> UInt64 { DayDraws.counter(date.dayNumber, draw) }
        func minutes(_ minutes: Double) -> FleetDuration { .seconds(Int64(minutes) * 60) }
        let wake = course.instant(minute: night.wake)
        guard days.wearsWatch(on: date) else {
            // On some of these days it is put on for a while all the same.
            guard !days.leavesWatch(on: date), stream.uniform(counter(21)) < 0.65 else {
                (gaps, isEverWorn) = ([span], false)
                return
            }
            let on = max(wake, span.lowerBound) + minutes(600 * stream.uniform(counter(22)))
            let off = on + minutes(90 + 90 * stream.exponential(counter(23)))
            isEverWorn = true
            gaps = [
                span.lowerBound..<min(on, span.upperBound),
                min(off, span.upperBound)..<span.upperBound,
            ]
            return
        }
        var gaps: [Range<FleetInstant>] = []
        if !isWornAtNight {
            let delay = (8 + 45 * stream.exponential(counter(16))).clamped(to: 8...400)
            gaps.append(span.lowerBound..<max(span.lowerBound, wake + minutes(delay)))
        }
        if !days.wearsWatch(inNightEndingOn: date.adding(days: 1)) {
            let early = (5 + 45 * stream.exponential(counter(17))).clamped(to: 5...300)
            let off = max(span.lowerBound, nextBed - minutes(early))
            gaps.append(min(off, span.upperBound)..<span.upperBound)
        }
        if stream.uniform(counter(18)) < habits.charges {
            let wait = minutes(15 + 75 * stream.uniform(counter(19)))
            let length = minutes(habits.chargeMinutes * (0.5 + stream.uniform(counter(20))))
            let start = habits.chargesInEvening ? nextBed - wait - length : wake + wait
            gaps.append(start..<start + length)
        }
        (self.gaps, isEverWorn) = (gaps, true)
    }

    func isWorn(at instant: FleetInstant) -> Bool { !gaps.contains { $0.contains(instant) } }

    /// The share of a stretch of the date in which it is worn.
    func share(of stretch: Range<FleetInstant>) -> Double {
        let off = gaps.reduce(0) { $0 + stretch.share(in: $1) }
        return max(0, 1 - off)
    }
}

extension Range<FleetInstant> {
    /// The share of the range that lies in another.
    func share(in other: Range<FleetInstant>) -> Double {
        let common = clamped(to: other)
        return Double((common.upperBound - common.lowerBound).ticks)
            / Double((upperBound - lowerBound).ticks)
    }
}

extension AthleteDays {
    /// Whether it is ordered that the watch measures nothing on a date.
    func leavesWatch(on date: CivilDate) -> Bool {
        findingCourse?.isOn(.notWorn, date.dayNumber) ?? false
    }

    /// Whether the watch is worn on a date, apart from a run.
    func wearsWatch(on date: CivilDate) -> Bool {
        let off = StickyChain(
            stream: draws.stream(.daysWorn), share: habits.wear.daysOff, stickiness: 0.5)
        guard !leavesWatch(on: date), !off[date.dayNumber] else { return false }
        // Where the share of days is ordered, no drawer adds to it.
        return habitsOrder?.daysOff != nil || !Self.isInDrawer(date, draws.stream(.drawer))
    }

    /// Whether the watch is worn in a night, which it is not between days without it.
    func wearsWatch(inNightEndingOn date: CivilDate) -> Bool {
        let off = StickyChain(
            stream: draws.stream(.nightsWorn), share: habits.wear.nightsOff, stickiness: 0.2)
        return !off[date.dayNumber] && wearsWatch(on: date)
            && wearsWatch(on: date.adding(days: -1))
    }

    /// Who stops wearing the watch within a quarter of a year goes on with it in the next: one in
    /// ten quarters, which each athlete counts from a day of its own.
    private static func isInDrawer(_ date: CivilDate, _ stream: RandomStream) -> Bool {
        let day = date.dayNumber + Int(91 * stream.uniform(DayDraws.counter(0, 2)))
        let quarter = Int(Int64(day).dividedRoundingDown(by: 91))
        guard stream.uniform(DayDraws.counter(quarter, 0)) < 0.1 else { return false }
        let first = 91 * stream.uniform(DayDraws.counter(quarter, 1))
        return Double(day - 91 * quarter) >= first
    }
}
