extension LoadJSON {
    /// Everything that repeats the run.
    static func write(_ setup: LoadSetup, to json: inout JSONText) {
        json.known("command", setup.command)
        json.known("began", setup.began)
        // As text, because many readers keep no more than 53 bits of a number.
        json.text("dice", "\(setup.dice)")
        json.integer("subscribers", setup.subscribers)
        json.object("classes") { json in
            for share in setup.classes { json.integer(share.subscriberClass.rawValue, share.count) }
        }
        json.number("connections_per_s", setup.connectionsPerSecond)
        json.number("warm_up_s", setup.warmUpSeconds)
        json.flag("warm_up_excluded", true)
        json.number("for_s", setup.seconds)
        json.known("stages", setup.stages)
        json.known("request", setup.request)
        json.object("fleet") { write(setup.fleet, to: &$0) }
        json.object("machine") { write(setup.machine, to: &$0) }
    }

    private static func write(_ fleet: FleetFacts, to json: inout JSONText) {
        json.known("server", fleet.server)
        json.known("protocol", fleet.protocolVersion)
        json.known("identity", fleet.identity)
        json.known("seed", fleet.seed)
        json.known("epoch", fleet.epoch)
        json.integer("sessions", fleet.sessions)
        json.number("rate_hz", fleet.rateHertz)
        json.known("speed", fleet.speed)
        json.known("device", fleet.device)
        json.number("beat_s", fleet.beatSeconds)
        json.flag("embedded", fleet.isEmbedded)
    }

    private static func write(_ machine: MachineFacts, to json: inout JSONText) {
        json.known("kernel", machine.kernel)
        json.known("architecture", machine.architecture)
        json.integer("processors", machine.processors)
        json.integer("open_file_limit", machine.openFileLimit)
    }
}
