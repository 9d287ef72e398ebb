import Vocabulary

/// The setup of several runs, and the machines that they used.
extension LoadMerge {
    /// The setup of both: equal values stay, different ones are left out, as if they were unknown.
    static func sum(_ one: LoadSetup, _ other: LoadSetup) throws(Overflow) -> LoadSetup {
        var all = one
        all.subscribers = try sum(one.subscribers, other.subscribers, "subscribers")
        all.classes = []
        for name in SubscriberClass.allCases {
            let count = try sum(one.count(of: name), other.count(of: name), name.rawValue)
            if count > 0 { all.classes.append(SubscriberShare(name, count)) }
        }
        // The ramp and the stages of parts are those of the whole.
        if one.subscribersInAll == 0 {
            all.course.connectionsPerSecond += other.course.connectionsPerSecond
            all.course.stages = try stages(one.course.stages, other.course.stages)
        }
        all.dice = one.dice == other.dice ? one.dice : nil
        all.fleet = common(one.fleet, other.fleet)
        all.machine = common(one.machine, other.machine)
        return all
    }

    private static func common(_ one: FleetFacts, _ other: FleetFacts) -> FleetFacts {
        var all = one
        keepCommon([\.identity, \.seed, \.epoch, \.shard, \.daemon], &all, other, unknown: "")
        keepCommon([\.beatSeconds], &all, other, unknown: 0)
        return all
    }

    private static func common(_ one: MachineFacts, _ other: MachineFacts) -> MachineFacts {
        var all = one
        keepCommon([\.host, \.kernel, \.architecture], &all, other, unknown: "")
        keepCommon([\.processors, \.openFileLimit], &all, other, unknown: 0)
        return all
    }

    private static func keepCommon<Facts, Value: Equatable>(
        _ paths: [WritableKeyPath<Facts, Value>], _ one: inout Facts, _ other: Facts,
        unknown: Value
    ) {
        for path in paths where one[keyPath: path] != other[keyPath: path] {
            one[keyPath: path] = unknown
        }
    }

    static func sum(_ one: TesterUsage, _ other: TesterUsage) throws(Overflow) -> TesterUsage {
        var all = TesterUsage()
        let used = try sum(
            Int(one.processorTime.wholeMicroseconds), Int(other.processorTime.wholeMicroseconds),
            "the testers' processor time")
        all.processorTime = .microseconds(used)
        all.busiestSecond = max(one.busiestSecond, other.busiestSecond)
        all.saturatedSeconds = try sum(
            one.saturatedSeconds, other.saturatedSeconds, "the testers' saturated seconds")
        all.residentBytes = try sum(
            one.residentBytes, other.residentBytes, "the testers' memory")
        return all
    }
}

extension LoadSetup {
    fileprivate func count(of name: SubscriberClass) -> Int {
        classes.first { $0.subscriberClass == name }?.count ?? 0
    }
}

/// A daemon, as the parts that have heard it tell of it.
struct HeardDaemon {
    var sessions: Int
    var usage: DaemonUsage?

    /// What two testers of one daemon know together: each sees the same, a little earlier or later.
    fileprivate mutating func hear(_ part: LoadPart) {
        sessions = max(sessions, part.setup.fleet.sessions)
        guard let other = part.usage else { return }
        guard var all = usage else { return usage = other }
        all.processor = max(all.processor, other.processor)
        for (_, path) in DaemonUsage.numbers {
            all[keyPath: path] = max(all[keyPath: path], other[keyPath: path])
        }
        usage = all
    }
}

extension [LoadPart] {
    /// The daemons, each once: those of a host with the same name, ordered by both.
    var daemons: [HeardDaemon] {
        var known: [String: HeardDaemon] = [:]
        for part in self {
            let (setup, daemon) = (part.setup, part.setup.fleet.daemon)
            let name = "\(setup.machine.host)\n\(daemon)\n\(daemon.isEmpty ? setup.run : "")"
            known[name, default: HeardDaemon(sessions: 0)].hear(part)
        }
        return known.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension DaemonUsage {
    /// The sum of several daemons' processors and memory, and their longest queue of a connection.
    init?(of daemons: [HeardDaemon]) {
        let usages = daemons.compactMap(\.usage)
        guard !usages.isEmpty else { return nil }
        self.init()
        for usage in usages {
            // Written in millionths, which add up exactly.
            processor = ((processor + usage.processor) * 1e6).rounded() / 1e6
            residentBytesBefore = Self.sum(residentBytesBefore, usage.residentBytesBefore)
            residentBytesAfter = Self.sum(residentBytesAfter, usage.residentBytesAfter)
            outboxLinesMaximum = max(outboxLinesMaximum, usage.outboxLinesMaximum)
            outboxBytesMaximum = max(outboxBytesMaximum, usage.outboxBytesMaximum)
            outboxLinesLimit = max(outboxLinesLimit, usage.outboxLinesLimit)
            outboxBytesLimit = max(outboxBytesLimit, usage.outboxBytesLimit)
        }
    }

    private static func sum(_ one: Int, _ other: Int) -> Int {
        min(one + other, LoadMerge.countMax)
    }
}
