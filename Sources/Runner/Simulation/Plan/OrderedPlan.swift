import Vocabulary

/// Plans whose length is given, whatever their kind would take of itself.
extension RunPlan {
    /// The lengths, in seconds, that a run can be ordered to have.
    public static let orderedRun: ClosedRange<Int64> = 600...14_400

    /// Draws the plan of a run of `kind` on a day that lasts `seconds` to the second, with
    /// intensities at which `athlete` can run.
    ///
    /// Of intervals, repetitions and fartlek there are as many bouts as leave three tenths of the
    /// time for warming up and cooling down, which take what is left. A mission is meant to last
    /// about as long, at a distance of whole kilometres if one fits; where it is reached later than
    /// that, the athlete gives up at the end of `range`.
    ///
    /// - Parameters:
    ///   - day: tells the random numbers of days apart.
    ///   - seconds: within ``orderedRun``.
    ///   - range: holds ``plannedRun`` and ``longestRun`` of a mission, whatever `seconds` are.
    public static func ofDay(
        seed: UInt64, lane: LaneID, day: Int, athlete: Athlete, kind: Kind, lasting seconds: Int64,
        within range: ClosedRange<Int64>
    ) -> RunPlan {
        let outline = PlanOutline(draws: Draws(seed: seed, lane: lane, lap: day), athlete: athlete)
        let standing = FleetDuration.seconds(outline.seconds(.standingBefore, in: 60...180))
        guard kind == .mission else {
            return RunPlan(
                kind: kind, standingBefore: standing,
                segments: outline.segments(of: kind, lasting: seconds))
        }
        let mission = outline.mission(lasting: seconds, within: range)
        let planned = Int64((mission.targetDistance / mission.targetSpeed).rounded())
        let longest = min(planned * 11 / 10 + 120, range.upperBound)
        let segments = outline.flight(of: mission, longest: longest)
        return RunPlan(
            kind: kind, standingBefore: standing,
            segments: segments.filter { $0.duration > .zero }, mission: mission)
    }
}

extension PlanOutline {
    /// The segments of a plan without a mission, which add up to `seconds`.
    fileprivate func segments(of kind: PlanKind, lasting seconds: Int64) -> [PlanSegment] {
        switch kind {
        case .easy, .long, .mission:
            let usual = easy(seconds: max(seconds, Self.shortestEasy))
            return seconds < Self.shortestEasy ? Self.scaled(usual, to: seconds) : usual
        case .progression: return Self.scaled(progression(seconds: seconds), to: seconds)
        case .intervals: return Self.fitted(intervals, to: seconds)
        case .repetitions: return Self.fitted(repetitions, to: seconds)
        case .fartlek: return Self.fitted(fartlek, to: seconds)
        case .tempo: return Self.fitted(tempo, to: seconds)
        }
    }

    /// Seconds that leave a steady part between the longest warm-up and cool-down.
    private static let shortestEasy: Int64 = 1200

    private static func seconds(_ segments: some Sequence<PlanSegment>) -> Int64 {
        segments.reduce(0) { $0 + $1.wholeSeconds }
    }

    /// Segments as long in relation to each other as before; the last takes what rounding leaves.
    private static func scaled(_ segments: [PlanSegment], to seconds: Int64) -> [PlanSegment] {
        let sum = Self.seconds(segments)
        var scaled = segments.map { $0.lasting($0.wholeSeconds * seconds / sum) }
        if let last = scaled.popLast() {
            scaled.append(last.lasting(last.wholeSeconds + seconds - Self.seconds(scaled + [last])))
        }
        return scaled
    }

    /// As many bouts between warm-up and cool-down as fit, at least a part of one; the time that
    /// they leave is warm-up and cool-down, three to two.
    private static func fitted(_ segments: [PlanSegment], to seconds: Int64) -> [PlanSegment] {
        var bouts = segments.dropFirst().dropLast()
        let room = seconds * 7 / 10
        while bouts.count > 1, Self.seconds(bouts) > room {
            bouts.removeLast(min(2, bouts.count - 1))
        }
        var middle = Array(bouts)
        if Self.seconds(middle) > room { middle = [middle[0].lasting(room)] }
        let left = seconds - Self.seconds(middle)
        let warmUp = left * 3 / 5
        return [segments[0].lasting(warmUp)] + middle
            + [segments[segments.count - 1].lasting(left - warmUp)]
    }

    /// A mission that is meant to last about `seconds`, with room in `range` for who is faster or
    /// held up, if the range has that.
    fileprivate func mission(lasting seconds: Int64, within range: ClosedRange<Int64>) -> Mission {
        let (low, high) = (range.lowerBound * 106 / 100, range.upperBound * 95 / 100)
        let window = low <= high ? low...high : nil
        let aim =
            window.map { min(max(seconds, $0.lowerBound), $0.upperBound) }
            ?? (range.lowerBound + range.upperBound) / 2
        let pace = missionPace
        let kilometres = (Double(aim) / pace).rounded()
        if let window, window.contains(Int64(kilometres * pace)) {
            return mission(1000 * kilometres, pace: pace)
        }
        let distance = (Double(aim) / pace * 10).rounded() * 100
        return mission(distance, pace: 1000 * Double(aim) / distance)
    }
}

extension PlanSegment {
    fileprivate var wholeSeconds: Int64 { duration.ticks / FleetDuration.ticksPerSecond }

    fileprivate func lasting(_ seconds: Int64) -> PlanSegment {
        PlanSegment(part, seconds: seconds, from: startIntensity, to: endIntensity)
    }
}
