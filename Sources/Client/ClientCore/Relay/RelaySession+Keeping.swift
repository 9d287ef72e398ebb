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
        if let anchor {
            acknowledged = anchor
            keeper.move()
        }
    }

    mutating func keepAnchor(at now: MonotonicInstant) {
        if let failure = keeper.keep(acknowledged, at: now) {
            tell("cannot keep the anchor, which is tried again: \(failure)")
        }
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
        if isEnding { return .ending }
        if !delivery.hasRoom { return .held }
        guard tally.isConnected else { return .waiting }
        return isLive ? .live : .catchingUp
    }

    mutating func close() -> ExitCode {
        let now = MonotonicClock.now
        keepAnchor(at: now)
        writeStatus(at: now, ended: true)
        let left = delivery.unacknowledged
        if left > 0 {
            tell("\(left.counted("line")) not acknowledged; the same command sends them again")
        }
        if keeper.failure != nil { tell("the file does not hold the last anchor") }
        if let cut { return cut }
        if let failure {
            tell(failure.description)
            return failure.code
        }
        if keeper.failure != nil { return .output }
        return left > 0 ? .temporaryFailure : .success
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
