/// What is said of a link that comes and goes: a reason once, however often it is met, and that
/// lines come again.
package struct LinkNotices {
    /// The reasons that have been said since lines came.
    private var codes: Set<String> = []

    package init() {}

    /// The link is lost, or an attempt has failed. Nil if that has been said, even with other times
    /// and figures.
    package mutating func lose(_ loss: LinkLoss) -> String? {
        let isStill = !codes.isEmpty
        guard codes.insert(loss.code).inserted else { return nil }
        return "\(loss.reason); \(isStill ? "still trying" : "trying to connect again")"
    }

    /// Lines come. Nil if they have all the time.
    package mutating func comeBack() -> String? {
        guard !codes.isEmpty else { return nil }
        codes = []
        return "the link is back"
    }
}
