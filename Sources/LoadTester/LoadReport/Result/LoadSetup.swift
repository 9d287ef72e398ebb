import PlainText

/// What a run was asked to do and where it took place: enough to repeat it.
package struct LoadSetup: Hashable, Sendable {
    /// The unique name of the run: 16 hexadecimal digits; empty for several runs together.
    package var run = ""
    /// The program and its version.
    package var tester = ""
    /// Nil for a run that is no part of a larger one.
    package var share: LoadShare?
    /// The subscribers of all parts; 0 for a run that is no part.
    package var subscribersInAll = 0
    /// How subscribers behave and what they follow, the same text for the same behaviour.
    package var manner = ""
    /// The command line, words quoted for a shell.
    package var command = ""
    package var subscribers = 0
    /// How many there are of each class that has any, in the order of the classes.
    package var classes: [SubscriberShare] = []
    package var course = CourseFacts()
    /// The line that each subscriber sends, the first one's if they differ.
    package var request = ""
    /// What the tester draws from; nil for several runs that drew from different ones.
    package var dice: UInt64?
    /// From the daemon's greeting.
    package var fleet = FleetFacts()
    package var machine = MachineFacts()
    /// When the run began, RFC 3339 in UTC.
    package var began = ""

    package init() {}
}

/// How a subscriber of a load test behaves.
package enum SubscriberClass: String, CaseIterable, Sendable {
    /// Reads whatever comes as soon as it can.
    case steady
    /// Reads a fraction of what is sent.
    case slow
    /// Stops reading for a while, again and again.
    case stalled
    /// Disconnects after a while and comes back from now on.
    case churn
    /// Drops its link after a while and comes back with its anchor.
    case resume
    /// Sends what is no request, and wants an answer to it.
    case hostile
}

/// How many subscribers of a load test are of one class.
package struct SubscriberShare: Hashable, Sendable {
    package var subscriberClass: SubscriberClass
    package var count: Int

    package init(_ subscriberClass: SubscriberClass, _ count: Int) {
        self.subscriberClass = subscriberClass
        self.count = count
    }
}

/// How subscribers come, and how long they are measured, as a load test was asked to.
package struct CourseFacts: Hashable, Sendable {
    package var connectionsPerSecond = 0.0
    package var warmUpSeconds = 0.0
    /// The length of the measurement.
    package var seconds = 0.0
    /// How many subscribers there are over time; empty for a run without stages.
    package var stages = ""

    package init() {}

    /// `60 s + 5 s warm-up`.
    var text: String {
        guard stages.isEmpty else { return "\(ReportText.short(seconds)) s in stages" }
        let warmUp = "\(ReportText.short(warmUpSeconds)) s warm-up (excluded)"
        return "\(ReportText.short(seconds)) s + \(warmUp)"
    }
}

/// What the daemon's greeting tells of the fleet that a load test hears.
package struct FleetFacts: Hashable, Sendable {
    /// The daemon's name and version.
    package var server = ""
    package var protocolVersion = ""
    /// The hash of the fleet's identity.
    package var identity = ""
    /// As the greeting writes it.
    package var seed = ""
    package var epoch = ""
    package var sessions = 0
    package var rateHertz = 0.0
    /// A number, or "max".
    package var speed = ""
    package var device = ""
    /// As the greeting writes it; empty for laps.
    package var schedule = ""
    /// As the greeting writes it; empty for a fleet flown whole.
    package var shard = ""
    /// What tells the daemon from others of the host: its process, or its socket.
    package var daemon = ""
    package var beatSeconds = 0.0
    package var isEmbedded = false

    package init() {}
}

/// The machine that a load test ran on.
package struct MachineFacts: Hashable, Sendable {
    /// The host's name.
    package var host = ""
    /// The kernel's name and release, such as "Linux 6.1.0".
    package var kernel = ""
    package var architecture = ""
    package var processors = 0
    package var openFileLimit = 0

    package init() {}
}

extension LoadSetup {
    /// `200 subscribers (180 steady, 10 slow, 10 resume)`.
    var subscriberText: String {
        let text = QuantityText.counted(subscribers, "subscriber")
        let shares = classes.map {
            "\(QuantityText.count($0.count)) \($0.subscriberClass.rawValue)"
        }
        return shares.isEmpty ? text : "\(text) (\(shares.joined(separator: ", ")))"
    }
}
