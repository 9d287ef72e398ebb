import LinuxIO

/// What an operator may want to know of a hub.
package enum HubEvent: Sendable {
    /// A peer could not be taken in; no other is until one leaves or some seconds have gone by.
    case acceptFailed(SystemFailure)
    case pollFailed(SystemFailure)
}
