/// How a subscriber of a load test behaves.
package enum SubscriberClass: String, CaseIterable, Sendable {
    /// Reads whatever comes as soon as it can.
    case steady
    /// Reads a fraction of what is sent.
    case slow
    /// Stops reading for a while, again and again.
    case stalled
    /// Disconnects after a while and comes back from now on.
    case churn
    /// Drops its link after a while and comes back with its anchor.
    case resume
    /// Sends what is no request, and wants an answer to it.
    case hostile
}
