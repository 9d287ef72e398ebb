import Vocabulary

/// How a connection began that goes on where another ended.
enum Resumption: Hashable {
    /// It does not.
    case none
    /// It was asked for, after the anchor if there was one, and has not been granted.
    case asked(StreamPosition?)
    case granted(StreamPosition?)

    /// The point that all lines of the connection must lie behind.
    var after: StreamPosition? {
        switch self {
        case .none: nil
        case .asked(let position), .granted(let position): position
        }
    }

    var isGranted: Bool {
        switch self {
        case .none, .asked: false
        case .granted: true
        }
    }
}
