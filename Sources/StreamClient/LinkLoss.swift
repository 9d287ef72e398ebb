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
