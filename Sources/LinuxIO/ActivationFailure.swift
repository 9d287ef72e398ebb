/// Why the socket that a service manager has passed cannot be used.
public enum ActivationFailure: Error, Hashable, Sendable {
    /// What a descriptor is that is no listening Unix stream socket with a path.
    public enum Flaw: Hashable, Sendable {
        case notOpen
        case noSocket
        case otherFamily
        case otherType
        case notListening
        case noPath
    }

    /// `LISTEN_FDS` is no number.
    case badCount(String)
    /// One socket is accepted.
    case several(count: Int, names: String?)
    case unsuitable(Int32, Flaw)
    case system(SystemFailure)
}

extension ActivationFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .badCount(let text): "LISTEN_FDS is \"\(text)\", which is no number of sockets"
        case .several(let count, let names):
            "the service manager has passed \(count) sockets\(names.map { " (\($0))" } ?? ""), "
                + "and one is accepted; leave one ListenStream= in the socket unit"
        case .unsuitable(let descriptor, let flaw):
            "descriptor \(descriptor) from the service manager \(flaw.description); what is "
                + "accepted comes from ListenStream=/PATH and Accept=no in the socket unit"
        case .system(let failure): failure.description
        }
    }
}

extension ActivationFailure.Flaw: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notOpen: "is not open"
        case .noSocket: "is no socket"
        case .otherFamily: "is no Unix socket"
        case .otherType: "is no stream socket"
        case .notListening: "does not listen"
        case .noPath: "has no path by which clients find it"
        }
    }
}
