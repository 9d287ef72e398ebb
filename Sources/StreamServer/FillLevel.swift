import WireProtocol

/// How full an outbox is, and whether its connection must be told that it falls behind.
///
/// A warning is due once more than three quarters of a limit are taken, and again only after less
/// than half of both has been.
struct FillLevel {
    private(set) var lineLimit: Int
    private(set) var byteLimit: Int
    private(set) var isWarningDue = false
    private var isCalm = true

    init(lineLimit: Int, byteLimit: Int) {
        self.lineLimit = lineLimit
        self.byteLimit = byteLimit
    }

    /// Notes how much waits. The least that has waited must be noted before it grows.
    mutating func note(lines: Int, bytes: Int) {
        if isCalm {
            guard isAbove(ProtocolLimits.warningPercent, lines, bytes) else { return }
            isCalm = false
            isWarningDue = true
        } else {
            isCalm =
                lines * 100 < lineLimit * ProtocolLimits.calmPercent
                && bytes * 100 < byteLimit * ProtocolLimits.calmPercent
        }
    }

    mutating func resize(lineLimit: Int, byteLimit: Int) {
        self.lineLimit = lineLimit
        self.byteLimit = byteLimit
    }

    mutating func takeWarning() { isWarningDue = false }

    private func isAbove(_ percent: Int, _ lines: Int, _ bytes: Int) -> Bool {
        lines * 100 > lineLimit * percent || bytes * 100 > byteLimit * percent
    }
}
