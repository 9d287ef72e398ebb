import LinuxIO

/// What an operator may want to know of a hub.
package enum HubEvent: Sendable {
    /// A peer could not be taken in; if descriptors are short, no other is until one leaves.
    case acceptFailed(SystemFailure)
    case pollFailed(SystemFailure)
}
