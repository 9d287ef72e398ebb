import Vocabulary

extension PhaseThresholds {
    /// The table that the daemon flies by.
    ///
    /// - `low` is the border of light and moderate exercise, 40 % of the heart-rate reserve, and
    ///   `high` lies in the upper part of vigorous exercise, 60 to 89 % (Garber et al., Medicine &
    ///   Science in Sports & Exercise, 2011): easy and steady running at 0.58 to 0.75 is cruise,
    ///   running near the threshold and above is climb.
    /// - `rising` and `falling` lie above what hills, red lights and the wander of heart rate make
    ///   of an even effort and below the change of effort of an interval: with a time constant of
    ///   about 45 s (57 s in Hunt et al., BioMed Eng OnLine, 2015) a step of 0.3 of the reserve
    ///   begins with 0.4 per minute. A little less keeps a phase going.
    /// - The on-transient from standing, of the same time constant, is over after two to four
    ///   minutes: `takeoff`.
    /// - Evidence that holds for five to eight seconds is more than a breath. Half a minute in a
    ///   band lets an interval's bouts of minutes be followed; a return dwell above a minute rules
    ///   out there and back within a minute.
    public static let standard = PhaseThresholds(
        high: Level(enter: 0.83, leave: 0.80),
        low: Level(enter: 0.40, leave: 0.44),
        rising: Level(enter: 0.30, leave: 0.20),
        falling: Level(enter: -0.30, leave: -0.20),
        takeoff: Takeoff(
            fraction: 0.50, trend: 0.08, dwell: .seconds(45), timeLimit: .seconds(240)),
        climb: Timing(hold: .seconds(5), dwell: .seconds(30)),
        cruise: Timing(hold: .seconds(8), dwell: .seconds(30)),
        descent: Timing(hold: .seconds(5), dwell: .seconds(30)),
        returnDwell: .seconds(75))
}
