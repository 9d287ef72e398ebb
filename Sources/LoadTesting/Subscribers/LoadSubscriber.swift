import LinuxIO
import StreamAudit
import StreamClient

/// One subscriber of a load test: its connection, its script and its account.
final class LoadSubscriber {
    let number: Int
    var script: SubscriberScript
    private var account: StreamAccount
    private var descriptor: Descriptor?
    /// The descriptor's number; negative while there is none.
    private(set) var raw: Int32 = -1
    /// What the account has told and nobody has taken.
    var news: [StreamAccount.News] = []
    /// The instant for which it stands in the queue of those that are due.
    var enteredFor: Int64?
    var delay = ReconnectDelay()

    /// Whether the daemon has greeted, and let it in.
    var isGreeted = false
    /// Whether its subscription has been accepted.
    var isSubscribed = false
    /// Whether the daemon has taken its leave.
    var isDismissed = false
    /// Whether it has been live once, or was refused.
    var isSettled = false
    /// Whether bytes are waited for.
    var isWatched = false
    /// Whether its next connection begins from now on, whatever it has heard.
    var forgets = false
    private var hasConnected = false
    /// Whether its connection goes on after an anchor that it has heard.
    private(set) var resumes = false
    /// What its subscription says in `after`; nil is from now on.
    private(set) var after: String?

    /// When bytes came last, or were not read before; microseconds of the monotonic clock.
    var heardAt: Int64 = 0
    /// Whether the silence that lasts has been counted.
    var isSilent = false

    init(_ number: Int, _ script: SubscriberScript, _ account: consuming StreamAccount) {
        self.number = number
        self.script = script
        self.account = account
    }

    /// What its comparison with the truth has found; nil without one.
    var truth: TruthFigures? { account.truth }

    /// Takes a connection that has been made.
    ///
    /// - Parameter beginning: what its first subscription says in `after`.
    func connect(_ new: consuming Descriptor, beginning: String?, at now: Int64) {
        let anchor = script.resumes && !forgets ? account.anchor : nil
        resumes = anchor != nil
        account.connect(resuming: resumes)
        after = anchor ?? (hasConnected && !script.resumes ? nil : beginning)
        raw = new.raw
        descriptor = consume new
        (isGreeted, isSubscribed, isDismissed, isSilent) = (false, false, false, false)
        heardAt = now
        hasConnected = true
        forgets = false
    }

    /// Closes the connection.
    func disconnect(byTester: Bool, into tally: inout LoadTally) {
        guard raw >= 0 else { return }
        account.disconnect(byTester: byTester, into: &tally)
        descriptor = nil
        raw = -1
        (isGreeted, isSubscribed, isWatched) = (false, false, false)
    }

    /// Takes bytes that have been read; what must be known of them is in ``news`` afterwards.
    func receive(
        _ bytes: UnsafeRawBufferPointer, received: Int64, woken: Int64,
        into tally: inout LoadTally
    ) {
        heardAt = received
        isSilent = false
        let measuresThrough = tally.measuresThrough
        if !script.tellsLatency { tally.isMeasuring = false }
        defer { tally.measuresThrough = measuresThrough }
        account.receive(bytes, received: received, woken: woken, into: &tally) { news.append($0) }
    }

    /// Whether lines that fall due are owed to it: not to who reads late on purpose or stays away,
    /// nor to who has yet to catch up.
    private var isOwed: Bool { script.tellsLatency && script.attendance != .absent }

    /// Whether a line that was due by an instant has not come.
    func hasOverdue(through instant: Int64) -> Bool {
        isOwed && account.hasOverdue(through: instant)
    }

    /// Adds the lines that were due by an instant and have not come.
    func addOverdue(through instant: Int64, to lines: inout OverdueLines) {
        if isOwed { account.addOverdue(through: instant, to: &lines) }
    }

    /// Settles the account at the end.
    func close(at now: Int64, into tally: inout LoadTally) {
        tally.counts[.unanswered] += script.unanswered(at: now)
        disconnect(byTester: true, into: &tally)
        account.close(into: &tally)
    }
}
