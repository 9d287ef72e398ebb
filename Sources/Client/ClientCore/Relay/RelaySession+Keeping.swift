import CommandLine
import LinuxIO
import PlainText
import Relay
import StreamClient
import Vocabulary
import WireProtocol

/// Keeping the anchor of acknowledged lines, and reporting it in files and notices.
extension RelaySession {
    mutating func takeProgress(at now: MonotonicInstant) {
        for failure in delivery.news.takeFailures() {
            tally.retries += 1
            tally.lastFailure = failure
            tell(notices.fail(failure, unacknowledged: delivery.unacknowledged))
        }
        guard let progress = delivery.news.takeProgress() else { return }
        let anchor = progress.anchor?.anchor
        tally.acknowledge(
            progress.lines, to: anchor?.position.instant, wall: WallClock.nowMicroseconds)
        tally.batchesAcknowledged += progress.batches
        tally.strayAcknowledgements += progress.strays
        if progress.strays > 0 { tell(notices.stray()) }
        if progress.lines > 0 { tell(notices.succeed()) }
        if let anchor { acknowledged.move(to: anchor) }
    }

    mutating func writeStatus(at now: MonotonicInstant, ended: Bool = false) {
        tally.isLive = isLive && delivery.hasRoom
        let report = RelayReport(
            name: options.name, process: Int(CurrentProcess.id), state: ended ? .ended : state,
            tally, unacknowledged: delivery.unacknowledged, startedAt: startedAt,
            wall: WallClock.nowMicroseconds, at: now)
        if let failure = files.write(report, at: now) {
            tell("cannot write the status, which is tried again: \(failure)")
        }
    }

    private var state: RelayReport.State {
        if ending.hasBegun { return .ending }
        if !delivery.hasRoom { return .held }
        guard tally.isConnected else { return .waiting }
        return isLive ? .live : .catchingUp
    }

    mutating func close() -> ExitCode {
        let now = MonotonicClock.now
        tell(acknowledged.keep(at: now))
        writeStatus(at: now, ended: true)
        let left = delivery.unacknowledged
        if left > 0 {
            tell("\(left.counted("line")) not acknowledged; the same command sends them again")
        }
        if acknowledged.isBehind { tell("the file does not hold the last anchor") }
        if let cut = ending.cut { return cut }
        if let failure = ending.failure {
            tell(failure.description)
            return failure.code
        }
        if acknowledged.isBehind { return .output }
        return left > 0 ? .temporaryFailure : .success
    }
}

/// The anchor up to which everything is acknowledged, and its file.
struct AcknowledgedAnchor: ~Copyable {
    private(set) var anchor: Anchor?
    private var keeper: AnchorKeeper
    /// Whether the file held no anchor when it was opened.
    let beginsAtMoment: Bool

    /// The file is at most this far behind the latest acknowledgement.
    private static let interval = Duration.milliseconds(100)

    init(_ path: String) throws(ProgramFailure) {
        let file = try AnchorFile.open(path, durable: true)
        anchor = file.anchor
        beginsAtMoment = file.anchor == nil
        keeper = AnchorKeeper(file, every: Self.interval)
    }

    mutating func move(to anchor: Anchor) {
        self.anchor = anchor
        keeper.move()
    }

    /// When the file is due; nil while it holds the anchor.
    var due: MonotonicInstant? { keeper.due }

    /// Whether the file could not be written.
    var isBehind: Bool { keeper.failure != nil }

    /// Writes the file if it does not hold the anchor; returns a notice if it cannot be written.
    mutating func keep(at now: MonotonicInstant) -> String? {
        keeper.keep(anchor, at: now).map {
            "cannot keep the anchor, which is tried again: \($0)"
        }
    }
}

/// The notices about a command that fails and works again: each reason once, and the return.
struct DeliveryNotices {
    private var reasons: Set<String> = []
    private var hasToldOfStrays = false

    mutating func fail(_ reason: String, unacknowledged: Int) -> String? {
        guard reasons.insert(reason).inserted else { return nil }
        return "\(reason); what it has not acknowledged is sent again"
    }

    mutating func succeed() -> String? {
        guard !reasons.isEmpty else { return nil }
        reasons = []
        return "the command acknowledges lines again"
    }

    mutating func stray() -> String? {
        guard !hasToldOfStrays else { return nil }
        hasToldOfStrays = true
        return "the command writes ids that no line waits for; it must write the id of a line as "
            + "it came, alone on a line"
    }
}
