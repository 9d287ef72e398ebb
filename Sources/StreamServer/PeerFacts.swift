import LinuxIO

/// What is known of a peer since it connected.
struct PeerFacts {
    /// Counts the connections that have been accepted, from 1.
    let number: Int64
    /// When it was accepted, microseconds of the monotonic clock.
    let connected: Int64
    /// Of the process that connected; nil where the kernel does not tell.
    let credentials: PeerCredentials?
}
