import CommandLine
import WireProtocol

/// The connections to a daemon, one after another; a ``LinkCourse`` says when to connect.
package struct DaemonConnections: ~Copyable {
    /// The paths of the sockets to try, in order.
    private let candidates: [String]
    private var link: DaemonLink?

    /// - Parameter socketPath: the socket to use; nil for the one that the flags name.
    package init(_ flags: ParsedFlags, socketPath: String? = nil) {
        candidates = DaemonLink.candidates(flags, socketPath: socketPath)
    }

    /// Makes one attempt to connect. Throws `interrupted` if `other` becomes readable first.
    package mutating func connect(
        within patience: Duration, or other: Int32? = nil
    ) throws(ClientFailure) {
        link = try DaemonLink(candidates: candidates, patience: patience, or: other)
    }

    /// A second connection beside this one, for questions.
    package func another(within patience: Duration) throws(ClientFailure) -> DaemonLink {
        try DaemonLink(candidates: candidates, patience: patience)
    }

    package mutating func disconnect() { link = nil }

    /// The daemon's first line; nil while there is no connection.
    package var greeting: JSONValue? {
        switch link {
        case .some(let link): link.greeting
        case nil: nil
        }
    }

    /// The descriptor to wait for, as ``StreamClient/raw``; nil while there is no connection.
    package var raw: Int32? {
        switch link {
        case .some(let link): link.client.raw
        case nil: nil
        }
    }

    /// Whether bytes have arrived behind the last line that was read.
    package var hasBufferedBytes: Bool {
        switch link {
        case .some(let link): link.client.hasBufferedBytes
        case nil: false
        }
    }

    /// Sends one request; without a connection, nothing.
    package func send(_ line: String) {
        switch link {
        case .some(let link): link.client.send(line)
        case nil: return
        }
    }

    /// Waits for the next line as ``StreamClient/next(or:timeout:)``; without a connection, ended.
    package mutating func next(
        or other: Int32? = nil, timeout: Duration?
    ) throws(ClientFailure) -> StreamClient.Event {
        try link?.client.next(or: other, timeout: timeout) ?? .ended
    }
}
