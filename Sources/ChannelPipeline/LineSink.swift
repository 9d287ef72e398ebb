import WireProtocol

/// Keeps the writer of one channel in place, since an array cannot hold what must not be copied.
final class LineSink {
    /// Not checked for exclusive access at run time, which every step of a lane would pay for: the
    /// run gives the writer to one channel at a time, and whoever it lends the lines to reaches
    /// nothing of the run while reading them.
    @exclusivity(unchecked) var writer: DataLineWriter

    init(identity: IdentityHash) { writer = DataLineWriter(identity: identity) }
}
