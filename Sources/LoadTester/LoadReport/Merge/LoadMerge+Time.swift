import Vocabulary

/// What stands on a time axis: seconds, stages and losses of runs that began at different instants.
///
/// Each is placed by the clock of its host. Instants are whole microseconds, so that their
/// differences are exact.
extension LoadMerge {
    /// The most that a second of a series counts: sums over a chart's points stay within 64 bits.
    static let secondMax = 1 << 44

    /// The seconds of both, one for each second of the clock, within the merged result.
    ///
    /// A part whose measurement did not begin has no place on the axis.
    static func series(
        _ one: LoadResult, _ other: LoadResult, within all: LoadResult
    ) throws(Overflow) -> [LoadSecond] {
        var seconds: [Int64: LoadSecond] = [:]
        let daemons = all.parts.daemons.count
        for result in [one, other] where result.measured.span != nil {
            let first = second(of: result.origin)
            for next in result.seconds {
                let place = first + Int64(next.second)
                guard let before = seconds[place] else {
                    seconds[place] = combinable(next)
                    continue
                }
                seconds[place] = try sum(before, next, isOneDaemon: daemons == 1)
            }
        }
        let first = second(of: all.origin)
        return seconds.sorted { $0.key < $1.key }.map { place, second in
            var second = second
            second.second = Int(place - first)
            // Where only some of the testers share a daemon, the daemons' processors are unknown.
            if daemons != 1, daemons != all.parts.count { second.daemonProcessor = nil }
            return second
        }
    }

    private static func second(of instant: Int64) -> Int64 {
        instant.dividedRoundingDown(by: 1_000_000)
    }

    /// Percentiles of a second have no sum.
    private static func combinable(_ second: LoadSecond) -> LoadSecond {
        var second = second
        (second.p50, second.p99) = (nil, nil)
        return second
    }

    private static func sum(
        _ one: LoadSecond, _ other: LoadSecond, isOneDaemon: Bool
    ) throws(Overflow) -> LoadSecond {
        var all = combinable(one)
        all.lines = try sum(one.lines, other.lines, "lines of a second", most: secondMax)
        all.bytes = try sum(one.bytes, other.bytes, "bytes of a second", most: secondMax)
        all.announcedLost = try sum(
            one.announcedLost, other.announcedLost, "lines lost in a second", most: secondMax)
        all.notReceived = try sum(
            one.notReceived, other.notReceived, "lines not received in a second", most: secondMax)
        all.connected = try sum(
            one.connected, other.connected, "connections in a second", most: secondMax)
        all.maximum = [one.maximum, other.maximum].compactMap(\.self).max()
        all.generatorMaximum =
            [one.generatorMaximum, other.generatorMaximum].compactMap(\.self).max()
        all.testerProcessor = millionths(one.testerProcessor, other.testerProcessor) { $0 + $1 }
        all.daemonProcessor = processor(
            one.daemonProcessor, other.daemonProcessor, isOneDaemon: isOneDaemon)
        return all
    }

    /// Shares are written in millionths; whole ones add up exactly, in any order.
    private static func millionths(
        _ one: Double, _ other: Double, _ combine: (Double, Double) -> Double
    ) -> Double {
        combine((one * 1e6).rounded(), (other * 1e6).rounded()) / 1e6
    }

    /// The sum of different daemons; testers of one daemon have seen the same processor time.
    private static func processor(
        _ one: Double?, _ other: Double?, isOneDaemon: Bool
    ) -> Double? {
        guard let one, let other else { return one ?? other }
        return millionths(one, other) { isOneDaemon ? max($0, $1) : $0 + $1 }
    }

    /// How many subscribers there are over time, added stage by stage.
    static func stages(_ one: String, _ other: String) throws(Overflow) -> String {
        // Parts may have any number of subscribers together.
        guard let one = try? StagePlan(parsing: one, most: countMax),
            let other = try? StagePlan(parsing: other, most: countMax)
        else { return "" }
        var texts: [String] = []
        for (stage, more) in zip(one.stages, other.stages) {
            texts.append(try sum(stage, more).text)
        }
        return texts.joined(separator: ",")
    }

    private static func sum(
        _ one: StagePlan.Stage, _ other: StagePlan.Stage
    ) throws(Overflow) -> StagePlan.Stage {
        StagePlan.Stage(
            from: try sum(one.from, other.from, "subscribers of a stage"),
            to: try sum(one.to, other.to, "subscribers of a stage"), length: one.length)
    }

    /// The figures of each stage; for a stage that one run did not reach, those of the other.
    static func stages(
        _ one: LoadResult, _ other: LoadResult, origin: Int64
    ) throws(Overflow) -> [LoadStage] {
        let first = one.stages.map { $0.moved(from: one.origin, to: origin) }
        let second = other.stages.map { $0.moved(from: other.origin, to: origin) }
        let both = try zip(first, second).map { pair throws(Overflow) in
            try sum(pair.0, pair.1, isWhole: one.setup.subscribersInAll > 0)
        }
        return both + (first.count > second.count ? first : second).dropFirst(both.count)
    }

    private static func sum(
        _ one: LoadStage, _ other: LoadStage, isWhole: Bool
    ) throws(Overflow) -> LoadStage {
        let begins = min(one.begins, other.begins)
        var all = LoadStage(isWhole ? one.plan : try sum(one.plan, other.plan), begins: begins)
        let ends = max(one.ends, other.ends)
        all.seconds = Double(ends - begins.inMicroseconds) / 1e6
        all.counts = try sum(one.counts, other.counts)
        all.latency = try sum(one.latency, other.latency)
        all.notReceived = try sum(one.notReceived, other.notReceived, "lines not received")
        all.connected = try sum(one.connected, other.connected, "connections")
        return all
    }
}

extension LoadStage {
    /// Microseconds since the measurement began.
    fileprivate var ends: Int64 { begins.inMicroseconds + seconds.inMicroseconds }

    /// The stage with its beginning counted from another instant; microseconds since 1970.
    fileprivate func moved(from: Int64, to: Int64) -> LoadStage {
        var stage = self
        stage.begins = Double(begins.inMicroseconds + from - to) / 1e6
        return stage
    }
}

extension Double {
    /// Whole microseconds of a number of seconds, as reports write them.
    var inMicroseconds: Int64 { Int64((self * 1e6).rounded()) }
}
