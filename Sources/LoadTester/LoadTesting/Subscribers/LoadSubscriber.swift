import LinuxIO
import StreamAudit
import StreamClient
import Vocabulary

/// One subscriber of a load test: its connection, its script and its account.
final class LoadSubscriber {
    let number: Int
    var script: SubscriberScript
    private var account: StreamAccount
    var link = SubscriberLink()
    /// What the account has reported and the run has not handled yet.
    var news: [StreamAccount.News] = []
    /// The instant of its entry in the queue of due subscribers that counts; nil without one.
    var enteredFor: MonotonicInstant?
    var delay = ReconnectDelay()
    /// Whether it has been live once, or was refused.
    var isSettled = false
    /// Whether its next connection begins now instead of after its anchor.
    var forgets = false
    private var hasConnected = false

    init(_ number: Int, _ script: SubscriberScript, _ account: consuming StreamAccount) {
        self.number = number
        self.script = script
        self.account = account
    }

    /// The figures of its comparison with the truth; nil without one.
    var truth: TruthFigures? { account.truth }

    /// Begins a connection.
    ///
    /// - Parameter beginning: the `after` of its first subscription.
    func connect(_ new: consuming Descriptor, beginning: String?) {
        let anchor = script.resumes && !forgets ? account.anchor : nil
        account.connect(resuming: anchor != nil)
        link = SubscriberLink(
            new, resumes: anchor != nil,
            after: anchor ?? (hasConnected && !script.resumes ? nil : beginning))
        hasConnected = true
        forgets = false
    }

    /// Closes the connection.
    func disconnect(byTester: Bool, into tally: inout AuditTally) {
        guard link.raw >= 0 else { return }
        account.disconnect(byTester: byTester, into: &tally)
        link = SubscriberLink()
    }

    /// Enters bytes that have been read into its account, and adds to ``news``.
    func receive(
        _ bytes: UnsafeRawBufferPointer, received: MonotonicInstant, woken: MonotonicInstant,
        into tally: inout AuditTally
    ) {
        link.hear(at: received)
        let measuresThrough = tally.measuresThrough
        if !script.tellsLatency { tally.isMeasuring = false }
        defer { tally.measuresThrough = measuresThrough }
        account.receive(bytes, received: received, woken: woken, into: &tally) { news.append($0) }
    }

    /// Whether the daemon owes it lines that fall due: not while it is absent, and never if it
    /// reads late on purpose.
    private var isOwed: Bool { script.tellsLatency && script.attendance != .absent }

    /// Whether a line that was due by an instant has not arrived.
    func hasOverdue(through instant: MonotonicInstant) -> Bool {
        isOwed && account.hasOverdue(through: instant)
    }

    /// Adds the lines that were due by an instant and have not arrived.
    func addOverdue(through instant: MonotonicInstant, to lines: inout OverdueLines) {
        if isOwed { account.addOverdue(through: instant, to: &lines) }
    }

    /// Settles the account at the end.
    func close(at now: MonotonicInstant, into tally: inout AuditTally) {
        tally.counts[.unanswered] += script.unanswered(at: now)
        disconnect(byTester: true, into: &tally)
        account.close(into: &tally)
    }
}
