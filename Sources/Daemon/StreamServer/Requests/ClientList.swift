import LinuxIO
import Vocabulary
import WireProtocol

/// Who is connected, and how each of them reads.
extension StreamHub {
    /// Appends the answer to `clients`, one whole line: the connections from a number on.
    ///
    /// O(limit), and besides at most some thousand steps over connections that have gone.
    ///
    /// - Parameters:
    ///   - limit: from 1 to ``ProtocolLimits/clientsPage``, so that the line is none too long.
    func appendClients(
        from number: Int64, limit: Int, id: AnswerID?, at now: MonotonicInstant,
        to line: inout LineBuffer
    ) {
        let page = connections.page(from: number, limit: limit)
        let waiting = ShareRule(limit: limits.waitingBytes)
        line.append(#"{"type":"clients""#)
        line.appendField(id: id)
        line.appendField("total", connections.count)
        line.appendField("next", page.next.map(Int.init))
        line.append(#","clients":["#)
        for (index, peer) in page.peers.enumerated() {
            if index > 0 { line.append(",") }
            peer.lookAtReading(at: now)
            peer.appendFacts(
                at: now, shares: source.feeds.shares(of: peer.user), waiting, to: &line)
        }
        line.append("]}\n")
    }
}

extension Connection {
    /// How far the connection is with its subscriptions.
    private enum State: String {
        /// It has no subscriptions.
        case idle
        /// One of its subscriptions has not come to the present.
        case catchingUp = "catching_up"
        case live
        /// Lines of its live subscriptions wait, because the kernel takes no more.
        case held
        /// It has been sent a `bye`, and ends once it has read it.
        case ending
    }

    private var state: State {
        if stage == .closing { return .ending }
        guard subscriptionCount > 0 else { return .idle }
        if isCatchingUp { return .catchingUp }
        return outbox.isEmpty ? .live : .held
    }

    /// Sees whether the peer has read since the last look.
    func lookAtReading(at now: MonotonicInstant) {
        let sent = outbox.counts.bytesSent
        guard readWatch.isWorthALook(bytesSent: sent) else { return }
        let held = StreamSocket.unreadBytes(sentOn: descriptor.raw) ?? 0
        readWatch.look(bytesSent: sent, held: Int64(held), at: now)
    }

    /// Whether the peer has read since the last call, or has nothing to read.
    func hasReadAnew(at now: MonotonicInstant) -> Bool {
        lookAtReading(at: now)
        return readWatch.consumeReading()
    }

    /// Appends the row of one connection, by the table of the protocol's page, as an object.
    ///
    /// - Parameters:
    ///   - shares: what its user holds of windows and processor.
    ///   - waiting: how waiting lines are shared.
    fileprivate func appendFacts(
        at now: MonotonicInstant, shares: FeedShares, _ waiting: ShareRule,
        to line: inout LineBuffer
    ) {
        line.append(#"{"number":"#)
        line.appendInteger(facts.number)
        line.appendField("name", clientName)
        line.appendField("uid", facts.credentials.map { Int($0.userID) })
        line.appendField("user", rights.userName)
        line.appendField("gid", facts.credentials.map { Int($0.groupID) })
        line.appendField("pid", facts.credentials.map { Int($0.processID) })
        line.appendField("connected_ms", Self.milliseconds(from: facts.connected, to: now))
        line.appendField("state", state.rawValue)
        line.appendField("subscriptions", subscriptionCount)
        let counts = outbox.counts
        line.appendField("lines_sent", Int(counts.linesSent))
        line.appendField("lines_lost", Int(counts.linesLost))
        line.appendField("lines_waiting", outbox.lineCount)
        line.appendField("bytes_waiting", outbox.byteCount)
        line.appendField(
            "last_read_ms", readWatch.lastRead.map { Self.milliseconds(from: $0, to: now) })
        line.append(#","user_shares":{"windows":"#)
        line.appendInteger(Int64(shares.windows))
        line.appendField("processor", shares.processor)
        line.appendField("waiting", waiting.percent(facts.waitingShare.bytes))
        line.append("}}")
    }

    private static func milliseconds(from instant: MonotonicInstant, to now: MonotonicInstant)
        -> Int
    {
        Int(max(.zero, now - instant).wholeMilliseconds)
    }
}

/// When a peer was last seen to have read.
///
/// The kernel takes lines for a peer that reads nothing until its buffer is full. The bytes that it
/// still holds tell such a peer apart: if nothing has been read since the last look, it holds at
/// least those it held then and all that were sent since. So nothing need be done when lines are
/// sent. As the kernel charges each write more than its bytes, a peer that reads little may look
/// for a few looks like one that reads nothing, but never the other way round.
struct ReadWatch {
    private var bytesSent: Int64 = 0
    private var held: Int64 = 0
    /// When a look last found that the peer had read; nil while it has read nothing.
    private(set) var lastRead: MonotonicInstant?
    private var hasRead = false

    /// Whether a look could find anything: something was sent since the last look, or was unread.
    func isWorthALook(bytesSent now: Int64) -> Bool { now != bytesSent || held > 0 }

    /// - Parameters:
    ///   - now: bytes sent since the connection began.
    ///   - heldNow: bytes that the kernel charges for unread lines; 0 if it does not tell, which
    ///     makes lines that were sent count as read.
    ///   - clock: the time of the look.
    mutating func look(bytesSent now: Int64, held heldNow: Int64, at clock: MonotonicInstant) {
        if heldNow < held + (now - bytesSent) { (lastRead, hasRead) = (clock, true) }
        (bytesSent, held) = (now, heldNow)
    }

    /// Whether a look since the last call found that the peer had read, or it had nothing to read.
    mutating func consumeReading() -> Bool {
        defer { hasRead = false }
        return hasRead || held == 0
    }
}
