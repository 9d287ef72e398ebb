import CommandLine
import LinuxIO
import LoadReport
import StreamClient
import Vocabulary
import WireProtocol

/// The control connection of a load test: it reads the daemon's greeting and polls its status.
package struct LoadControl: ~Copyable {
    /// The daemon's first line.
    package let greeting: JSONValue
    /// The status before the first subscriber connects.
    package let firstStatus: DaemonStatus
    /// The name that tells the daemon from others of the host.
    package let daemon: String
    private let flags: ParsedFlags
    private let socketPath: String?
    private var link: DaemonLink?
    /// Whether a status was requested and has not arrived.
    private(set) var isWaiting = false
    private var delay = ReconnectDelay()
    /// When to reconnect; nil while there is a connection, and until its loss has been looked at.
    private(set) var due: MonotonicInstant?

    private static let request = #"{"op":"status"}"#
    /// The limit of a reconnect. It is short because the measurement of the subscribers waits for
    /// it.
    private static let patience = Duration.milliseconds(200)

    package init(_ flags: ParsedFlags, socketPath: String?) throws(ProgramFailure) {
        var link = try DaemonLink(flags, socketPath: socketPath)
        firstStatus = try Self.status(of: &link)
        greeting = link.greeting
        self.flags = flags
        self.socketPath = socketPath
        daemon = Self.daemon(link.client.listener, flags, socketPath)
        self.link = consume link
    }

    /// The name that tells the daemon from others of the host: its process, or the socket if the
    /// kernel names the process of the service manager, which has opened the socket.
    private static func daemon(
        _ process: Int32?, _ flags: ParsedFlags, _ socketPath: String?
    ) -> String {
        if let process, process > 1 { return "process \(process)" }
        return "socket \(DaemonLink.candidates(flags, socketPath: socketPath).first ?? "")"
    }

    private static func status(of link: inout DaemonLink) throws(ProgramFailure) -> DaemonStatus {
        let line = try link.ask(request, for: "status")
        guard let status = JSONValue(line: line).flatMap(DaemonStatus.init) else {
            throw ProgramFailure(.protocolViolation, "the daemon's status cannot be read")
        }
        return status
    }

    /// The descriptor to wait for; nil while there is no connection.
    var raw: Int32? {
        switch link {
        case .some(let link): link.client.raw
        case nil: nil
        }
    }

    /// Requests the status, unless an answer is outstanding.
    mutating func ask() {
        guard !isWaiting else { return }
        switch link {
        case .some(let link): link.client.send(Self.request)
        case nil: return
        }
        isWaiting = true
    }

    /// The status, if it has arrived. Call until nil once the descriptor is readable.
    mutating func readStatus() -> DaemonStatus? {
        while true {
            let line: ArraySlice<UInt8>
            do throws(ClientFailure) {
                switch try link?.client.next(timeout: .zero) {
                case .line(let next): line = next
                case .timedOut, .interrupted: return nil
                case .ended, nil: throw .linkLost
                }
            } catch {
                link = nil
                isWaiting = false
                return nil
            }
            if let status = JSONValue(line: line).flatMap(Self.status) {
                isWaiting = false
                return status
            }
        }
    }

    private static func status(_ line: JSONValue) -> DaemonStatus? {
        line["type"]?.text == "status" ? DaemonStatus(line) : nil
    }

    /// Reconnects after the connection was lost, when that is due; true if that succeeded.
    ///
    /// - Throws: ``strangeFleet`` if another fleet answers.
    mutating func reconnect(at now: MonotonicInstant) throws(ProgramFailure) -> Bool {
        guard link == nil else { return false }
        guard let due else {
            due = now + delay.next(chance: SystemRandom.bits())
            return false
        }
        guard now >= due else { return false }
        self.due = nil
        var isOther = false
        do throws(ProgramFailure) {
            let new = try DaemonLink(flags, socketPath: socketPath, patience: Self.patience)
            isOther = new.greeting["identity"] != greeting["identity"]
            link = consume new
        } catch {
            return false
        }
        guard !isOther else { throw Self.strangeFleet }
        delay.succeed()
        return true
    }

    /// The failure of a run whose daemon was replaced: its counts are those of another fleet.
    static let strangeFleet = ProgramFailure(
        .unavailable, "the daemon that answers now flies another fleet; start again")
}

/// What a load test reads of the daemon's `status`.
package struct DaemonStatus: Hashable {
    /// When the daemon answered.
    let clock: MonotonicInstant
    /// Time on processors since the daemon's start.
    let processorSeconds: Double
    let residentBytes: Int
    let connections: Int
    let outboxLinesMaximum: Int
    let outboxBytesMaximum: Int

    /// Nil if the line has no clock or no processor time.
    init?(_ line: JSONValue) {
        guard let clock = line["clock_us"]?.integer, let processor = line["cpu_s"]?.double else {
            return nil
        }
        self.clock = MonotonicInstant(microseconds: Int64(clock))
        processorSeconds = processor
        residentBytes = line["memory_resident_bytes"]?.integer ?? 0
        connections = line["connections"]?.integer ?? 0
        outboxLinesMaximum = line["outbox_lines_max"]?.integer ?? 0
        outboxBytesMaximum = line["outbox_bytes_max"]?.integer ?? 0
    }
}

extension FleetFacts {
    /// From the daemon's first line.
    init(_ greeting: JSONValue, _ options: LoadOptions) {
        self.init()
        server = greeting["server"]?.text ?? ""
        protocolVersion = greeting["proto"]?.text ?? ""
        identity = greeting["identity"]?.text ?? ""
        seed = greeting["seed"]?.integer.map { "\($0)" } ?? ""
        epoch = greeting["epoch"]?.text ?? ""
        sessions = greeting["sessions"]?.integer ?? 0
        rateHertz = greeting["rate_hz"]?.double ?? 0
        speed = greeting["speed"].map(Self.speedText) ?? ""
        device = greeting["device"]?.text ?? ""
        schedule = greeting["schedule"]?.text ?? ""
        shard = greeting["shard"]?.text ?? ""
        beatSeconds = greeting["beat_s"]?.double ?? 0
        isEmbedded = options.isEmbedded
    }

    private static func speedText(_ speed: JSONValue) -> String {
        guard let number = speed.double else { return speed.text ?? "" }
        return Int(exactly: number).map { "\($0)" } ?? "\(number)"
    }
}
