import StreamAudit

/// What is needed to repeat a run.
extension LoadSetup: ReportObject {
    static let table: [ReportField<Self>] = [
        .known("command", \.command), .known("began", \.began), .dice(\.dice),
        .known("tester", \.tester), .share(\.share), .count("subscribers", \.subscribers),
        .known("subscribers_in_all", \.subscribersInAll), .known("manner", \.manner), classes,
        .fields(of: \.course), .known("request", \.request), .object("fleet", \.fleet),
        .object("machine", \.machine),
    ]

    private static let classes = ReportField<Self>(\.classes) { shares, json in
        json.object("classes") { json in
            for share in shares { json.integer(share.subscriberClass.rawValue, share.count) }
        }
    } read: { reader throws(MergeFault) in
        try reader.counts("classes", ofEach: "class").map { SubscriberShare($0, $1) }
    }
}

extension CourseFacts: ReportObject {
    static let table: [ReportField<Self>] = [
        .number("connections_per_s", \.connectionsPerSecond, in: 0...1e12),
        .number("warm_up_s", \.warmUpSeconds, in: 0...1e6),
        .derived { $1.flag("warm_up_excluded", true) },
        .number("for_s", \.seconds, in: 0...1e6), .known("stages", \.stages),
    ]
}

extension FleetFacts: ReportObject {
    static let table: [ReportField<Self>] = [
        .known("server", \.server), .known("protocol", \.protocolVersion),
        .known("identity", \.identity), .known("seed", \.seed), .known("epoch", \.epoch),
        .count("sessions", \.sessions), .number("rate_hz", \.rateHertz, in: 0...1e6),
        .known("speed", \.speed), .known("device", \.device), .known("schedule", \.schedule),
        .known("shard", \.shard), .known("daemon", \.daemon),
        .number("beat_s", \.beatSeconds, in: 0...1e12), .flag("embedded", \.isEmbedded),
    ]
}

extension MachineFacts: ReportObject {
    static let table: [ReportField<Self>] = [
        .known("host", \.host), .known("kernel", \.kernel),
        .known("architecture", \.architecture), .known("processors", \.processors),
        .known("open_file_limit", \.openFileLimit),
    ]
}

/// A run of a merged result: what cannot be added.
extension LoadPart: ReportObject {
    static let table: [ReportField<Self>] = [
        ReportField(\.setup.run, write: { $1.text("run", $0) }) { reader throws(MergeFault) in
            try reader.run
        },
        .share(\.setup.share), .known("host", \.setup.machine.host),
        .known("command", \.setup.command), .dice(\.setup.dice),
        .known("began", \.setup.began), .known("identity", \.setup.fleet.identity),
        .known("seed", \.setup.fleet.seed), .known("shard", \.setup.fleet.shard),
        .known("daemon", \.setup.fleet.daemon), .count("sessions", \.setup.fleet.sessions),
        .count("subscribers", \.setup.subscribers), .span(\.span), .fields(of: \.verdict),
        .object("daemon_usage", \.usage),
    ]
}

extension RunVerdict: ReportObject {
    static let table: [ReportField<Self>] = [
        standing, .known("verdict_text", \.text), violations, lacks,
        .known("bottleneck", \.bottleneck),
    ]

    private static let standing = ReportField<Self>(\.standing) {
        $1.text("verdict", $0.rawValue)
    } read: { reader throws(MergeFault) in
        try reader.value("verdict", "passed, failed, incomplete or violated") {
            LoadVerdict.Standing(rawValue: $0)
        }
    }

    private static let violations = ReportField<Self>(\.violations) { violations, json in
        json.object("violations") { json in
            for defect in Defect.allCases {
                if let count = violations[defect] { json.integer(defect.rawValue, count) }
            }
        }
    } read: { reader throws(MergeFault) in
        Dictionary(uniqueKeysWithValues: try reader.counts("violations", ofEach: "defect"))
    }

    /// A run lacks something for each cause.
    private static let lacks = ReportField<Self>(\.lacks, write: { $1.texts("lacks", $0) }) {
        reader throws(MergeFault) in
        try reader.texts("lacks", most: 64 * LoadShare.countMax)
    }
}
