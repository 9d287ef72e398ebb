/// What is said of a link that comes and goes: a reason once, however often it is met, and that
/// lines come again.
struct LinkNotices {
    private var lastReason: String?

    /// The link is lost, or an attempt has failed. Nil if that has been said.
    mutating func lose(_ reason: String) -> String? {
        guard reason != lastReason else { return nil }
        let isStill = lastReason != nil
        lastReason = reason
        return isStill ? "\(reason); still trying" : "\(reason); trying to connect again"
    }

    /// Lines come. Nil if they have all the time.
    mutating func comeBack() -> String? {
        guard lastReason != nil else { return nil }
        lastReason = nil
        return "the link is back"
    }
}
