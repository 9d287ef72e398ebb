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
    /// When it was first seen that something had been read which was not before, microseconds of
    /// the monotonic clock; nil while nothing has been.
    private(set) var lastRead: Int64?

    /// Whether a look could find anything: something was sent since the last one, or was unread.
    func isWorthALook(bytesSent now: Int64) -> Bool { now != bytesSent || held > 0 }

    /// - Parameters:
    ///   - now: bytes sent since the connection began.
    ///   - heldNow: bytes that the kernel charges for what is unread; 0 where it does not tell,
    ///     which makes what is sent count as read.
    ///   - clock: microseconds of the monotonic clock.
    mutating func look(bytesSent now: Int64, held heldNow: Int64, at clock: Int64) {
        if heldNow < held + (now - bytesSent) { lastRead = clock }
        (bytesSent, held) = (now, heldNow)
    }
}
