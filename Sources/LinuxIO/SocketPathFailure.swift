/// Why a text cannot be the path of a socket.
public enum SocketPathFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case zeroByte
    case tooLong(path: String, bytes: Int)

    public var description: String {
        switch self {
        case .empty: "the socket path is empty"
        case .zeroByte: "the socket path holds a zero byte"
        case .tooLong(let path, let bytes):
            "the socket path is \(bytes) bytes long and the system allows "
                + "\(SocketPath.byteLimit); choose a shorter one: \(path)"
        }
    }
}
