import StreamAudit
import Vocabulary

/// What a report says of its setup and of the figures on a time axis.
extension LoadReading {
    static func setup(_ reader: ReportReader) throws(MergeFault) -> LoadSetup {
        var setup = LoadSetup()
        setup.tester = try reader.known("tester")
        setup.command = try reader.known("command")
        setup.began = try reader.known("began")
        setup.dice = try dice(reader)
        setup.share = try share(reader)
        setup.subscribers = try reader.count("subscribers")
        if reader.has("subscribers_in_all") {
            setup.subscribersInAll = try reader.count("subscribers_in_all")
        }
        setup.manner = try reader.known("manner")
        setup.classes = try classes(try reader.object("classes"))
        setup.connectionsPerSecond = try reader.number("connections_per_s", in: 0...1e12)
        setup.warmUpSeconds = try reader.number("warm_up_s", in: 0...1e6)
        setup.seconds = try reader.number("for_s", in: 0...1e6)
        setup.stages = try reader.known("stages")
        setup.request = try reader.known("request")
        setup.fleet = try fleet(try reader.object("fleet"))
        setup.machine = try machine(try reader.object("machine"))
        return setup
    }

    private static func classes(_ reader: ReportReader) throws(MergeFault) -> [SubscriberShare] {
        var shares: [SubscriberShare] = []
        for name in SubscriberClass.allCases where reader.has(name.rawValue) {
            shares.append(SubscriberShare(name, try reader.count(name.rawValue)))
        }
        guard shares.count == reader.names.count else {
            throw reader.fault(
                reader.names.first { SubscriberClass(rawValue: $0) == nil } ?? "",
                "left out: this version knows no such class")
        }
        return shares
    }

    private static func fleet(_ reader: ReportReader) throws(MergeFault) -> FleetFacts {
        var fleet = FleetFacts()
        fleet.server = try reader.known("server")
        fleet.protocolVersion = try reader.known("protocol")
        fleet.identity = try reader.known("identity")
        fleet.seed = try reader.known("seed")
        fleet.epoch = try reader.known("epoch")
        fleet.sessions = try reader.count("sessions")
        fleet.rateHertz = try reader.number("rate_hz", in: 0...1e6)
        fleet.speed = try reader.known("speed")
        fleet.device = try reader.known("device")
        fleet.schedule = try reader.known("schedule")
        fleet.shard = try reader.known("shard")
        fleet.daemon = try reader.known("daemon")
        fleet.beatSeconds = try reader.number("beat_s", in: 0...1e12)
        fleet.isEmbedded = try reader.flag("embedded")
        return fleet
    }

    private static func machine(_ reader: ReportReader) throws(MergeFault) -> MachineFacts {
        var machine = MachineFacts()
        machine.host = try reader.known("host")
        machine.kernel = try reader.known("kernel")
        machine.architecture = try reader.known("architecture")
        machine.processors = try reader.has("processors") ? reader.count("processors") : 0
        machine.openFileLimit =
            try reader.has("open_file_limit") ? reader.count("open_file_limit") : 0
        return machine
    }

    static func notReceived(_ reader: ReportReader) throws(MergeFault) -> NotReceived? {
        guard reader.has("not_received") else { return nil }
        let object = try reader.object("not_received")
        var lines = NotReceived()
        lines.count = try object.count("count")
        lines.oldestMicroseconds = Int64(try object.count("oldest_us"))
        return lines
    }

    static func seconds(_ reader: ReportReader) throws(MergeFault) -> [LoadSecond] {
        var previous = Int64.min
        let objects = try reader.objects("seconds", most: fileBytesMax)
        return try objects.map { object throws(MergeFault) -> LoadSecond in
            let most = LoadMerge.secondMax
            // Runs of different days may have been merged.
            let number = try object.integer("second", in: -secondsMost...Int64(most))
            guard number > previous else {
                throw object.fault("second", "later than the second before it")
            }
            previous = number
            var second = LoadSecond(
                second: Int(number), lines: try object.count("lines", most: most),
                bytes: try object.count("bytes", most: most),
                announcedLost: try object.count("announced_lost", most: most),
                connected: try object.count("connected", most: most))
            second.notReceived = try object.count("not_received", most: most)
            second.p50 = try latency(object, "p50")
            second.p99 = try latency(object, "p99")
            second.maximum = try latency(object, "max")
            second.generatorMaximum = try latency(object, "generator.max")
            second.testerProcessor = try object.number("tester.cpu", in: 0...1e6)
            second.daemonProcessor =
                try object.has("daemon.cpu") ? object.number("daemon.cpu", in: 0...1e6) : nil
            return second
        }
    }

    private static func latency(
        _ reader: ReportReader, _ name: String
    ) throws(MergeFault) -> Int64? {
        guard reader.has(name) else { return nil }
        return Int64(try reader.count(name))
    }

    static func stages(_ reader: ReportReader) throws(MergeFault) -> [LoadStage] {
        guard reader.has("stages") else { return [] }
        let objects = try reader.objects("stages", most: StagePlan.mostStages)
        return try objects.map { object throws(MergeFault) -> LoadStage in
            guard let plan = StagePlan.Stage(merged: try object.text("stage")) else {
                throw object.fault("stage", "a stage such as 0-100/10s")
            }
            var stage = LoadStage(plan, begins: try object.number("begins_s", in: 0...timeMost))
            stage.seconds = try object.number("for_s", in: 0...timeMost)
            stage.counts = try counts(try object.object("counts"))
            stage.latency = try histogram(try object.object("latency"))
            stage.notReceived = try object.count("not_received")
            stage.connected = try object.count("connected")
            return stage
        }
    }

    static func losses(_ reader: ReportReader) throws(MergeFault) -> [LoadLoss] {
        let objects = try reader.objects("losses", most: 1 << 16)
        return try objects.map { object throws(MergeFault) -> LoadLoss in
            guard
                let cause = LoadLoss.Cause(
                    name: try object.text("cause"), code: try object.known("code"))
            else { throw object.fault("cause", "a cause of this version, with its code") }
            let times = -timeMost...timeMost
            let numbers = try object.integers("subscribers", most: LoadLoss.namedSubscribers)
            return LoadLoss(
                cause: cause, count: try object.count("count"),
                first: try object.number("first_s", in: times),
                last: try object.number("last_s", in: times),
                subscribers: numbers.compactMap(Int.init(exactly:)))
        }
    }
}

extension StagePlan {
    /// Reads the stages of a report, of as many subscribers as parts may have together; nil if the
    /// text holds no stages.
    init?(merged text: String) {
        do throws(Problem) {
            try self.init(parsing: text, most: LoadMerge.countMax)
        } catch {
            return nil
        }
    }
}

extension StagePlan.Stage {
    /// Reads one stage as ``StagePlan/init(merged:)`` reads all.
    fileprivate init?(merged text: String) {
        do throws(StagePlan.Problem) {
            self = try StagePlan.stage(text[...], number: 1, most: LoadMerge.countMax)
        } catch {
            return nil
        }
    }
}

extension LoadLoss.Cause {
    /// Nil for a name that no cause has in JSON, and where a code is missing or superfluous.
    fileprivate init?(name: String, code: String) {
        let causes: [Self] = [
            .linkLost, .bye(code), .controlLost, .unanswered, .notLive, .refused(code),
        ]
        guard
            let cause = causes.first(where: { cause in
                let loss = LoadLoss(cause: cause, count: 0, first: 0, last: 0, subscribers: [])
                return loss.name == name && (loss.code ?? "") == code
            })
        else { return nil }
        self = cause
    }
}
