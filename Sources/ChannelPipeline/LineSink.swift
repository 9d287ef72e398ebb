import WireProtocol

/// Keeps the writer of one channel in place, since an array cannot hold what must not be copied.
final class LineSink {
    /// Not checked for exclusive access at run time: the run that has the sink is not copyable, and
    /// gives the writer to one channel at a time.
    @exclusivity(unchecked) var writer: DataLineWriter

    init(identity: IdentityHash) { writer = DataLineWriter(identity: identity) }
}
