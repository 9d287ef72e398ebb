import LinuxIO
import Vocabulary
import WireProtocol

/// Who is connected, and how each of them reads.
extension StreamHub {
    /// Appends the answer to `clients`, one whole line: the connections from a number on.
    ///
    /// O(limit), and besides at most some thousand steps over those that have gone.
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
            peer.appendFacts(at: now, shares: source.shares(of: peer.user), waiting, to: &line)
        }
        line.append("]}\n")
    }
}

extension Connection {
    /// How far the connection is in what it has subscribed to.
    private enum State: String {
        /// It follows nothing.
        case idle
        /// A subscription of it has not come to the present.
        case catchingUp = "catching_up"
        case live
        /// Lines of its live subscriptions wait, because the kernel takes no more for it.
        case held
        /// It has been said goodbye to, and is let go once it has read that.
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

    /// Appends what the table of the protocol's page says of one connection, as an object.
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
        line.appendField("waiting", waiting.percent(waitingShare.bytes))
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
/// The kernel takes lines for a peer that reads nothing until its buffer is full. What it still
/// holds tells the two apart: if nothing has been read since the last look, it holds at least what
/// it held then and all that was sent since. So nothing need be done when lines are sent. As the
/// kernel charges each write more than its bytes, who reads a little of what comes may look like
/// who reads nothing for a few looks, but never the other way round.
struct ReadWatch {
    private var bytesSent: Int64 = 0
    private var held: Int64 = 0
    /// When it was first seen that something had been read which was not before; nil while nothing
    /// has been.
    private(set) var lastRead: MonotonicInstant?
    private var hasRead = false

    /// Whether a look could find anything: something was sent since the last one, or was unread.
    func isWorthALook(bytesSent now: Int64) -> Bool { now != bytesSent || held > 0 }

    /// - Parameters:
    ///   - now: bytes sent since the connection began.
    ///   - heldNow: bytes that the kernel charges for what is unread; 0 where it does not tell,
    ///     which makes what is sent count as read.
    ///   - clock: when it is looked.
    mutating func look(bytesSent now: Int64, held heldNow: Int64, at clock: MonotonicInstant) {
        if heldNow < held + (now - bytesSent) { (lastRead, hasRead) = (clock, true) }
        (bytesSent, held) = (now, heldNow)
    }

    /// Whether it was seen to read since the last call, or had nothing to read at the last look.
    mutating func consumeReading() -> Bool {
        defer { hasRead = false }
        return hasRead || held == 0
    }
}
