import WireProtocol

/// Why a link is lost, or cannot be made.
package struct LinkLoss: Equatable, Sendable {
    /// The same each time, whatever times and figures the reason names.
    package let code: String
    /// In the user's words, without a full stop.
    package let reason: String

    package init(code: String, reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension LinkLoss {
    package init(_ failure: ClientFailure) {
        if case .refused(let code, _, _) = failure {
            self.init(code: code, reason: failure.description.withoutFullStop)
        } else {
            self.init(code: failure.description, reason: failure.description)
        }
    }

    /// What a `bye` of the daemon means.
    package init(goodbye line: JSONValue?) {
        self.init(
            code: line?["code"]?.text ?? "",
            reason: line?["description"]?.text?.withoutFullStop ?? "the daemon says goodbye")
    }

    /// The daemon is there and does not move.
    package static let silence = LinkLoss(
        code: "silence", reason: "the daemon is silent: \(BeatWatch.beats) beats did not come")
}

extension String {
    package var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

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
