import WireProtocol

/// Keeps the writer of one channel in place, since an array cannot hold what must not be copied.
final class LineSink {
    var writer: DataLineWriter

    init(identity: IdentityHash) { writer = DataLineWriter(identity: identity) }
}
