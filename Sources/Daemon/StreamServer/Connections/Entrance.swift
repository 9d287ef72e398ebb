import LinuxIO
import WireProtocol

/// Where peers come in: the listener, and what may be done by whoever is at the other end.
struct Entrance: ~Copyable {
    let listener: ListeningSocket
    /// What the peer at the other end of a descriptor may do.
    var access: (Int32) -> Rights
    /// Whether the listener is watched: not while there is no free descriptor, say.
    var isWatched = true
    /// Whether nobody is let in any more.
    var hasSaidGoodbye = false

    init(_ listener: consuming ListeningSocket, _ access: @escaping (Int32) -> Rights) {
        self.listener = listener
        self.access = access
    }
}
