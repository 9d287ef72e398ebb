import WireProtocol

/// Why a link was lost or could not be made.
package struct LinkLoss: Equatable, Sendable {
    /// Equal for equal causes, whatever times and figures the reason names.
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

    /// The daemon keeps the connection open and sends nothing.
    package static let silence = LinkLoss(
        code: "silence", reason: "the daemon is silent: \(BeatWatch.beats) beats did not come")
}

extension String {
    package var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}

/// What a user is told about a link that is lost and comes back: each reason once, and the return.
package struct LinkNotices {
    /// The codes of the reasons that were given since the link was last good.
    private var codes: Set<String> = []

    package init() {}

    /// The notice for a lost link or a failed attempt; nil if its reason was given before.
    package mutating func lose(_ loss: LinkLoss) -> String? {
        let isStill = !codes.isEmpty
        guard codes.insert(loss.code).inserted else { return nil }
        return "\(loss.reason); \(isStill ? "still trying" : "trying to connect again")"
    }

    /// The notice that lines arrive again; nil if the link was not lost.
    package mutating func comeBack() -> String? {
        guard !codes.isEmpty else { return nil }
        codes = []
        return "the link is back"
    }
}
