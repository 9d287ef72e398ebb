import CivilTime
import Vocabulary

/// Nights of athletes who are ordered to run or to sleep at hours that nobody is drawn to.
extension AthleteDays {
    /// Minutes after midnight.
    struct NightLimits {
        let bed: ClosedRange<Double>
        let wake: ClosedRange<Double>

        static let drawn = NightLimits(bed: -300...300, wake: 200...840)
    }

    /// Within what nights begin and end; ordered ones near the ordered times, so that two nights
    /// never meet.
    var nightLimits: NightLimits {
        guard let sleep = habitsOrder?.sleep else { return .drawn }
        let (bed, wake) = (Double(sleep.lowerBound), Double(sleep.upperBound))
        return NightLimits(bed: bed - 150...bed + 150, wake: max(60, wake - 150)...wake + 150)
    }

    /// Whether the athlete gets up for a run, and does not rather go to bed after it.
    func getsUp(for run: RunSlot) -> Bool {
        guard run.second < 12 * 3600 else { return false }
        guard let order = habitsOrder, order.start != nil || order.sleep != nil else { return true }
        return Double(run.second / 60) >= habits.sleeping.bedMinute + Night.worthwhile + 30
    }
}

extension DayCourse {
    /// A night beside the runs of the day before it and of its own, where anything is ordered;
    /// others never meet a run.
    func beside(runs ahead: Int, _ night: Night) -> Night {
        guard days.habitsOrder != nil else { return night }
        let latest = Int(days.nightLimits.wake.upperBound)
        var night = night
        for back in [1, 0] {
            guard let run = slot(ahead - back) else { continue }
            let begin = run.second / 60 - 22 - 1440 * back
            let end = run.lastMinute + 25 - 1440 * back
            night = night.beside(begin..<end, latest: latest)
        }
        return night
    }
}

extension Night {
    /// Minutes of sleep for which it is worth going to bed before a run.
    fileprivate static let worthwhile = 240.0

    /// The night beside a time awake: before it if that leaves some hours and a part of the date,
    /// else after it, as long as it was, up to the minute `latest`.
    fileprivate func beside(_ awake: Range<Int>, latest: Int) -> Night {
        guard bed < awake.upperBound, awake.lowerBound < wake else { return self }
        if awake.lowerBound >= 60, Double(awake.lowerBound - bed) >= Self.worthwhile {
            return Night(bed: bed, wake: awake.lowerBound)
        }
        let bed = awake.upperBound
        return Night(bed: bed, wake: max(bed + 110, min(bed + length, latest)))
    }
}

extension Sleep {
    /// The nap, if it meets neither the night before nor the next.
    func beside(_ night: Sleep?, _ nextBed: FleetInstant) -> Sleep? {
        let isInNight = night.map { bed.overlaps($0.bed) } ?? false
        return isInNight || bed.upperBound > nextBed - .seconds(1500) ? nil : self
    }
}
