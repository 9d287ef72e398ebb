import ChannelPipeline
import CommandLine
import Configuration
import LinuxIO
import LoadReport
import PlainText
import StreamAudit
import StreamClient
import Vocabulary
import WireProtocol

/// The plan of a load test: when each subscriber connects, what it subscribes to, and the resources
/// that this needs.
package struct LoadPlan {
    let options: LoadOptions
    /// The class of every subscriber, from the first.
    let classes: [SubscriberClass]
    let setup: LoadSetup
    let needs: LoadNeeds
    let room: LoadNeeds.Room
    /// The lanes or sessions that subscribers follow in turn under `--spread`; else empty.
    private let targets: [String]
    /// The subscription of every subscriber.
    private let request: SubscribeRequest
    /// Which lines fall due; nil if none do by the clock.
    private let rules: DueRules?
    /// The subscriber that compares with the truth, the first steady one; nil without `--truth`.
    let truthTeller: Int?

    /// The plan for a running daemon.
    package init(
        _ options: LoadOptions, greeting: JSONValue, status: DaemonStatus
    ) throws(ProgramFailure) {
        let limit = greeting["limits"]?["clients"]?.integer
        let fleet = FleetFacts(greeting, options)
        try self.init(
            options, lanes: try Self.lanes(greeting), fleet: fleet,
            schedule: Self.schedule(greeting, fleet),
            connections: limit.map { max(0, $0 - status.connections) })
    }

    /// The plan for an embedded daemon that is not started yet.
    package init(_ options: LoadOptions) throws(ProgramFailure) {
        let fleet = try FleetFlags.fleet(
            options.flags, defaultEpoch: WallClock.nowMicroseconds, warn: { _ in })
        try self.init(
            options, lanes: fleet.flownLanes.map { "s\($0)" }, fleet: FleetFacts(), schedule: nil,
            connections: ProtocolLimits.clients - 1)
    }

    private init(
        _ options: LoadOptions, lanes: [String], fleet: FleetFacts, schedule: ScheduleClock?,
        connections: Int?
    ) throws(ProgramFailure) {
        self.options = options
        classes = options.classes
        truthTeller = options.tellsTruth ? classes.firstIndex(of: .steady) : nil
        let named = Self.named(options.flags)
        targets = options.spreads ? named ?? lanes : []
        needs = LoadNeeds(
            subscribers: options.ownSubscribers,
            sessions: options.spreads ? 1 : (named ?? lanes).count,
            isEmbedded: options.isEmbedded)
        var room = LoadNeeds.Room(openFiles: Self.openFileLimit)
        room.bytes = Machine.availableBytes
        room.connections = connections
        self.room = room
        let (line, request) = try ChannelFlags.request(
            Self.tellingPauses(options.flags), after: options.beginning)
        self.request = request
        rules = schedule.flatMap { DueRules(request.shape, fleet, $0) }
        setup = Self.setup(options, fleet, request: line, limit: room.openFiles)
        guard !options.spreads || !targets.isEmpty else {
            throw .usage("--spread needs a lane, and none flies", suggestion: "leave it out")
        }
    }

    /// The `subscribe` line of a subscriber, with its newline.
    ///
    /// - Parameter after: the `after` of the request; nil begins now.
    func request(of number: Int, after: String?) throws(ProgramFailure) -> [UInt8] {
        var flags = Self.tellingPauses(options.flags)
        if !targets.isEmpty {
            flags.set("--session", targets[options.turn(of: number) % targets.count])
        }
        if number == truthTeller {
            flags.set("--kinds", (flags["--kinds"] ?? LineKind.stat.rawValue) + ",truth")
        }
        return Array("\(try ChannelFlags.request(flags, after: after).line)\n".utf8)
    }

    /// A new account for a subscriber's lines.
    func account(of number: Int) -> StreamAccount {
        let isTeller = number == truthTeller
        let kinds = request.shape.kinds
        return StreamAccount(
            identity: setup.fleet.identity, policy: request.queue,
            kinds: isTeller ? kinds.union([.truth]) : kinds, rules: rules,
            skipsLaps: setup.fleet.schedule == "days",
            comparison: isTeller ? setup.fleet.sampleRate.map(TruthComparison.init) : nil)
    }

    /// Whether lines fall due by the clock, so that missing ones can be found.
    var knowsDue: Bool { rules != nil }

    /// The subscribers that connect before the measurement.
    var initialSubscribers: Int {
        let all = options.stages?.initialSubscribers ?? options.subscribers
        return options.share?.count(of: all) ?? all
    }

    /// The flags with the kind `event` added to statistics or samples: events say which sessions
    /// pause, during which nothing is due.
    private static func tellingPauses(_ flags: ParsedFlags) -> ParsedFlags {
        let kinds = (flags["--kinds"] ?? LineKind.stat.rawValue).split(separator: ",")
        guard !kinds.contains("event"), kinds.contains("stat") || kinds.contains("sample") else {
            return flags
        }
        var flags = flags
        flags.set("--kinds", (kinds + ["event"]).joined(separator: ","))
        return flags
    }

    /// When a subscriber connects, counted from the first.
    func start(of number: Int) -> Duration {
        .microseconds(
            Int64(options.number(of: number)) * 1_000_000 / Int64(options.connectionsPerSecond))
    }

    /// Refuses a plan that exceeds the machine or the daemon, with the number that would fit.
    package func refuseShortage() throws(ProgramFailure) {
        guard let shortage = needs.shortage(in: room) else { return }
        let subscribers = options.ownSubscribers
        let most = needs.most(in: room) * (options.share?.count ?? 1)
        throw .usage(
            "\(subscribers.counted("subscriber")) \(subscribers.noun("needs", "need")) "
                + shortage,
            suggestion: most > 0
                ? "--subscribers \(most) would fit" : "not even one would fit")
    }

    private static func named(_ flags: ParsedFlags) -> [String]? {
        guard let names = flags["--session"], names != "*" else { return nil }
        return names.split(separator: ",").map(String.init)
    }

    /// The lanes that the daemon flies: those of its shard.
    ///
    /// - Throws: if the greeting's count or shard is impossible.
    private static func lanes(_ greeting: JSONValue) throws(ProgramFailure) -> [String] {
        let count = greeting["sessions"]?.integer ?? 0
        let shard = greeting["shard"].map { $0.text.flatMap { FleetShard(parsing: $0) } } ?? .whole
        guard let shard, (0...LaneID.limit).contains(count) else {
            throw ProgramFailure(
                .protocolViolation,
                "the daemon greets with \(count.counted("session")) of the shard "
                    + "\(greeting["shard"]?.text ?? "0/1"), which cannot be")
        }
        return (0..<count).map { "s\(shard.lane(at: $0))" }
    }

    /// The fleet's clock; nil if the fleet is unpaced.
    private static func schedule(_ greeting: JSONValue, _ fleet: FleetFacts) -> ScheduleClock? {
        guard let speed = PlaybackSpeed(parsing: fleet.speed), speed.isPaced,
            let time = greeting["t"]?.text.flatMap({ CalendarTime(rfc3339: $0) }),
            let clock = greeting["clock_us"]?.integer,
            (-(1 << 53)...(1 << 53)).contains(clock)
        else { return nil }
        return ScheduleClock(
            fleetOrigin: FleetInstant(ticks: time.microseconds / FleetDuration.microsecondsPerTick),
            monotonicOrigin: MonotonicInstant(microseconds: Int64(clock)), speed: speed)
    }

    private static var openFileLimit: Int { (try? OpenFileLimit.current()) ?? 1024 }

    private static func setup(
        _ options: LoadOptions, _ fleet: FleetFacts, request: String, limit: Int
    ) -> LoadSetup {
        var setup = LoadSetup()
        setup.command = options.command
        setup.run = String(hexadecimal: SystemRandom.bits())
        setup.tester = "runway \(ProgramVersion.text)"
        setup.subscribers = options.ownSubscribers
        setup.classes = options.ownShares
        setup.share = options.share
        setup.subscribersInAll = options.share == nil ? 0 : options.subscribers
        setup.manner = options.manner
        setup.course.connectionsPerSecond = Double(options.connectionsPerSecond)
        setup.course.warmUpSeconds = options.warmUp.inSeconds
        setup.course.seconds = options.length.inSeconds
        setup.course.stages = options.stages?.text ?? ""
        setup.request = request
        setup.dice = options.dice
        setup.fleet = fleet
        setup.machine.host = Machine.host
        setup.machine.kernel = Machine.kernel
        setup.machine.architecture = Machine.architecture
        setup.machine.processors = Machine.processors
        setup.machine.openFileLimit = limit
        setup.began = "\(CalendarTime(microseconds: WallClock.nowMicroseconds))"
        return setup
    }
}

extension FleetFacts {
    /// The rate of the samples, without a fraction; nil for a number that is no rate of a fleet.
    var sampleRate: SampleRate? {
        Int64(exactly: rateHertz.rounded(.towardZero)).flatMap { SampleRate(hertz: $0) }
    }
}

extension DueRules {
    /// Nil if a subscription has nothing that falls due by the clock.
    fileprivate init?(_ shape: ChannelShape, _ fleet: FleetFacts, _ schedule: ScheduleClock) {
        self.init(schedule: schedule)
        statistics = shape.kinds.contains(.stat) ? shape.every : nil
        samples =
            shape.kinds.contains(.sample) ? fleet.sampleRate?.period : nil
        isOnClock = shape.alignment == .clock
        sessionLength = fleet.schedule == "days" ? nil : .lap
        if statistics == nil, samples == nil { return nil }
    }
}
